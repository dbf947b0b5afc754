"""Every subcommand answers every kind of bad input with a sentence and a status, never with a traceback.

The options are taken from the parsers, so that a new one is tried too.
"""

import argparse
import gzip
import json
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
import pytest

from config import read_ruleset
from jantaku.main import _add, main
from jantaku.subcommands import SUBCOMMANDS
from referee.journal.journal import Journal
from referee.records.journaled import records_of
from referee.records.mjai import mjai
from simulation.people.bots import play_game
from table_controller.mqtt.authority import Authority
from tests.conftest import ROOT
from wording.terminal.exit_status import ExitStatus

NUMBERS: Final = ("", "x", "-1", "0", "65536", "9" * 30, "nan", "inf", "1e400", "\u00b2", "\u0663", "1_0")
"""\u00b2 is a digit to Python and no number; 65536 is one more than the last port."""
WORDS: Final = ("", "-", ":", "\u00b2:\u00b2", "x" * 5000, "no-\udcff-text", "[" * 9000, "127.0.0.1:99999")
LONG_RUNS_S: Final = 1.5
"""The time after which a table or an emulated unit that did start is interrupted."""
OWN_STATUS: Final = frozenset(ExitStatus)
BESIDE: Final = 4


@pytest.fixture
def lying(made_once: Path, tmp_path: Path) -> Path:
    """A folder with wrong files and some right ones; commands may overwrite them."""
    folder = tmp_path / "lying"
    shutil.copytree(made_once, folder)
    return folder


@pytest.fixture(scope="module")
def made_once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("lying")
    (folder / "empty").touch()
    (folder / "folder").mkdir()
    (folder / "latin").write_bytes(b"n\xe4me = '\xff'\n")
    (folder / "nul").write_bytes(b"\0" * 5000)
    (folder / "nested").write_text('{"log":' + "[" * 100_000)
    (folder / "number").write_text("1" * 10_000)
    (folder / "object").write_text('{"type": 1, "names": {}, "log": [[[]]], "closed": null, "win": []}\n')
    (folder / "xml").write_text("<mjloggm>" + "<a>" * 20_000)
    (folder / "bomb").write_bytes(gzip.compress(b"<mjloggm>") + 64 * gzip.compress(b" " * (1 << 24)))
    (folder / "dot.png").write_bytes(cv2.imencode(".png", np.zeros((1, 1, 3), np.uint8))[1].tobytes())
    (folder / "line.png").write_bytes(cv2.imencode(".png", np.zeros((1, 4000, 3), np.uint8))[1].tobytes())
    (folder / "cut.png").write_bytes(cv2.imencode(".png", np.zeros((90, 90, 3), np.uint8))[1].tobytes()[:60])
    (folder / "dots").mkdir()
    (folder / "dots" / "1.png").write_bytes((folder / "dot.png").read_bytes())
    (folder / "grey.png").write_bytes(cv2.imencode(".png", np.full((90, 90, 3), 90, np.uint8))[1].tobytes())
    (folder / "game.mjai").write_text(mjai.write(next(records_of(play_game(read_ruleset("tenhou"), 21, 1)))))
    Authority(folder / "authority").make("home")
    (folder / "answers.toml").write_text('table = "7"\n')
    (folder / "logins.toml").write_text('[logins.anna]\nrole = "viewer"\n')
    (folder / "state").mkdir()
    Journal(folder / "state" / "journal.sqlite").close()
    (folder / "broken").mkdir()
    (folder / "broken" / "journal.sqlite").write_bytes(b"SQLite format 3\0" + b"\xff" * 5000)
    (folder / "broken" / "camera.json").write_bytes(b"\xff")
    (folder / "broken" / "tiles.npz").write_bytes(b"PK\3\4\xff")
    (folder / "broken" / "machine.json").write_bytes(b"[" * 5000)
    return folder


def files(folder: Path) -> list[str]:
    return [
        *(str(path) for path in sorted(folder.iterdir()) if path.name not in ("state", "game.mjai")),
        str(folder / "nothing" / "there"),
        str(folder / "empty" / "below"),
        "/dev/full",
        "/proc/self/mem",
    ]


