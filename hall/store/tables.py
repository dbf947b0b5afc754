"""The tables of the hall's store. One SQL text serves all databases, except the mark of a parameter and two types."""

from typing import Final

SCHEMA: Final = 1
"""The number of the schema below; a store with another one is refused."""
CREATE: Final = (
    "CREATE TABLE IF NOT EXISTS hall (key TEXT PRIMARY KEY, value TEXT NOT NULL)",
    (
        "CREATE TABLE IF NOT EXISTS branches (name BIGINT PRIMARY KEY, table_name TEXT NOT NULL, "
        "journal TEXT NOT NULL, first BIGINT NOT NULL, number BIGINT NOT NULL, digest TEXT NOT NULL, "
        "parent BIGINT, wall TEXT NOT NULL)"
    ),
    "CREATE INDEX IF NOT EXISTS branches_of ON branches (table_name)",
    "CREATE INDEX IF NOT EXISTS journals ON branches (journal)",
    (
        "CREATE TABLE IF NOT EXISTS entries (branch BIGINT NOT NULL, number BIGINT NOT NULL, "
        "digest {bytes} NOT NULL, text {bytes} NOT NULL, PRIMARY KEY (branch, number))"
    ),
    (
        "CREATE TABLE IF NOT EXISTS waiting (table_name TEXT NOT NULL, number BIGINT NOT NULL, "
        "digest TEXT NOT NULL, text {bytes} NOT NULL, PRIMARY KEY (table_name, number, digest))"
    ),
    (
        "CREATE TABLE IF NOT EXISTS notices (name {counted}, wall TEXT NOT NULL, kind TEXT NOT NULL, "
        "table_name TEXT NOT NULL, branch BIGINT NOT NULL, number BIGINT NOT NULL, other TEXT NOT NULL, "
        "resolved TEXT NOT NULL DEFAULT '')"
    ),
    (
        "CREATE TABLE IF NOT EXISTS forwarded (stream TEXT NOT NULL, branch BIGINT NOT NULL, "
        "number BIGINT NOT NULL, sequence BIGINT NOT NULL, PRIMARY KEY (stream, branch))"
    ),
    (
        "CREATE TABLE IF NOT EXISTS stalls (place TEXT PRIMARY KEY, since TEXT NOT NULL, tried TEXT NOT NULL, "
        "why TEXT NOT NULL)"
    ),
)
BRANCH: Final = "name, table_name, journal, first, number, digest, parent"
"""Columns of a branch, in the order of its fields."""
SELECT_BRANCHES: Final = f"SELECT {BRANCH} FROM branches WHERE table_name = ? ORDER BY name"  # noqa: S608 - put together of constants alone
SELECT_BRANCHES_AMONG: Final = f"SELECT {BRANCH} FROM branches WHERE table_name {{among}} ORDER BY name"  # noqa: S608 - put together of constants alone
SELECT_ALL_BRANCHES: Final = f"SELECT {BRANCH}, wall FROM branches ORDER BY table_name, name"  # noqa: S608 - put together of constants alone
SELECT_DIGESTS: Final = (
    "SELECT entries.digest, entries.branch FROM branches JOIN entries ON entries.branch = branches.name "
    "WHERE branches.table_name = ? AND entries.number = ?"
)
SELECT_WAITING_AMONG: Final = "SELECT table_name, text FROM waiting WHERE table_name {among} ORDER BY number"
SELECT_TABLE_OF: Final = (
    "SELECT table_name FROM branches WHERE journal = ? AND table_name <> ? ORDER BY name LIMIT 1"
)
SELECT_TEXTS: Final = (
    "SELECT number, text FROM entries WHERE branch = ? AND number > ? ORDER BY number LIMIT ?"
)
SELECT_DIGEST: Final = "SELECT digest FROM entries WHERE branch = ? AND number = ?"
SELECT_NOTICES: Final = (
    "SELECT name, wall, resolved, kind, table_name, branch, number, other FROM notices ORDER BY name"
)
RESOLVE: Final = "UPDATE notices SET resolved = ? WHERE name = ? AND resolved = ''"
PUT_BRANCH: Final = (
    "INSERT INTO branches (name, table_name, journal, first, number, digest, parent, wall) "
    "VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (name) DO UPDATE "
    "SET number = excluded.number, digest = excluded.digest, wall = excluded.wall"
)
INSERT_ENTRY: Final = "INSERT INTO entries (branch, number, digest, text) VALUES (?, ?, ?, ?)"
INSERT_WAITING: Final = "INSERT INTO waiting (table_name, number, digest, text) VALUES (?, ?, ?, ?)"
DELETE_WAITING: Final = "DELETE FROM waiting WHERE table_name = ? AND number = ? AND digest = ?"
INSERT_NOTICE: Final = (
    "INSERT INTO notices (wall, kind, table_name, branch, number, other) VALUES (?, ?, ?, ?, ?, ?)"
)
SELECT_FORWARDED: Final = "SELECT branch, number, sequence FROM forwarded WHERE stream = ?"
SELECT_ALL_FORWARDED: Final = "SELECT branch, MAX(number) FROM forwarded GROUP BY branch"
PUT_FORWARDED: Final = (
    "INSERT INTO forwarded (stream, branch, number, sequence) VALUES (?, ?, ?, ?) "
    "ON CONFLICT (stream, branch) DO UPDATE SET number = excluded.number, sequence = excluded.sequence"
)
PUT_STALL: Final = (
    "INSERT INTO stalls (place, since, tried, why) VALUES (?, ?, ?, ?) "
    "ON CONFLICT (place) DO UPDATE SET tried = excluded.tried, why = excluded.why"
)
DELETE_STALL: Final = "DELETE FROM stalls WHERE place = ?"
SELECT_STALLS: Final = "SELECT place, since, tried, why FROM stalls ORDER BY since, place"
