"""A journal copied into a real PostgreSQL that is away at first, and goes away again: play goes on, all is caught up."""

from __future__ import annotations

import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from bench.stages.servers.postgres import POSTGRES, PostgresServer, postgres_server
from config.log_line import unsaid
from jantaku.main import main
from referee.game import observations
from referee.journal.growing_copy import GrowingCopy
from referee.journal.journal import Journal
from referee.journal.verification import verify
from referee.texts.language import english
from table_controller.journal import mirror as mirror_module
from table_controller.journal.mirror import Mirror, seed
from table_controller.wording.alert_texts import AlertTexts
from tests.conftest import ROOT
from tests.table_controller.silent import said_to
from tests.table_controller.test_broker import free_port, until

if TYPE_CHECKING:
    from collections.abc import Iterator

    from referee.game.observations import Observation

RULES = {"name": "x"}


@pytest.fixture(scope="module")
def server() -> Iterator[PostgresServer]:
    pytest.importorskip("psycopg")
    pytest.importorskip("psycopg_pool")
    if not POSTGRES:
        pytest.skip("no PostgreSQL server is installed")
    with postgres_server() as made:
        yield made


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LOOK_S", "FIRST_PAUSE_S", "LONGEST_PAUSE_S"):
        monkeypatch.setattr(mirror_module, name, 0.1)


def plays(journal: Journal, count: int) -> float:
    """The longest time that an entry took."""
    longest = 0.0
    for _ in range(count):
        happened: Observation = observations.ClockAdvanced(at_ms=journal.number * 10)
        began_s = time.monotonic()
        journal.append(happened, ())
        longest = max(longest, time.monotonic() - began_s)
    return longest


def digest(url: str) -> tuple[int, str]:
    copy = Journal(url)
    try:
        verify(copy)
        return copy.number, copy.head.digest
    finally:
        copy.close()