def usual(folder: Path) -> dict[tuple[str, ...], list[str]]:
    """The arguments with which each command works here, if at all."""
    grey, game, state = (str(folder / name) for name in ("grey.png", "game.mjai", "state"))
    nowhere, store = "127.0.0.1:1", str(folder / "hall.sqlite")
    return {
        ("run",): ["--state", str(folder / "run"), "--http", "0", "--mqtt", nowhere, "--serial", "/dev/null",
                   "--camera", f"folder:{folder / 'dots'}"],
        ("record",): [str(folder / "recordings"), "--state", str(folder / "run"), "--http", "0", "--mqtt", nowhere,
                      "--serial", "/dev/null", "--camera", f"folder:{folder / 'dots'}"],
        ("playback",): [str(folder / "recordings" / "1")],
        ("doctor",): ["--state", str(folder / "run"), "--http", "0", "--mqtt", nowhere, "--serial", "/dev/null",
                      "--camera", f"folder:{folder / 'dots'}"],
        ("update",): ["--state", str(folder / "run")],
        ("setup",): ["--from", str(folder / "answers.toml"), "--yes", "--root", str(folder / "scratch")],
        ("config", "show"): ["mqtt", "--state", str(folder / "run")],
        ("config", "check"): ["--state", str(folder / "run")],
        ("config", "explain"): ["mqtt.address", "--state", str(folder / "run")],
        ("panel",): ["--state", str(folder / "run"), "--drawing"],
        ("trial",): ["--tables", "1"],
        ("sim",): ["--headless", "--record", game, "--state", str(folder / "sim")],
        ("replay",): [game],
        ("export",): ["--format", "mjai", "--state", state],
        ("journal", "verify"): ["--state", state],
        ("journal", "head"): ["--state", state],
        ("forget",): ["Aki", "--state", state],
        ("backup",): [str(folder / "backups"), "--state", state, "--logins", str(folder / "logins.toml")],
        ("report",): ["--state", state, "--out", str(folder / "report.tar.gz")],
        ("restore",): [str(folder / "bomb"), "--to", str(folder / "restored")],
        ("judge",): ["--broker", nowhere, "tables"],
        ("view",): ["--broker", nowhere],
        ("hall",): ["--broker", nowhere, "--store", store],
        ("hall", "page"): ["--http", "127.0.0.1:8080", "--certificate", grey, "--store", store],
        ("hall", "forward"): ["--forward", "nats://127.0.0.1:1", "--store", store],
        ("hall", "push"): ["--push", grey, "--push-contact", "mailto:judges@club.example"],
        ("hall", "status"): ["--store", store],
        ("hall", "head"): ["--table", "7", "--store", store],
        ("hall", "export"): ["--out", str(folder / "games"), "--store", store],
        ("hall", "resolve"): ["--notice", "1", "--store", store],
        ("hall", "tournament", "list"): ["--store", store],
        ("hall", "tournament", "records"): ["30", "--store", store],
        ("hall", "tournament", "repair"): ["spring", "--store", store],
        ("hall", "tournament", "export"): ["spring", str(folder / "spring.book"), "--store", store],
        ("hall", "tournament", "import"): [str(folder / "latin"), "--store", store],
        ("hall", "tournament", "forget"): ["p3", "--store", store],
        ("hall", "seating", "check"): [str(folder / "latin")],
        ("hall", "seating", "try"): ["1"],
        ("federation",): ["--from", "nats://127.0.0.1:1", "--store", str(folder / "federation.sqlite")],
        ("swarm",): ["--broker", nowhere, "--state", str(folder / "swarm"), "--seconds", "0.2"],
        ("logins", "add"): ["anna", "--role", "viewer", "--password-file", str(folder / "latin"), "--logins",
                            str(folder / "logins.toml")],
        ("logins", "remove"): ["anna", "--logins", str(folder / "logins.toml")],
        ("logins", "list"): ["--logins", str(folder / "logins.toml")],
        ("logins", "write"): ["--logins", str(folder / "logins.toml"), "--passwords", str(folder / "passwords"),
                              "--access", str(folder / "access"), "--roles", str(folder / "roles.toml")],
        ("authority", "new"): ["--folder", str(folder / "authority")],
        ("authority", "issue"): ["broker", "--host", "localhost", "--folder", str(folder / "authority")],
        ("authority", "renew"): ["--folder", str(folder / "authority")],
        ("authority", "list"): ["--folder", str(folder / "authority")],
        ("sheets",): [str(folder / "object"), str(folder / "sheets")],
        ("score",): ["234m 55p 678s 11222z"],
        ("rules", "list"): [],
        ("rules", "show"): ["tenhou"],
        ("rules", "diff"): ["tenhou", "wrc-2015"],
        ("rules", "fouls"): ["tenhou"],
        ("unit",): ["--device", "/dev/null"],
        ("unit", "conformance"): ["none", "--place", "/dev/null"],
        ("firmware", "build"): [],
        ("firmware", "emulate"): [],
        ("firmware", "flash"): ["--port", "/dev/null"],
        ("firmware", "monitor"): ["/dev/null"],
        ("link", "bench"): ["--device", "/dev/null"],
        ("completion",): ["bash"],
        ("vision", "read"): [grey],
        ("vision", "calibrate"): ["--picture", grey, "--state", state],
        ("vision", "markers"): ["--pdf", str(folder / "markers.pdf")],
        ("vision", "show"): ["1", "--state", state],
        ("vision", "enrol"): [grey, "--name", "club", "--out", str(folder / "tiles.npz")],
        ("table", "learn"): ["--bare", grey, "--set", grey, "--out", str(folder / "club.toml")],
    }  # fmt: skip


