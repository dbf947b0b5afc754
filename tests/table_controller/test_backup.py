"""``jantaku backup``: its contents while the table writes; it is written whole or not at all; old ones are deleted."""

import hashlib
import os
import sqlite3
import stat
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from table_controller.health.upkeep.backup_age import NAME as NOTE
from table_controller.health.upkeep.backup_age import BackupAge
from table_controller.journal.backup.backup import FILES, delete_old, make, sources_of
from table_controller.journal.backup.work_folder import PREFIX, work_folder
from table_controller.journal.place import JOURNAL
from table_controller.settings.settings import read_file
from tests.conftest import ROOT
from tests.table_controller.backed_up import PASSWORD, Table, as_json, head_of, refused, tree, unpacked
from tests.table_controller.open_alerts import OpenAlerts


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table.begin(tmp_path)


def test_a_folder_that_is_not_there_is_made_and_not_a_file_of_its_name(table: Table, tmp_path: Path) -> None:
    assert table.typed(tmp_path / "stick") == 0
    (archive,) = (tmp_path / "stick").iterdir()
    assert archive.name.endswith(".tar.gz")
    assert (tmp_path / "stick").stat().st_mode & 0o077 == 0
    assert table.typed(tmp_path / "nowhere" / "stick") == 2
    assert not (tmp_path / "nowhere").exists()


