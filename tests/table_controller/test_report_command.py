"""``jantaku report``: the last hand folds to the same position and findings, and no word of a person is in the archive."""

import gzip
import io
import json
import os
import pty
import re
import shutil
import sqlite3
import subprocess
import sys
import tarfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any, Literal, get_args, get_origin, get_type_hints
from unittest.mock import MagicMock

import cv2
import numpy as np
import pytest
from msgspec import Struct
from msgspec.structs import fields

from firmware_bridge.link.counters import Telemetry
from jantaku.main import main
from referee.encoding.codec import canonical, encode
from referee.encoding.snapshot import encode_state
from referee.game import events, judge_events, judge_observations, observations, position
from referee.game import judge_observations as office
from referee.game import observations as seen
from referee.game.observations import Observation
from referee.game.position import GameState
from referee.journal.journal import Journal
from referee.journal.people import PERSONS
from referee.journal.reader import JournalReader, open_reader
from referee.judging.decide import advance
from referee.rules.fouls import CATALOGUE
from referee.rules.ruleset import GROUPS, Ruleset, RulesetError
from referee.texts.message import Message
from referee.tiles import UNKNOWN, parse_tile
from table_controller.cli.journal.reporting.errors import ReportError
from table_controller.cli.journal.reporting.form import ENTRIES
from table_controller.cli.journal.reporting.hands import folded, hands_played
from table_controller.cli.journal.reporting.loaded import load_report
from table_controller.cli.journal.reporting.make import ReportSources, gather, write
from table_controller.cli.journal.reporting.mask import WRITTEN, Mask, without_words
from table_controller.health.figures import Figures, FigureSources
from table_controller.journal.place import JOURNAL
from table_controller.machine.cycle import Phase
from table_controller.settings.in_force import default_settings
from table_controller.settings.origin import HIDDEN
from table_controller.web.broker_door import BrokerDoor
from table_controller.web.doors.doors import Doors
from table_controller.web.doors.metrics_door import MetricsDoor
from table_controller.web.web import DashboardServer, ServedPage
from tests.conftest import ROOT
from tests.referee.any_journal import tell
from tests.referee.old_journals_stage import NAMES as KEPT
from tests.referee.old_journals_stage import built
from tests.table_controller.backed_up import refused, tree, unpacked
from vision.calibration.camera_file import CameraFile, Pose, read_camera_file, write_camera_file
from vision.clips.avi import mjpeg_avi
from vision.clips.show import clip_frames
from vision.lens import Lens
from vision.worker.state_files import SECOND_CAMERA_FILE

BLOCK_PX = 16
FOUL = min(CATALOGUE)
HAND = (UNKNOWN,) * 13
PLAYERS = ("Ada Lovelace", "ひろし千尋", "Đorđe Živković", "Ольга Иванова")
JUDGES = ("Emmy Noether", "王小明", "marta-schiri")
SUBSTITUTE = "محمد"
HALL = "Клуб Одуванчик"
SECRETS = ("correct horse", "tisch-sieben", "zuschauerin", "schuhladen", "lovelace-broker")
SECRET_WORDS = (*PLAYERS, *JUDGES, SUBSTITUTE, HALL, *SECRETS, "Lovelace", "Noether", "她病了", "Hausregel")