def test_a_journal_is_verified_against_its_copy(
    server: PostgresServer, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The hall knows number and hash of the newest entry it has; who changes the table's file cannot change those."""
    url, place = server.create("against"), tmp_path / "journal.sqlite"
    journal, copy = Journal(place), GrowingCopy(url)
    against = ["journal", "verify", "--state", str(place), "--against", url]
    plays(journal, 5)
    assert main(against) == 2
    assert "holds no entries to compare with" in capsys.readouterr().err
    copy.take_from(journal, 5)
    plays(journal, 2)
    journal.close()
    copy.close()
    assert main(against) == 0
    assert (
        "No entry was changed since it was written, up to the entry that was remembered."
        in capsys.readouterr().out
    )
    change = "update stored_events set state = cast(replace(cast(state as text), '\"at_ms\":40', '\"at_ms\":41') as blob)"
    cut = "delete from stored_events where originator_version >= 5"
    for statement, reason in ((cut, "entries up to 5 were sent or remembered"), (change, "")):
        worse = tmp_path / "worse.sqlite"
        shutil.copy(place, worse)
        with sqlite3.connect(worse) as database:
            database.execute(statement)
        database.close()
        assert main([*against[:3], str(worse), *against[4:]]) == 1
        said = capsys.readouterr().err
        assert reason in said
        assert "secret" not in said
    assert main([*against[:5], "postgresql://jantaku:secret@127.0.0.1:1/none"]) == 2
    assert "secret" not in capsys.readouterr().err


def test_it_is_caught_up_whenever_the_database_is_there(
    server: PostgresServer, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    url = server.create("away")
    server.stop()
    journal = Journal(tmp_path / "journal.sqlite")
    alerts: list[str | None] = []
    said: list[str] = []
    mirror = Mirror(
        journal,
        url,
        alert=lambda text, _: alerts.append(None if text is None else english(text)),
        say=said_to(said.append),
    )
    mirror.start()
    try:
        assert plays(journal, 30) < 1.0
        until(lambda: bool(alerts), "an alert")
        assert alerts[0] is not None
        assert alerts[0].startswith("The hall's database is away: ")
        assert "secret" not in alerts[0]
        for _ in range(2):
            server.start()
            until(lambda: alerts[-1] is None and digest(url)[0] == journal.number, "it is caught up")
            assert digest(url) == (journal.number, journal.head.digest)
            server.stop()
            assert plays(journal, 250) < 1.0
            until(lambda: alerts[-1] is not None, "an alert")
        server.start()
        until(lambda: alerts[-1] is None, "it is back")
    finally:
        mirror.stop()
    assert digest(url) == (journal.number, journal.head.digest) == (530, journal.head.digest)
    journal.close()
    assert said.count("the hall's database is back") == 3
    out = capfd.readouterr()
    assert "Traceback" not in out.out + out.err + "".join(said)


def test_another_journal_is_left_alone(server: PostgresServer, tmp_path: Path) -> None:
    url = server.create("another")
    ours, theirs = Journal(tmp_path / "ours.sqlite"), Journal(url)
    plays(theirs, 3)
    before = theirs.head
    theirs.close()
    plays(ours, 5)
    alerts: list[str | None] = []
    mirror = Mirror(
        ours,
        url,
        alert=lambda text, _: alerts.append(None if text is None else english(text)),
        say=unsaid,
    )
    mirror.start()
    until(lambda: english(AlertTexts.copy_other()) in alerts, "an alert")
    mirror.stop()
    ours.close()
    assert digest(url) == (before.number, before.digest)


def test_a_new_state_folder_goes_on_from_the_copy(server: PostgresServer, tmp_path: Path) -> None:
    url = server.create("seed")
    kept = Journal(url)
    kept.append(observations.HanchanBegun(ruleset=RULES, names=("Ada", "Bea", "Cid", "Dan")), ())
    plays(kept, 7)
    kept.close()
    said: list[str] = []
    seed(str(tmp_path / "new.sqlite"), url, said_to(said.append))
    assert said == ["8 entries were taken from the hall's database"]
    journal = Journal(tmp_path / "new.sqlite")
    verify(journal)
    (first, *_) = journal.entries()
    assert isinstance(first.observation, observations.HanchanBegun)
    assert first.observation.names == ("Ada", "Bea", "Cid", "Dan")
    journal.close()
    seed(str(tmp_path / "new.sqlite"), url, said_to(said.append))
    assert len(said) == 1, "what is there stays"


def test_a_table_plays_without_its_database(tmp_path: Path) -> None:
    (tmp_path / "frames").mkdir()
    daemon = subprocess.Popen(
        [sys.executable, "-u", "-m", "jantaku.main", "run", "--state", str(tmp_path), "--http", "0",
         "--mqtt", "127.0.0.1:1", "--serial", "/dev/null", "--camera", f"folder:{tmp_path / 'frames'}", "--auto-begin",
         "--journal", f"postgresql://jantaku:secret@127.0.0.1:{free_port()}/none"],
        cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
    )  # fmt: skip
    said = ""
    try:
        assert daemon.stdout is not None
        while "The hall's database is away: " not in said:
            line = daemon.stdout.readline()
            assert line, said
            said += line
    finally:
        daemon.send_signal(signal.SIGTERM)
        said += daemon.communicate(timeout=60)[0]
    assert daemon.returncode == 0, said
    assert "Traceback" not in said, said
    assert "secret" not in said
    journal = Journal(tmp_path / "journal.sqlite")
    assert journal.number == 1
    journal.close()


def people(url: str) -> list[tuple[int, str | None]]:
    copy = Journal(url)
    try:
        return sorted(copy.people_with_ids())
    finally:
        copy.close()


def mirrored(place: Path, url: str) -> list[str]:
    """The daemon runs until the copy is as long as the journal; what it said."""
    journal, said = Journal(place), list[str]()
    alerts: list[str | None] = []
    mirror = Mirror(
        journal,
        url,
        alert=lambda text, _: alerts.append(None if text is None else english(text)),
        say=said_to(said.append),
    )
    mirror.start()
    until(lambda: bool(alerts) and alerts[-1] is None and digest(url)[0] == journal.number, "it is caught up")
    mirror.stop()
    assert digest(url) == (journal.number, journal.head.digest)
    journal.close()
    return said


def test_a_name_that_is_forgotten_is_removed_from_the_copy_too(
    server: PostgresServer, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """At once where the database is there; else when it is back and the table runs; twice does no harm."""
    url, place, config = server.create("forgets"), tmp_path / "journal.sqlite", tmp_path / "daemon.toml"
    config.write_text(f'journal = "{url}"\n')
    journal = Journal(place)
    journal.append(observations.HanchanBegun(ruleset=RULES, names=("Aki", "Botan", "Chihiro", "Daichi")), ())
    plays(journal, 3)
    journal.close()
    mirrored(place, url)
    assert [name for _, name in people(url)] == ["Aki", "Botan", "Chihiro", "Daichi"]
    assert main(["forget", "Botan", "--state", str(tmp_path), "--config", str(config)]) == 0
    assert "It is removed in the hall's database too." in capsys.readouterr().out
    assert people(url) == [(1, "Aki"), (2, None), (3, "Chihiro"), (4, "Daichi")]
    server.stop()
    assert main(["forget", "Aki", "--state", str(tmp_path), "--config", str(config)]) == 0
    out = capsys.readouterr().out
    assert "In the hall's database it is removed once the table and the database run" in out
    assert "secret" not in out
    server.start()
    assert people(url)[0] == (1, "Aki")
    assert "people forgotten in the journal were removed from the hall's database: 1" in mirrored(place, url)
    assert people(url) == [(1, None), (2, None), (3, "Chihiro"), (4, "Daichi")]
    assert not [line for line in mirrored(place, url) if "removed" in line]
    # Another journal is left alone.
    other = server.create("others")
    theirs = Journal(other)
    theirs.append(observations.HanchanBegun(ruleset=RULES, names=("Aki", "B", "C", "D")), ())
    theirs.close()
    config.write_text(f'journal = "{other}"\n')
    assert main(["forget", "Daichi", "--state", str(tmp_path), "--config", str(config)]) == 0
    assert "holds another journal" in capsys.readouterr().out
    assert people(other)[0] == (1, "Aki")