def test_all_of_a_table_that_plays(table: Table, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    archive = table.backup(tmp_path / "one.tar.gz")
    assert "4 entries, 8 files" in capsys.readouterr().out
    assert stat.S_IMODE(archive.stat().st_mode) == 0o600
    files = unpacked(archive)
    manifest = as_json(files.pop("manifest.json"))
    assert set(files) == {
        "journal.sqlite", "camera.json", "tiles.npz",
        "settings/table.toml", "settings/mqtt-password", "settings/roles.toml", "settings/logins.toml",
        "settings/table7.key",
    }  # fmt: skip
    assert files["settings/mqtt-password"].decode() == PASSWORD
    assert files["tiles.npz"] == (table.state / "tiles.npz").read_bytes()
    assert manifest["head"] == {"number": 4, "digest": table.journal.head.digest}
    assert (manifest["hall"], manifest["table"], manifest["left_out"]) == ("club", "7", [])
    parts = manifest["parts"]
    assert isinstance(parts, list)
    assert {part["name"]: part["sha256"] for part in parts} == {
        name: hashlib.sha256(text).hexdigest() for name, text in files.items()
    }
    # After unpacking with tar, the journal is whole without a log, although the table's newest entries were in one.
    assert (table.state / f"{JOURNAL}-wal").stat().st_size > 0
    (tmp_path / "by-hand").mkdir()
    (tmp_path / "by-hand" / JOURNAL).write_bytes(files[JOURNAL])
    assert head_of(tmp_path / "by-hand") == table.journal.head


def test_a_second_camera_is_kept_where_there_is_one(table: Table, tmp_path: Path) -> None:
    (table.state / "camera-2.json").write_text("{}")
    files = unpacked(table.backup(tmp_path / "one.tar.gz"))
    assert files["camera-2.json"] == b"{}"
    assert as_json(files["manifest.json"])["left_out"] == []


def test_a_table_that_does_not_run(table: Table, tmp_path: Path) -> None:
    head = table.journal.head
    table.journal.close()
    before = tree(table.state)
    files = unpacked(table.backup(tmp_path / "one.tar.gz"))
    assert as_json(files["manifest.json"])["head"] == {"number": 4, "digest": head.digest}
    (table.state / NOTE).unlink()
    assert tree(table.state) == before


def test_the_table_waits_for_nothing(table: Table, tmp_path: Path) -> None:
    """An entry is written while the journal is being copied; the backup shows the journal at its start."""
    reading = sqlite3.connect(table.state / JOURNAL)
    reading.execute("begin")
    reading.execute("select count(*) from stored_events").fetchone()
    table.play(1)
    table.backup(tmp_path / "one.tar.gz")
    table.play(1)
    reading.close()
    assert table.journal.number == 6


def test_what_cannot_be_read_is_said(
    table: Table, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (table.etc / "logins.toml").unlink()
    (table.etc / "roles.toml").unlink()
    (table.etc / "roles.toml").mkdir()
    files = unpacked(table.backup(tmp_path / "one.tar.gz"))
    assert "settings/logins.toml" not in files
    output = capsys.readouterr().out
    assert f"not in it: {table.etc}/logins.toml: No such file or directory" in output
    assert f"not in it: {table.etc}/roles.toml: " in output


def test_a_damaged_journal_is_refused_and_nothing_deleted(
    table: Table, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "backups").mkdir()
    assert table.typed(tmp_path / "backups", "--keep", 1) == 0
    before = tree(tmp_path / "backups")
    table.journal.close()
    with sqlite3.connect(table.state / JOURNAL) as database:
        database.execute("delete from stored_events where originator_version = 2")
    database.close()
    capsys.readouterr()
    status = table.typed(tmp_path / "backups", "--keep", 1)
    assert "journal entry 2: it or the one before was changed or is missing" in refused(capsys, status)
    assert tree(tmp_path / "backups") == before


@pytest.mark.parametrize("what", ["no journal", "no folder", "exists", "no settings"])
def test_what_makes_no_sense_is_said(
    what: str, table: Table, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    to = tmp_path / "one.tar.gz"
    table.journal.close()
    if what == "no journal":
        (table.state / JOURNAL).unlink()
    elif what == "no folder":
        to = tmp_path / "nowhere" / "one.tar.gz"
    elif what == "exists":
        to.write_text("somebody's")
    else:
        (table.etc / "table.toml").write_text("state = ")
    before = tree(tmp_path)
    line = refused(capsys, table.typed(to))
    assert line.startswith("jantaku backup: /")
    assert {"no journal": "no journal there", "no folder": "no such folder", "exists": "overwrites nothing",
            "no settings": "not valid TOML"}[what] in line  # fmt: skip
    assert tree(tmp_path) == before


def command(table: Table, to: Path) -> list[str]:
    return [
        *(sys.executable, "-m", "jantaku.main", "backup", str(to)),
        *("--config", str(table.etc / "table.toml"), "--logins", str(table.etc / "logins.toml")),
    ]


@pytest.mark.parametrize("kilobytes", [20, 80])
def test_where_there_is_no_room_nothing_is_written(table: Table, tmp_path: Path, kilobytes: int) -> None:
    """A limit on file sizes is reached by the copy of the journal, or by what is written after it."""
    (table.state / "tiles.npz").write_bytes(os.urandom(100_000))
    before = tree(tmp_path)
    done = subprocess.run(
        ["prlimit", f"--fsize={kilobytes * 1024}", *command(table, tmp_path)],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 2, done.stderr
    assert done.stderr.startswith("jantaku backup: ")
    assert len(done.stderr.splitlines()) == 1
    assert tree(tmp_path) == before


def test_what_a_killed_backup_left_is_cleared_away(table: Table, tmp_path: Path) -> None:
    left = tmp_path / f"{PREFIX}left"
    left.mkdir()
    (left / "lock").touch()
    (left / "archive").write_text("half")
    with work_folder(tmp_path) as other:
        table.backup(tmp_path / "one.tar.gz")
        assert other.exists(), "somebody is at work there"
    assert not left.exists()
    assert list(tmp_path.glob(f"{PREFIX}*")) == []


def test_a_number_of_backups_is_kept(
    table: Table, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Only the oldest backups of this table are deleted; a clock that was put back does not cost the newest."""
    folder = tmp_path / "backups"
    folder.mkdir()
    config = table.etc / "table.toml"
    mine = sources_of(read_file(config), config, ())
    other = sources_of(read_file(config) | {"table": "7_"}, config, ())
    days = [datetime(2026, 11, day, 3, tzinfo=UTC) for day in (1, 2, 3, 4)]
    made = [make(mine, folder, day)[0] for day in days]
    others = make(other, folder, days[0])[0]
    (folder / "jantaku-notes.tar.gz").write_text("somebody's own")
    assert delete_old(folder, made[3], 3) == [made[0]]
    put_back = make(mine, folder, datetime(1970, 1, 1, tzinfo=UTC))[0]
    assert delete_old(folder, put_back, 2) == made[1:3]
    assert sorted(folder.iterdir()) == sorted([made[3], put_back, others, folder / "jantaku-notes.tar.gz"])
    assert table.typed(folder, "--keep", 1) == 0
    assert table.typed(folder, "--keep", 1) == 0
    assert "deleted: " in capsys.readouterr().out
    assert len(list(folder.iterdir())) == 3
    assert refused(capsys, table.typed(tmp_path / "file.tar.gz", "--keep", 1)).endswith("is no folder")


def test_every_file_that_settings_name_is_in_it() -> None:
    """This covers settings whose comment calls them a file, and keys and certificates."""
    settings = read_file(None)
    network = {
        (section, name)
        for section in ("mqtt", "http", "calls")
        for name, value in settings[section].items()
        if value == ""
    }
    assert network - {("mqtt", "user"), ("http", "viewer")} == set(FILES)


def test_people_are_told_when_the_newest_backup_is_old(table: Table, tmp_path: Path) -> None:
    """A table that never had a backup raises no alert; the next backup withdraws it."""
    alerts = OpenAlerts()
    now = [datetime.now(UTC)]
    age = BackupAge(table.state, alerts.alert, lambda: now[0])
    age.look()
    table.backup(tmp_path / "one.tar.gz")
    now[0] += timedelta(days=6)
    age.look()
    assert alerts.open == {}
    now[0] += timedelta(days=2)
    age.look()
    age.look()
    assert alerts.open == {"backup": "The newest backup of this table is 8 days old"}
    (table.state / NOTE).write_text(f'{{"made": "{now[0].isoformat()}"}}')
    age.look()
    assert alerts.open == {}
    (table.state / NOTE).write_text("[]")
    age.look()
    assert alerts.open == {}