def an_evening() -> list[Observation]:
    """Two hands with everything that names people, and reasons that name them too."""
    rules = {**Ruleset.read("wrc-2015").to_mapping(), "title": f"Hausregel {PLAYERS[0]}", "name": JUDGES[0]}
    rules["flow"] = {**rules["flow"], "start_points": 25000}
    return [
        seen.HanchanBegun(ruleset=rules, names=PLAYERS, judge=JUDGES[0], text=f"{PLAYERS[1]} late"),
        seen.HandDealt(at_ms=1000, dice=(3, 4), hands=(HAND, HAND, HAND, HAND)),
        office.TableAttended(at_ms=1100, who=JUDGES[1], judge=JUDGES[0]),
        seen.RulingGiven(at_ms=1200, ruling="void", judge=JUDGES[1], text=f"{PLAYERS[0]} dealt twice"),
        seen.HandDealt(at_ms=2000, dice=(1, 2), hands=(HAND, HAND, HAND, HAND)),
        seen.IndicatorSeen(at_ms=2100, tile=parse_tile("1z")),
        seen.TileDrawn(at_ms=3000, source=f"judge:{JUDGES[2]}", seat=0, tile=UNKNOWN),
        seen.TileDiscarded(at_ms=4000, seat=2, tile=parse_tile("1m")),
        seen.JudgeCalled(at_ms=4500, seat=1),
        office.TableAttended(at_ms=4600, who=JUDGES[1], judge=JUDGES[1]),
        office.FoulEntered(at_ms=4700, rule=FOUL, seat=1, judge=JUDGES[2], text=f"說 {PLAYERS[1]}"),
        seen.RulingGiven(at_ms=5000, ruling="accepted", finding=0, judge=JUDGES[0], text="她病了"),
        office.PlayerReplaced(at_ms=6000, seat=3, name=SUBSTITUTE, judge=JUDGES[0], text="Noether said so"),
        office.AppealNoted(at_ms=7000, seat=2, outcome="upheld", finding=0, judge=JUDGES[2]),
        office.PlayHalted(at_ms=7100, judge=JUDGES[2], text=f"wegen {PLAYERS[2]}"),
    ]


@pytest.fixture
def state(tmp_path: Path) -> Path:
    """A state folder with a journal and all files that a report uses."""
    folder = tmp_path / "ada-lovelaces-table"
    folder.mkdir()
    journal, now = Journal(folder / JOURNAL), None
    for observation in an_evening():
        decided, now = advance(now, observation)
        journal.append(observation, decided, state=now)
    journal.note_answer("marta-schiri 1", json.dumps({"judge": JUDGES[0]}, ensure_ascii=False))
    journal.close()
    write_camera_file(
        folder / "camera.json",
        CameraFile(
            *("2026-11-21T10:00:00", 1280, 960, Lens((900.0, 900.0), (640.0, 480.0)), "board", 0.2, 9),
            *("Lovelace's table", "0123456789abcdef", Pose((0.0, 0.1, 0.2), (1.0, 2.0, 900.0), 0.3, 8)),
        ),
    )
    machine = {"paused": JUDGES[0], "done": [f"{JUDGES[2]} 17"], "cause": f"{JUDGES[2]} 17"}
    (folder / "machine.json").write_text(json.dumps(machine, ensure_ascii=False), encoding="utf-8")
    lines = [
        {"number": number, "observation": "TileDrawn", "at_ms": 1, "settled_ms": None, "ack_real_ms": 2.5}
        for number in (4, 7, 8)
    ]
    lines_written = "".join(json.dumps(line) + "\n" for line in lines)
    (folder / "latency.jsonl").write_text(f'{lines_written}{{"number": 9, "observation": "{PLAYERS[0]}"')
    (folder / "onlookers.key").write_text(SECRETS[0])
    film(folder / "clips", 8)
    film(folder / "clips", 2)
    return folder


@pytest.fixture
def config(tmp_path: Path, state: Path) -> Path:
    path = tmp_path / "table.toml"
    (tmp_path / "lovelace.toml").write_text('extends = "standard"\nname = "Lovelace"\n')
    path.write_text(
        f'state = "{state}"\nhall = "{HALL}"\ntable = "7"\ncamera = "folder:{state}"\n'
        f'names = {json.dumps(PLAYERS, ensure_ascii=False)}\ngeometry = "{tmp_path / "lovelace.toml"}"\n'
        f'[mqtt]\naddress = "{SECRETS[4]}:1883"\nuser = "{SECRETS[1]}"\npassword_file = "{state}/{SECRETS[3]}"\n'
        f'[http]\nport = 0\nviewer = "{SECRETS[2]}"\n[overrides]\nflow.start_points = 25000\n',
        encoding="utf-8",
    )
    return path


