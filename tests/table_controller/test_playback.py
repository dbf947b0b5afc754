"""A table's inputs are played back to a daemon, and the journal is the same, byte for byte."""

import shutil
from pathlib import Path

import pytest

from firmware_bridge.messages.messages import SIGNALS
from firmware_bridge.messages.signals import Button, ButtonName, Signal, UnknownSignal
from firmware_bridge.messages.wire import WireError, layout
from jantaku.main import main
from referee.journal.journal import Journal
from referee.journal.reader import open_reader
from simulation.replay.playback.errors import RecordingError
from simulation.replay.playback.player import play_back
from simulation.replay.playback.recording import INPUTS_FILE, encode_what, signal_in
from table_controller.journal.panel_signals import StopContact
from tests.table_controller.daemon_stage import GAME, SURVIVES, journalled, live


def recorded(folder: Path, step: int) -> int:
    """A life of the daemon that records itself."""
    return live(folder, step, str(folder / "recordings"))


def stored(place: Path) -> list[bytes]:
    """The entries as stored on disk."""
    reader = open_reader(place)
    try:
        return [text for _, text in reader.stored(0, 10_000)]
    finally:
        reader.close()


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A hand from the dice to the last point, recorded."""
    folder = tmp_path_factory.mktemp("played")
    assert recorded(folder, SURVIVES) == 0
    assert journalled(folder) == GAME
    return folder


def test_a_hand_is_played_back_byte_for_byte(played: Path, tmp_path: Path) -> None:
    outcome = play_back(played / "recordings" / "1", tmp_path)
    assert stored(tmp_path / "journal.sqlite") == stored(played / "journal.sqlite")
    assert outcome.differs is None
    assert outcome.entries == outcome.proven == len(stored(played / "journal.sqlite")) == len(GAME)


def test_the_command_says_so(played: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["playback", str(played / "recordings" / "1")]) == 0
    assert "byte for byte as recorded" in capsys.readouterr().out.splitlines()[-1]
    assert main(["--lang", "ja", "playback", str(played / "recordings" / "1")]) == 0
    assert "1バイトも違いませんでした" in capsys.readouterr().out.splitlines()[-1]


@pytest.mark.sampled(1)
@pytest.mark.parametrize("every", [60, 97])
def test_killed_while_it_records(tmp_path: Path, every: int) -> None:
    """Each life has a recording that begins where the one before was killed, and all play back."""
    lives = 1
    before: list[bytes] = []
    while recorded(tmp_path, every) != 0:
        lives += 1
        assert lives < 20
        kept = stored(tmp_path / "journal.sqlite")
        _plays(tmp_path, lives - 1, kept)
        assert kept[: len(before)] == before
        before = kept
    _plays(tmp_path, lives, stored(tmp_path / "journal.sqlite"))
    assert journalled(tmp_path) == GAME
    assert lives > 2


def _plays(folder: Path, life: int, kept: list[bytes]) -> None:
    """Check that a journal is a beginning of the playback, since an input is recorded before its consequences."""
    state = folder / f"again-{life}"
    outcome = play_back(folder / "recordings" / str(life), state)
    assert outcome.differs is None
    again = stored(state / "journal.sqlite")
    assert again[: len(kept)] == kept
    assert len(again) - len(kept) <= 3


def test_a_line_that_was_not_written_completely_is_left_out(played: Path, tmp_path: Path) -> None:
    recording = tmp_path / "1"
    shutil.copytree(played / "recordings" / "1", recording)
    file = recording / INPUTS_FILE
    whole = file.read_bytes()
    file.write_bytes(whole[: len(whole) * 2 // 3])
    assert not file.read_bytes().endswith(b"\n")
    outcome = play_back(recording, tmp_path / "state")
    assert outcome.differs is None
    assert 10 < outcome.entries < len(stored(played / "journal.sqlite"))


def test_a_difference_is_reported_with_the_entry(
    played: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A discard is changed to another tile: that entry differs from the recording, and the command says so."""
    recording = tmp_path / "1"
    shutil.copytree(played / "recordings" / "1", recording)
    file = recording / INPUTS_FILE
    lines = file.read_bytes().splitlines(keepends=True)
    [place, *_] = [
        place for place, line in enumerate(lines) if b'"zone":"pond/1"' in line and b'"tile":13' in line
    ]
    lines[place] = lines[place].replace(b'"tile":13', b'"tile":14')
    file.write_bytes(b"".join(lines))
    outcome = play_back(recording, tmp_path / "state")
    journal = Journal(played / "journal.sqlite")
    recorded = [entry.observation for entry in journal.entries()]
    journal.close()
    assert outcome.differs is not None
    assert type(recorded[outcome.differs - 1]).__name__ == "TileDiscarded"
    assert main(["playback", str(recording)]) == 1
    assert f"entry {outcome.differs} differs from the recording" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (b'{"line":"start","version":99}\n', "a recording of version 99; this program knows version 1"),
        (b"a film\n", "line 1: cannot be played back"),
        (b'{"line":"entries","number":3,"hash":""}\n', "line 1: cannot be played back"),
        (b"", "not a recording"),
    ],
)
def test_files_that_are_no_recording(tmp_path: Path, text: bytes, says: str) -> None:
    (tmp_path / INPUTS_FILE).write_bytes(text)
    with pytest.raises(RecordingError, match=says):
        play_back(tmp_path, tmp_path / "state")
    with pytest.raises(RecordingError, match=r"it has no inputs\.jsonl"):
        play_back(tmp_path / "nowhere", tmp_path / "state")


def test_an_input_that_is_none_is_reported_with_its_line(played: Path, tmp_path: Path) -> None:
    recording = tmp_path / "1"
    shutil.copytree(played / "recordings" / "1", recording)
    with (recording / INPUTS_FILE).open("ab") as file:
        file.write(b'{"line":"input","at_ms":1,"wall":"","kind":"signal","what":{"type":"Whistle"}}\n')
    count = (recording / INPUTS_FILE).read_bytes().count(b"\n")
    with pytest.raises(RecordingError, match=f"line {count}: cannot be played back: no signal"):
        play_back(recording, tmp_path / "state")


def test_a_folder_with_a_journal_is_not_played_into(played: Path) -> None:
    with pytest.raises(RecordingError, match="there is a journal already"):
        play_back(played / "recordings" / "1", played)


def test_every_signal_can_be_recorded() -> None:
    press = Button(number=1, nonce=7, at_ms=5, chair=2, button=ButtonName.PON, pressed=True)
    unknown = UnknownSignal(number=1, nonce=7, at_ms=5, kind=200, payload=b"\x00\xff")
    stop = StopContact(number=1, nonce=7, at_ms=5, opened=True)
    for each in (press, unknown, stop):
        assert signal_in(encode_what(each)) == each


@pytest.mark.parametrize("kind", SIGNALS)
def test_each_signal_of_the_unit_can_be_recorded(kind: type[Signal]) -> None:
    payload = bytes([1] * layout(kind).size)
    try:
        made = kind.from_payload(payload)
    except WireError:
        made = kind.from_payload(bytes(len(payload)))
    assert signal_in(encode_what(made)) == made


@pytest.mark.parametrize("size", ["0", "-5"])
def test_no_room_for_pictures_is_refused(
    size: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["record", str(tmp_path / "evening"), "--frames", "--frames-mb", size]) == 2
    assert "--frames-mb: must be a whole number from 1 on" in capsys.readouterr().err
    assert not (tmp_path / "evening").exists()


def test_pictures_without_a_recording_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sim", "--frames"]) == 2
    assert "give --recordings DIR too" in capsys.readouterr().err
