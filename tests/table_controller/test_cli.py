"""The command line and the settings behind it: every error is one line, with status 2."""

import argparse
import errno
import fcntl
import os
import subprocess
import sys
from pathlib import Path

import pytest

from config import ConfigError, read_ruleset
from jantaku.main import main
from jantaku.subcommands import SUBCOMMANDS
from referee.records.journaled import records_of
from referee.records.mjai import mjai
from simulation.people.bots import play_game
from table_controller.settings.options import add_options
from table_controller.settings.settings import ClockChoice, Settings, read_settings

ROOT = Path(__file__).resolve().parents[2]


def settings(*arguments: str) -> Settings:
    parser = argparse.ArgumentParser()
    add_options(parser)
    return read_settings(parser.parse_args(arguments))


def test_a_table_without_a_unit_has_no_senses_of_its_own(tmp_path: Path) -> None:
    """The driver knows what its machine can sense, whatever the settings say."""
    file = tmp_path / "table.toml"
    file.write_text("[unit]\ndriver = 'none'\n")
    without = settings("--config", str(file))
    assert (without.driver, without.senses) == ("none", ())
    assert settings("--config", str(file), "--driver", "jantaku").senses == settings().senses != ()
    with pytest.raises(ConfigError, match="'smoke' is not an installed driver"):
        settings("--driver", "smoke")


def test_help_names_every_command_and_imports_none() -> None:
    code = (
        "import sys, jantaku.main as cli\n"
        "try: cli.main(['--help'])\n"
        "except SystemExit: pass\n"
        "heavy = {'numpy', 'cv2', 'aiomqtt', 'eventsourcing'} & set(sys.modules)\n"
        "assert not heavy, heavy"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, cwd=ROOT)
    assert done.returncode == 0, done.stderr
    assert all(name in done.stdout for name in SUBCOMMANDS)


@pytest.mark.parametrize("command", sorted(SUBCOMMANDS))
def test_each_command_explains_itself(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main([command, "--help"])
    assert ended.value.code == 0
    assert f"jantaku {command}" in capsys.readouterr().out


@pytest.mark.parametrize("arguments", [[], ["nonsense"], ["run", "--nonsense"]])
def test_wrong_use_is_status_2(arguments: list[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 2


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["--ruleset", "nosuch"], "'nosuch' is not one of"),
        (["--clock", "sundial"], "not one of real:SPEED"),
        (["--clock", "real:-1"], "not one of real:SPEED"),
        (["--mqtt", "localhost"], "is not HOST:PORT"),
        (["--names", '["a"]'], "list of four"),
        (["--overrides", "{"], "no valid JSON"),
        (["--overrides", '{"scoring.nosuch": true}'], "scoring.nosuch"),
        (["--hall", "a/b"], "cannot be part of a topic"),
        (["--camera", "v4l2:0", "--second-camera", "v4l2:0"], "second_camera: 'v4l2:0' is the first camera"),
        (["--config", "/nowhere/table.toml"], "cannot be read"),
    ],
)
def test_settings_that_cannot_be_used(
    arguments: list[str], reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["run", *arguments]) == 2
    assert reason in capsys.readouterr().err


def test_a_file_differs_and_options_go_first(tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    file.write_text(
        'hall = "east"\ntable = "12"\nruleset = "tenhou"\n[http]\nport = 0\n[panel]\nlamp_pin = 17\n'
    )
    found = settings("--config", str(file), "--table", "13", "--state", str(tmp_path))
    assert (found.mqtt.hall, found.mqtt.table, found.http_port) == ("east", "13", 0)
    assert (dict(found.panel.outputs), dict(found.panel.inputs)) == ({"lamp": 17}, {})
    assert found.ruleset.name == "tenhou"
    assert found.journal == str(tmp_path / "journal.sqlite")
    assert found.mqtt.commands == "jantaku/1/east/13/command/"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("colour = 1", "colour: no such setting"),
        ("[http]\nport = 'x'", "http.port: must be 0 to 65,535, a whole number, not 'x'"),
        ("[http", "not valid TOML"),
    ],
)
def test_a_file_with_mistakes_is_refused(tmp_path: Path, text: str, reason: str) -> None:
    file = tmp_path / "table.toml"
    file.write_text(text)
    with pytest.raises(ConfigError, match=reason):
        settings("--config", str(file))


def test_a_password_comes_from_its_file(tmp_path: Path) -> None:
    (tmp_path / "password").write_text("secret\n")
    file = tmp_path / "table.toml"
    file.write_text(f'[mqtt]\nuser = "table"\npassword_file = "{tmp_path}/password"\n')
    found = settings("--config", str(file))
    assert (found.mqtt.user, found.mqtt.password) == ("table", "secret")


def test_a_reader_that_has_seen_enough_is_no_error(tmp_path: Path) -> None:
    """The reader in ``jantaku replay … | head -1`` is such a case."""
    record = tmp_path / "played.mjai"
    record.write_text(mjai.write(next(records_of(play_game(read_ruleset("tenhou"), 21, 1)))))
    read, write = os.pipe()
    os.close(read)
    done = subprocess.run(
        [sys.executable, "-m", "jantaku.main", "replay", str(record)],
        stdout=write, stderr=subprocess.PIPE, text=True, cwd=ROOT, check=False,
    )  # fmt: skip
    os.close(write)
    assert done.returncode == 141
    assert done.stderr == ""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no device that is always full")