def film(clips: Path, number: int, camera: str = "") -> None:
    """A clip of an entry: a bright felt, and bright people beside it."""
    name = f"{number:06d}{camera}"
    clips.mkdir(exist_ok=True)
    jpeg = cv2.imencode(".jpg", np.full((96, 128, 3), 220, np.uint8))[1].tobytes()
    clip = {
        "version": 1,
        "journal": number,
        "entries": [number],
        "at_ms": 4000,
        "why": f"{PLAYERS[0]}",
        "made": "2026-11-21",
        "film": f"{name}.avi",
        "frames_per_s": 5,
        "shown": [0, 1, 1],
        "width": 128,
        "height": 96,
        "zones": {"felt": [[32, 24], [96, 24], [96, 72], [32, 72]]},
        "frames": [
            {"frame": 1, "at_ms": 3800, "readings": {}, "lost": {}},
            {"frame": 2, "at_ms": 4000, "readings": {}, "lost": {"table": "moved"}},
        ],
    }
    (clips / f"{name}.avi").write_bytes(mjpeg_avi([jpeg] * 3, 128, 96, [0, 200, 400]))
    (clips / f"{name}.json").write_text(json.dumps(clip, ensure_ascii=False), encoding="utf-8")


def report(to: Path, *words: object) -> Path:
    """``jantaku report``."""
    assert main(["report", "--out", str(to), *map(str, words)]) == 0
    return to


def holding(archive: Path, words: tuple[str, ...]) -> set[str]:
    """Return the words that are anywhere in the archive: in its headers, its files, or their names."""
    whole = archive.read_bytes() + gzip.decompress(archive.read_bytes())
    return {
        word
        for word in words
        for written in (word.encode(), json.dumps(word)[1:-1].encode(), word.encode("utf-16-le"))
        if written.lower() in whole.lower()
    }


def persons_in(value: Any) -> Iterator[str]:
    """Every name in an encoded value."""
    if isinstance(value, dict):
        for key, each in value.items():
            if key == "ruleset":
                continue
            if key in PERSONS and isinstance(each, str | list):
                yield from [each] if isinstance(each, str) else [one for one in each if isinstance(one, str)]
            else:
                yield from persons_in(each)
    elif isinstance(value, list):
        for each in value:
            yield from persons_in(each)


def test_no_word_of_a_person_is_anywhere_in_it(state: Path, config: Path, tmp_path: Path) -> None:
    there = b"".join([*tree(state).values(), config.read_bytes()])
    assert {word for word in SECRET_WORDS if word.encode() not in there} == set()
    archive = report(tmp_path / "one.tar.gz", "--config", config, "--pictures", "--yes", "--last", 2)
    assert holding(archive, (*SECRET_WORDS, str(tmp_path), state.name)) == set()
    files = unpacked(archive)
    assert set(files) == {
        "manifest.json", "start.json", ENTRIES, "settings.json", "geometry.json", "camera.json",
        "machine.json", "latency.jsonl", "clips/000002.avi", "clips/000002.json", "clips/000008.avi",
        "clips/000008.json",
    }  # fmt: skip


def test_what_explains_the_hand_is_in_it(state: Path, config: Path, tmp_path: Path) -> None:
    files = unpacked(report(tmp_path / "one.tar.gz", "--config", config))
    contents = {name: json.loads(text) for name, text in files.items() if name.endswith(".json")}
    with closing(open_reader(state / JOURNAL)) as journal:
        first, last = (next(journal.entries(number, number)) for number in (5, 15))
    manifest = contents["manifest.json"]
    assert manifest["first"] == {"number": 5, "digest": first.digest}
    assert manifest["last"] == {"number": 15, "digest": last.digest}
    assert (manifest["table"], manifest["driver"], manifest["geometry"]) == ("7", "jantaku", HIDDEN)
    assert (manifest["ruleset"], manifest["overrides"]["flow.start_points"]) == ("own", 25000)
    assert manifest["counters"]["findings"] == {FOUL: 1, "out_of_turn_discard": 1}
    assert contents["settings.json"]["http.port"] == {"value": 0, "from": "file"}
    assert contents["settings.json"]["camera"] == {"value": f"folder:{HIDDEN}", "from": "file"}
    assert contents["settings.json"]["names"]["value"] == [HIDDEN] * 4
    assert contents["geometry.json"]["felt_half"] == 350.0
    (tmp_path / "camera.json").write_bytes(files["camera.json"])
    calibrated = read_camera_file(tmp_path / "camera.json")
    assert calibrated.pose == read_camera_file(state / "camera.json").pose
    assert (contents["machine.json"]["phase"], contents["machine.json"]["done"]) == ("waiting", 1)
    assert contents["machine.json"]["paused"].startswith("p")
    assert [json.loads(line)["number"] for line in files["latency.jsonl"].splitlines()] == [7, 8]