COMPILES: Final = {("firmware", "build")}
"""A command that has only choices, and works for a minute if they are right."""
START: Final = {
    ("run",),
    ("record",),
    ("sim",),
    ("trial",),
    ("hall",),
    ("hall", "page"),
    ("hall", "forward"),
    ("hall", "push"),
    ("federation",),
    ("swarm",),
    ("unit",),
    ("unit", "conformance"),
    ("firmware", "emulate"),
    ("firmware", "monitor"),
    ("link", "bench"),
}
"""Commands that start a table or a unit if they can."""


def leaves(parser: argparse.ArgumentParser, path: tuple[str, ...] = ()) -> Iterator[Any]:
    below = [action for action in parser._actions if isinstance(action, argparse._SubParsersAction)]
    if path and not any(action.required for action in below):
        yield path, parser
    for action in below:
        for name, each in action.choices.items():
            yield from leaves(each, (*path, name))


def commands() -> dict[tuple[str, ...], argparse.ArgumentParser]:
    top = argparse.ArgumentParser()
    subparsers = top.add_subparsers()
    for name in SUBCOMMANDS:
        _add(subparsers.add_parser, name, SUBCOMMANDS[name].module)
    return dict(leaves(top))


def cases(folder: Path, command: tuple[str, ...], parser: argparse.ArgumentParser) -> Iterator[list[str]]:
    """Yield each option with each bad value that somebody might give."""
    right = usual(folder)[command]
    positionals = [action for action in parser._actions if not action.option_strings]
    for action in parser._actions:
        if action.nargs == 0 or action.choices is not None:
            continue
        named = str(action.type).lower()
        counts = action.type in (int, float) or any(
            word in named for word in ("positive", "speed", "count", "sec")
        )
        counts = counts or any(
            word in getattr(action.type, "__name__", "") for word in ("size", "chance", "count")
        )
        values: Sequence[str] = NUMBERS if counts else (*WORDS, *files(folder))
        if action.dest in ("clock", "camera", "mqtt", "broker"):
            values = (*values, *(f"{kind}:{value}" for value in NUMBERS for kind in
                                 {"clock": ("real", "unix"), "camera": ("v4l2", "picamera2", "shm", "file", "folder")}
                                 .get(action.dest, ("127.0.0.1",))))  # fmt: skip
        option = action.option_strings[-1] if action.option_strings else ""
        for value in values:
            many = [value] * (action.nargs if isinstance(action.nargs, int) else 1)
            if option in right:
                at = right.index(option) + 1
                yield [*command, *right[:at], *many, *right[at + 1 :]]
            elif option:
                yield [*command, option, *many, *right]
            elif action.nargs == argparse.REMAINDER:
                yield [*command, *right[:-1], *many]
            else:
                at = positionals.index(action)
                yield [*command, *right[:at], *many, *right[at + 1 :]]