def test_output_that_cannot_be_written_is_status_2() -> None:
    """Status 1 would mean that a record disagrees."""
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "jantaku.main", "rules", "show", "wrc-2015"],
            stdout=full, stderr=subprocess.PIPE, text=True, cwd=ROOT, check=False,
        )  # fmt: skip
    assert done.returncode == 2
    assert done.stderr == f"jantaku rules: {os.strerror(errno.ENOSPC)}\n"


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["replay", "{}/nowhere"], "jantaku replay: {}/nowhere: No such file or directory"),
        (["replay", "{}"], "jantaku replay: {}: Is a directory"),
        (
            ["replay", "{}/empty"],
            "jantaku replay: {}/empty: start: not a record: neither mjlog, mjai nor tenhou6",
        ),
        (["replay"], "jantaku replay: which files?"),
        (
            ["replay", "--ruleset", "{}/club.toml", "{}/tiny.mjai"],
            "{}/club.toml: extends: rulesets: 'nosuch' is not one",
        ),
        (["rules", "show", "{}/"], "jantaku rules: {}: is not a file"),
        (["rules", "diff", "wrc-2015", "nosuch"], "jantaku rules: rulesets: 'nosuch' is not one of"),
        (["score", "--batch", "{}/nowhere"], "jantaku score: {}/nowhere: No such file or directory"),
        (["score", "--batch", "{}/list"], "jantaku score: {}/list:1: Expected `object`, got `array`"),
        (
            ["score", "234m345p678s5p", "--win", "5p", "--ron", "--meld", "11z"],
            "jantaku score: not a pon: 1z 1z",
        ),
        (
            ["score", "", "--win", "5p", "--ron"],
            "jantaku score: 0 concealed tiles and 0 melds do not make a hand",
        ),
    ],
)
def test_what_cannot_be_read_is_said_with_its_place(
    tmp_path: Path, arguments: list[str], reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "empty").touch()
    (tmp_path / "list").write_text("[]\n")
    (tmp_path / "club.toml").write_text('extends = "nosuch"\n')
    (tmp_path / "tiny.mjai").write_text(
        mjai.write(next(records_of(play_game(read_ruleset("tenhou"), 21, 1))))
    )
    assert main([each.format(tmp_path) for each in arguments]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert reason.format(tmp_path) in err


def test_good_files_among_bad_ones_are_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = tmp_path / "played.mjai"
    record.write_text(mjai.write(next(records_of(play_game(read_ruleset("tenhou"), 21, 1)))))
    assert main(["replay", str(record)]) == 0
    alone = capsys.readouterr().out
    assert main(["replay", str(tmp_path), str(record), str(tmp_path / "nowhere")]) == 2
    out, err = capsys.readouterr()
    assert out == alone
    assert len(err.splitlines()) == 2


def test_clocks() -> None:
    assert ClockChoice.parse("real:2.5") == ClockChoice(speed=2.5)
    assert ClockChoice.parse("real:20@12.5") == ClockChoice(speed=20.0, zero_s=12.5)
    assert ClockChoice.parse("unix:/run/clock") == ClockChoice(conductor="/run/clock")


@pytest.mark.parametrize("trouble", ["locked", "no conductor", "no journal"])
def test_a_daemon_that_cannot_start_says_why(
    trouble: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ["run", "--state", str(tmp_path), "--http", "0"]
    lock = (tmp_path / "lock").open("w")
    if trouble == "locked":
        fcntl.flock(lock, fcntl.LOCK_EX)
        expected = "another daemon uses this folder"
    elif trouble == "no conductor":
        arguments += ["--clock", f"unix:{tmp_path}/clock"]
        expected = "no conductor at"
    else:
        (tmp_path / "journal.sqlite").write_bytes(os.urandom(4096))
        expected = "cannot open the journal"
    assert main(arguments) == 2
    assert expected in capsys.readouterr().err
    lock.close()


def test_a_line_is_pulled_out_at_top_speed_only(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sim", "--unplug", "2", "--headless"]) == 2
    assert "--unplug" in capsys.readouterr().err


def test_a_geometry_that_is_none_is_reported_in_a_sentence(tmp_path: Path) -> None:
    file = tmp_path / "club.toml"
    file.write_text('name = "club"\n', encoding="utf-8")
    words = [
        "--state",
        str(tmp_path / "state"),
        "--http",
        "0",
        "--mqtt",
        "127.0.0.1:1",
        "--serial",
        "/dev/null",
    ]
    ran = subprocess.run(
        [sys.executable, "-m", "jantaku.main", "run", *words, "--geometry", str(file)],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert ran.returncode == 2
    assert ran.stderr.strip() == f"jantaku run: {file}: not a table geometry: 'markers' is missing"