def test_what_a_second_camera_saw_is_in_it(
    state: Path, config: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The report has its calibration and its film of the felt, and nothing of it if no second camera is set."""
    second = replace(read_camera_file(state / "camera.json"), width=1920, table=JUDGES[0])
    write_camera_file(state / SECOND_CAMERA_FILE, second)
    film(state / "clips", 8, "-2")
    film(state / "clips", 8, "-copy")
    assert SECOND_CAMERA_FILE not in unpacked(report(tmp_path / "one.tar.gz", "--config", config))
    config.write_text(f'second_camera = "v4l2:/dev/{SECRETS[1]}"\n{config.read_text()}')
    archive = report(tmp_path / "two.tar.gz", "--config", config, "--pictures", "--yes")
    output = capsys.readouterr().out
    assert "how the second camera was calibrated" in output
    assert "the same, seen by the second camera" in output
    assert holding(archive, (*SECRET_WORDS, str(tmp_path), state.name)) == set()
    files = unpacked(archive)
    assert {name for name in files if "-" in name} == {
        SECOND_CAMERA_FILE,
        "clips/000008-2.avi",
        "clips/000008-2.json",
    }
    settings = json.loads(files["settings.json"])
    assert settings["second_camera"] == {"value": f"v4l2:{HIDDEN}", "from": "file"}
    (tmp_path / "out").mkdir()
    for name in (SECOND_CAMERA_FILE, "clips/000008-2.avi", "clips/000008-2.json"):
        (tmp_path / "out" / Path(name).name).write_bytes(files[name])
    calibrated = read_camera_file(tmp_path / "out" / SECOND_CAMERA_FILE)
    assert (calibrated.width, calibrated.pose, calibrated.table) == (1920, second.pose, HIDDEN)
    ((_, shown), *_) = clip_frames(tmp_path / "out" / "000008-2.json")
    assert shown[24:, :16].max() < 8, "whoever is beside the felt is black"
    (state / SECOND_CAMERA_FILE).unlink()
    report(tmp_path / "three.tar.gz", "--config", config)
    assert f"not in it: {SECOND_CAMERA_FILE} (there is none)" in capsys.readouterr().out


def masked_ends(journal: JournalReader, hand: int, archive: Path) -> tuple[str, str, list[str], list[str]]:
    """The position after a hand, and its findings: masked from the journal, and folded from the report."""
    played = hands_played(journal, hand=hand)
    write(gather(ReportSources(played, default_settings(), archive.parent, pictures=False)), archive)
    mask = Mask()
    mask.masked(encode_state(played.start))
    for entry in played.entries:
        mask.masked([encode(entry.observation), *map(encode, entry.events)])
    end = folded(played.start, played.entries)
    assert end is not None
    reached = load_report(archive).end()
    return (
        canonical(mask.masked(encode_state(end))),
        canonical(encode_state(reached)),
        [canonical(mask.masked(encode(found))) for found in end.findings],
        [canonical(encode(found)) for found in reached.findings],
    )


def cut_after(place: Path, number: int) -> None:
    """Remove the entries after one of them, as if they had not been made yet."""
    with closing(sqlite3.connect(place)) as database, database:
        database.execute("delete from stored_events where originator_version > ?", (number,))
        database.execute("delete from stored_snapshots")


@pytest.mark.parametrize(("kept", "until"), [(KEPT[0], None), (KEPT[0], 53), (KEPT[0], 40), (KEPT[1], None)])
def test_a_hand_of_a_table_folds_to_the_same(kept: str, until: int | None, tmp_path: Path) -> None:
    """Hands with corrections, an insertion, rulings and a substitute, and one that the daemon saw at the simulated
    table."""
    place = built(kept, tmp_path / JOURNAL)
    if until is not None:
        cut_after(place, until)
    with closing(open_reader(place)) as journal:
        for hand in hands_of(journal):
            archive = tmp_path / f"{hand}.tar.gz"
            end, reached, findings, found = masked_ends(journal, hand, archive)
            assert (reached, found) == (end, findings)
            names = {name for entry in journal.hanchan() for name in persons_in(encode(entry.observation))}
            assert names - {""}
            assert names & set(persons_in(json.loads(reached))) <= {""}


def hands_of(journal: JournalReader) -> list[int]:
    """The numbers of all hands of the newest hanchan."""
    return list(range(1, hands_played(journal).numbers[-1] + 1))


@pytest.mark.parametrize("seed", [1, 2])
def test_whatever_was_entered_folds_to_the_same(seed: int, tmp_path: Path) -> None:
    journal = Journal(tmp_path / JOURNAL, synced=False)
    tell("riichi-mj", Random(seed), journal)
    for hand in hands_of(journal):
        end, reached, findings, found = masked_ends(journal, hand, tmp_path / f"{hand}.tar.gz")
        assert (reached, found) == (end, findings)
    journal.close()


def test_the_referee_decides_the_same_again(state: Path, tmp_path: Path) -> None:
    """It does so from the report alone, which is what a bug hunt has."""
    loaded = load_report(report(tmp_path / "one.tar.gz", "--state", state))
    now: GameState | None = loaded.start
    assert len(loaded.entries) == 11
    for entry in loaded.entries:
        decided, now = advance(now, entry.observation)
        assert [without_words(encode(each)) for each in decided] == [encode(each) for each in entry.events]


def test_a_running_table_is_not_disturbed(
    state: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    journal = Journal(state / JOURNAL)
    journal.append(seen.ClockAdvanced(at_ms=9000), ())
    before = tree(state)
    archive = report(tmp_path / "one.tar.gz", "--state", state)
    assert tree(state) == before
    assert archive.stat().st_mode & 0o777 == 0o600
    journal.append(seen.ClockAdvanced(at_ms=9500), ())
    journal.close()
    assert load_report(archive).entries[-1].number == 16
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith(f"{archive}: 12 entries of hand 2, ")
    assert [line.split()[0] for line in lines[1:9]] == list(unpacked(archive))
    assert lines[9].startswith(
        "  not in it: the unit's firmware and the counters of its line (they are not stored"
    )
    assert lines[10] == "  not in it: films of the hand (--pictures)"
    assert lines[-1].startswith("Nothing was sent.")


TOLD = Telemetry(
    state="connected", firmware="1.7", requests=41, retries=2, signals=300, signals_repeated=1, signals_lost=0,
    beats_unanswered=3, frames=900, bad_crc=4, bad_frames=1, foreign_frames=0, resets=1, losses=1,
    round_trip_ms=2.5, offset_ms=7, drift_ppm=-12, clock_outliers=0,
)  # fmt: skip


@contextmanager
def running(telemetry: Telemetry, hall: str, table: str) -> Iterator[int]:
    """The port at which a running table serves its figures."""
    labels = {
        "hall": hall,
        "table": table,
        "firmware": telemetry.firmware,
        "version": "1",
        "driver": "jantaku",
    }
    sources = FigureSources(lambda: labels, *[MagicMock()] * 6)
    sources.unit.telemetry = telemetry  # type: ignore[misc]
    sources.machine.phase = Phase.WAITING  # type: ignore[misc]
    sources.broker.sent = sources.game.journal.number = 5  # type: ignore[misc]
    sources.game.state = None  # type: ignore[misc]
    sources.health.standing = [PLAYERS[0]]  # type: ignore[misc]
    sources.vision.pid = None  # type: ignore[misc]
    server = DashboardServer(
        0,
        ServedPage(broker=BrokerDoor("127.0.0.1", 1), hall=hall, table=table),
        doors=Doors(metrics=MetricsDoor(Figures(sources).written, "here")),
    )
    yield server.port
    server.close()


def line_of(archive: Path) -> dict[str, Any] | None:
    text = unpacked(archive).get("line.json")
    return None if text is None else dict(json.loads(text))


def test_a_running_table_is_asked_for_its_unit(state: Path, config: Path, tmp_path: Path) -> None:
    """Its labels name the hall, its alerts may name people: none of that is in the report."""
    words = config.read_text(encoding="utf-8")
    with running(TOLD, HALL, "7") as port:
        config.write_text(words.replace("port = 0", f"port = {port}"), encoding="utf-8")
        archive = report(tmp_path / "one.tar.gz", "--config", config)
        copied = report(tmp_path / "two.tar.gz", "--config", config, "--state", tree_copy(state, tmp_path))
    line = line_of(archive)
    assert line is not None
    assert line["firmware"] == "1.7"
    found = {name: line["counters"][name] for name in ("requests_total", "retries_total", "bad_frames_total")}
    assert found == {"requests_total": 41, "retries_total": 2, "bad_frames_total": 5}
    assert holding(archive, SECRET_WORDS) == set()
    assert line_of(copied) is None  # a copied folder belongs to no table that runs here


@pytest.mark.parametrize(
    ("place", "more"), [((HALL, "8"), ""), (("elsewhere", "7"), ""), ((HALL, "7"), 'metrics = "off"')]
)
def test_another_table_tells_nothing_of_this_one(
    place: tuple[str, str], more: str, config: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = config.read_text(encoding="utf-8")
    with running(TOLD, *place) as port:
        config.write_text(words.replace("port = 0", f"port = {port}\n{more}"), encoding="utf-8")
        assert line_of(report(tmp_path / "one.tar.gz", "--config", config)) is None
    assert "not in it: the unit's firmware" in capsys.readouterr().out
    manifest = json.loads(unpacked(tmp_path / "one.tar.gz")["manifest.json"])
    assert any("firmware" in each for each in manifest["left_out"])


def test_a_firmware_that_is_called_after_somebody_is_only_said_to_be_there(
    config: Path, tmp_path: Path
) -> None:
    words = config.read_text(encoding="utf-8")
    with running(replace(TOLD, firmware=PLAYERS[0]), HALL, "7") as port:
        config.write_text(words.replace("port = 0", f"port = {port}"), encoding="utf-8")
        line = line_of(report(tmp_path / "one.tar.gz", "--config", config))
    assert line is not None
    assert line["firmware"] == HIDDEN


def tree_copy(folder: Path, to: Path) -> Path:
    return Path(shutil.copytree(folder, to / "copied"))


def test_it_says_so_in_japanese_and_names_itself(
    state: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["--lang", "ja", "report", "--state", str(state), "--hand", "1"]) == 0
    (archive,) = tmp_path.glob("jantaku-report-1-*Z.tar.gz")
    assert "1局目の記録3件" in capsys.readouterr().out
    assert [entry.number for entry in load_report(archive).entries] == [2, 3, 4]


def test_films_are_cut_to_the_felt_and_those_without_table_are_black(state: Path, tmp_path: Path) -> None:
    files = unpacked(report(tmp_path / "one.tar.gz", "--state", state, "--pictures", "--yes"))
    clips = [name for name in files if name.startswith("clips/")]
    assert sorted(clips) == ["clips/000008.avi", "clips/000008.json"]
    for name in clips:
        (tmp_path / Path(name).name).write_bytes(files[name])
    video = cv2.VideoCapture(str(tmp_path / "000008.avi"))
    pictures = [video.read()[1] for _ in range(2)]
    assert not video.read()[0], "a picture that an earlier version repeated is in it once"
    video.release()
    beside = np.ones((96, 128), bool)
    beside[16:80, 32 - BLOCK_PX : 96 + BLOCK_PX] = False  # JPEG smears within its blocks
    assert pictures[0][beside].max() < 8
    assert pictures[0][28:68, 36:92].min() > 200
    assert pictures[1].max() < 8
    clip = tmp_path / "000008.json"
    assert len(list(clip_frames(clip))) == 2
    assert main(["vision", "show", str(clip), "--out", str(tmp_path / "shown.png")]) == 0


@pytest.mark.parametrize(("answer", "status"), [("y", 0), ("n", 1), ("", 1)])
def test_it_asks_before_hands_are_shown(answer: str, status: int, state: Path, tmp_path: Path) -> None:
    ours, theirs = pty.openpty()
    words = ["report", "--state", str(state), "--out", str(tmp_path / "one.tar.gz"), "--pictures"]
    os.write(ours, f"{answer}\n".encode())
    done = subprocess.run(
        [sys.executable, "-m", "jantaku.main", *words],
        cwd=ROOT, stdin=theirs, capture_output=True, text=True, check=False,
    )  # fmt: skip
    os.close(ours)
    os.close(theirs)
    assert done.returncode == status, done.stderr
    assert "hands and arms over the table are" in done.stdout
    assert (tmp_path / "one.tar.gz").exists() == (status == 0)


def refusal(capsys: pytest.CaptureFixture[str], *words: object) -> str:
    return refused(capsys, main(["report", *map(str, words)]))


def test_what_makes_no_sense_is_said(
    state: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", None)
    nowhere = tmp_path / "nowhere"
    assert f"{nowhere}: no such folder" in refusal(capsys, "--state", nowhere)
    assert "no journal there" in refusal(capsys, "--state", state / "clips")
    assert "hand 3" in refusal(capsys, "--state", state, "--hand", 3)
    assert "it has 2" in refusal(capsys, "--state", state, "--last", 5)
    assert f"{nowhere}: no such folder" in refusal(capsys, "--state", state, "--out", nowhere / "one")
    assert "overwrites nothing" in refusal(capsys, "--state", state, "--out", state / JOURNAL)
    assert "nobody here to ask" in refusal(capsys, "--state", state, "--pictures", "--out", tmp_path)
    assert "nowhere" in refusal(capsys, "--state", state, "--config", nowhere)
    assert list(tmp_path.glob("*.gz")) == []


def test_a_table_without_a_hand_has_nothing_to_report(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    journal = Journal(tmp_path / JOURNAL)
    assert "no hand was played" in refusal(capsys, "--state", tmp_path)
    events, now = advance(None, an_evening()[0])
    journal.append(an_evening()[0], events, state=now)
    assert "no hand was played" in refusal(capsys, "--state", tmp_path)
    journal.close()


def test_the_last_hand_may_be_of_the_hanchan_before(state: Path, tmp_path: Path) -> None:
    journal = Journal(state / JOURNAL)
    begun = seen.HanchanBegun(at_ms=9000, ruleset=Ruleset.read("wrc-2015").to_mapping(), keeps="nothing")
    events, _ = advance(journal.load().state, begun)
    assert journal.append(begun, events).number == 16
    journal.close()
    loaded = load_report(report(tmp_path / "one.tar.gz", "--state", state))
    assert [entry.number for entry in loaded.entries] == list(range(5, 16))


def test_a_damaged_journal_is_reported_with_its_entry(
    state: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with closing(sqlite3.connect(state / JOURNAL)) as database, database:
        database.execute("delete from stored_events where originator_version = 7")
    assert "7" in refusal(capsys, "--state", state, "--out", tmp_path)
    assert list(tmp_path.glob("*.gz")) == []


def test_where_there_is_no_room_nothing_is_written(state: Path, tmp_path: Path) -> None:
    """No file may grow beyond a limit, which the archive reaches."""
    before = tree(tmp_path)
    done = subprocess.run(
        ["prlimit", "--fsize=2048", sys.executable, "-m", "jantaku.main", "report",
         "--state", str(state), "--out", str(tmp_path / "one.tar.gz")],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 2, done.stderr
    assert done.stderr.startswith("jantaku report: ")
    assert len(done.stderr.splitlines()) == 1
    assert tree(tmp_path) == before


def test_files_that_cannot_be_read_are_left_out_and_told(
    state: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (state / "camera.json").write_bytes(b"\xff")
    (state / "machine.json").write_bytes(b"[" * 5000)
    (state / "latency.jsonl").unlink()
    (state / "clips" / "000008.avi").write_bytes(b"")
    report(tmp_path / "one.tar.gz", "--state", state, "--pictures", "--yes")
    output = capsys.readouterr().out
    for line in (
        *("camera.json (it cannot be read)", "machine.json (it cannot be read)"),
        *("latency.jsonl (there is none)", "clips/000008.avi (it cannot be read)"),
    ):
        assert f"not in it: {line}" in output


def test_a_report_that_lacks_an_entry_or_is_none_is_refused(state: Path, tmp_path: Path) -> None:
    archive = report(tmp_path / "one.tar.gz", "--state", state)
    files = unpacked(archive)
    lines = files[ENTRIES].splitlines(keepends=True)
    files[ENTRIES] = b"".join(lines[:3] + lines[4:])
    with tarfile.open(tmp_path / "two.tar.gz", "w:gz") as tar:
        for name, content in files.items():
            member = tarfile.TarInfo(name)
            member.size = len(content)
            tar.addfile(member, io.BytesIO(content))
    with pytest.raises(ReportError, match="entry 9 does not follow"):
        load_report(tmp_path / "two.tar.gz")
    (tmp_path / "three.tar.gz").write_bytes(archive.read_bytes()[:900])
    with pytest.raises(ReportError, match="not a report of Jantaku, or damaged"):
        load_report(tmp_path / "three.tar.gz")


def test_a_ruleset_has_words_of_its_own_only_where_they_are_masked() -> None:
    """Its other settings are numbers, switches and choices: none can be a name."""
    for group in GROUPS.values():
        for field in fields(group):
            if field.name != "double_yakuman":
                assert not is_free(get_type_hints(group)[field.name]), field.name
    rules = Ruleset.read("wrc-2015").to_mapping()
    rules["scoring"] |= {"double_yakuman": PLAYERS[:1]}
    with pytest.raises(RulesetError, match="double_yakuman"):
        Ruleset.from_mapping(rules)


def is_free(kind: object) -> bool:
    """Return whether a type holds any text."""
    return kind is str or (get_origin(kind) is not Literal and any(map(is_free, get_args(kind))))


SOURCES = {"source", "evidence", "riichi_evidence", "riichi_kan_evidence"}
"""Texts that name a source; a judge's name in one is masked like other names."""
OF_THE_PROGRAM = {
    *("senses", "rule", "act", "awaits", "section", "grade", "reason", "stopped", "dora_due", "last_hand"),
    *("yaku", "yakuman", "fed", "liable", "untaken"),
}
"""Texts that people do not write."""
WITHIN = {"ruleset", "observation", "changed", "withdrawn", "made", "state", "inserted"}
"""Mappings, which are masked field by field."""


def test_whatever_a_person_writes_is_known_to_be_so() -> None:
    """A new text of an observation, an event or a position is a name, a person's word, or of the program.

    Those of a ruleset are tested above; those of a message are an event's ``text``.
    """
    found = {
        name
        for module in (observations, judge_observations, events, judge_events, position)
        for kind in vars(module).values()
        if isinstance(kind, type) and issubclass(kind, Struct) and kind not in (Ruleset, Message)
        for name, written in kind.__annotations__.items()
        if re.search(r"\bstr\b|\bdict\b|\bMapping\b|\bAny\b", str(written))
    }
    assert {"text", "judge", "names", "source"} <= found
    assert found - PERSONS - WRITTEN - SOURCES - OF_THE_PROGRAM - WITHIN == set()