@dataclass
class Runner:
    """Runs command lines; returns the status and all output of each."""

    process: subprocess.Popen[str]
    folder: str

    def lanes(
        self, *lanes: Sequence[Sequence[str]], interrupt_s: float = LONG_RUNS_S, closed: Sequence[int] = ()
    ) -> list[list[dict[str, Any]]]:
        """Run the lanes in parallel, and the commands of each lane one after the other."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        of_all = {"interrupt_s": interrupt_s, "closed": closed, "folder": self.folder}
        asked = [[{"arguments": arguments, **of_all} for arguments in lane] for lane in lanes]
        self.process.stdin.write(json.dumps(asked) + "\n")
        self.process.stdin.flush()
        done = json.loads(self.process.stdout.readline())
        return [[{**each, "mute": 2 in closed} for each in lane] for lane in done]

    def __call__(
        self, arguments: Sequence[str], interrupt_s: float = LONG_RUNS_S, closed: Sequence[int] = ()
    ) -> dict[str, Any]:
        """Run one command."""
        return self.lanes([arguments], interrupt_s=interrupt_s, closed=closed)[0][0]


@pytest.fixture(scope="module")
def runner(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Runner]:
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.table_controller.cli_fork"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT,
    )  # fmt: skip
    yield Runner(process, str(tmp_path_factory.mktemp("here")))
    process.communicate()


def wrong(done: dict[str, Any]) -> str:
    """Return what is wrong with the output; empty if nothing is."""
    output = done["said"]
    for word in ("Traceback", "Exception ignored", "Error in atexit", "object at 0x"):
        if word in output:
            return str(output[max(0, output.find(word) - 300) :][-1500:])
    if done["status"] not in OWN_STATUS:
        return f"status {done['status']}: {output[-500:]}"
    if done["status"] == 2 and not output.strip() and not done.get("mute"):
        return "status 2 without a word"
    return ""


def short(arguments: Sequence[str]) -> str:
    return " ".join(f"{each[:60]!a}" for each in arguments)


def tried(commands_of: Iterable[tuple[str, ...]]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("command", sorted(commands_of), ids=" ".join)


def try_all(command: tuple[str, ...], lying: Path, runner: Runner, *, each: int = 1, beside: int = 1) -> None:
    """Try every case of a command, or only one of ``each``: not the same values with every option.

    Many run in parallel, each with its own files, since a file that one has open would be refused to another.
    """
    lanes = []
    for lane in range(beside):
        own = lying / str(lane)
        shutil.copytree(lying, own, ignore=shutil.ignore_patterns("[0-9]"))
        lanes.append(list(islice(cases(own, command, commands()[command]), lane * each, None, each * beside)))
    bad = [
        f"jantaku {short(arguments)}\n{problem}"
        for lane, results in zip(lanes, runner.lanes(*lanes), strict=True)
        for arguments, done in zip(lane, results, strict=True)
        if (problem := wrong(done))
    ]
    assert not bad, f"{len(bad)} ways:\n" + "\n\n".join(bad[:25])


SETTINGS: Final = {("doctor",), ("config", "show"), ("config", "explain"), ("panel",), ("update",)}
"""Commands with the options of a table's settings and few others; ``config check`` tries those for all of them."""


@pytest.mark.parametrize(
    ("command", "each"),
    [
        pytest.param(command, each, id=f"{each}-{' '.join(command)}", marks=marks)
        for command in sorted(commands().keys() - COMPILES - START)
        for each, marks in (
            (360 if command in SETTINGS else 52, ()),
            (20 if command in SETTINGS else 5, pytest.mark.prove(short=False)),
            (1, pytest.mark.prove(usual=False)),
        )
    ],
)
@pytest.mark.timeout(900)
def test_no_value_of_an_option_ends_in_a_traceback(
    command: tuple[str, ...], each: int, lying: Path, runner: Runner
) -> None:
    try_all(command, lying, runner, each=each)


@tried(START)
@pytest.mark.parametrize(
    "each",
    [
        pytest.param(9, marks=pytest.mark.prove(short=False)),
        pytest.param(1, marks=pytest.mark.prove(usual=False)),
    ],
)
@pytest.mark.timeout(2400)
def test_nor_where_a_table_or_a_unit_is_started(
    command: tuple[str, ...], each: int, lying: Path, runner: Runner
) -> None:
    """Most run until they are interrupted, so several run at once."""
    try_all(command, lying, runner, each=each, beside=BESIDE)


@pytest.mark.parametrize("closed", [1, 2, 0], ids=["output", "errors", "input"])
def test_closed_streams(closed: int, lying: Path, runner: Runner) -> None:
    """With ``>&-``, a failed write is noticed, and no output goes into another file."""
    for command in (
        ("replay",),
        ("journal", "verify"),
        ("score",),
        ("rules", "list"),
        ("rules", "show"),
    ):
        done = runner([*command, *usual(lying)[command]], 60.0, [closed])
        assert wrong(done) == "", command
        if closed == 1:
            assert (done["status"], "standard output is closed" in done["said"]) == (2, True), (command, done)
        else:
            assert done["status"] in (0, 1), (command, done)


@pytest.mark.prove(short=False)
@pytest.mark.parametrize("after_s", [0.0, 0.01, 0.05, 0.2])
def test_ctrl_c_ends_quietly(after_s: float, lying: Path, runner: Runner) -> None:
    for command in (("replay",), ("journal", "verify"), ("run",)):
        arguments = [
            *command,
            *usual(lying)[command],
            *([usual(lying)[command][-1]] * 40 if command == ("replay",) else []),
        ]
        done = runner(arguments, after_s)
        assert wrong(done) == "", command
        assert done["status"] in (0, 1, 130), (command, done)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["run", "--http", "99999"], "http.port: must be 0 to 65,535, a whole number, not 99999"),
        (["run", "--http", "-1"], "http.port: must be 0 to 65,535, a whole number, not -1"),
        (["run", "--http", "65536"], "http.port: must be 0 to 65,535, a whole number, not 65536"),
        (["run", "--mqtt", "host:99999"], "PORT 1 to 65535"),
        (["run", "--mqtt", "host:\u00b2"], "is not HOST:PORT"),
        (["run", "--clock", "real:inf"], "SPEED above 0 up to"),
        (["run", "--clock", "real:nan"], "SPEED above 0 up to"),
        (["run", "--clock", "real:1@inf"], "is not one of"),
        (["setup", "--page", "99999"], "is not a whole number from 0 to 65535"),
        (["replay", "{}/bomb"], "longer than any record"),
        (["replay", "{}/latin"], "not UTF-8 text"),
        (["replay", "{}/nested"], "nested too deep"),
        (["run", "--config", "{}/latin"], "not UTF-8 text"),
        (["run", "--config", "/dev/full"], "is not a file"),
        (["logins", "list", "--logins", "/dev/full"], "is not a file"),
        (["judge", "--user", "a", "--password-file", "/dev/full", "tables"], "is not a file"),
        (["vision", "read", "{}/dot.png"], "1 x 1 pixels are too few"),
        (["vision", "read", "/dev/full"], "longer than any picture"),
        (["vision", "show", "{}/dot.png"], "1 x 1 pixels are too few"),
        (["sim", "--seed", "-1"], "'-1' is not a whole number from 0 to 999999999999999999"),
        (["trial", "--listen", "no-\udcff-text"], "is no address of a computer"),
        (["sim", "--headless", "--ruleset", "{}/empty", "--record", "{}/game.mjai"], "is missing"),
        (["firmware", "monitor", "{}/ttyACM0"], "there is no such device"),
        (["export", "--format", "mjai", "--state", "{}/broken"], "journal.sqlite"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said_in_a_sentence(
    arguments: list[str], says: str, lying: Path, runner: Runner
) -> None:
    done = runner([each.replace("{}", str(lying)) for each in arguments], 60.0)
    assert done["status"] in (1, 2), done
    assert says in done["said"]
    assert wrong(done) == ""


def test_an_option_that_is_not_written_out_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    """``--stat`` could be another option than the one that was meant, and put files where nobody expects them."""
    with pytest.raises(SystemExit) as ended:
        main(["sim", "--stat", "somewhere"])
    assert ended.value.code == ExitStatus.UNUSABLE
    assert "--stat somewhere" in capsys.readouterr().err
