"""``jantaku restore``: a backup is verified and put in place; a damaged one, or one older than the present journal, is
refused."""

import gzip
import hashlib
import io
import json
import os
import stat
import subprocess
import sys
import tarfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import pytest

from jantaku.main import main
from referee.journal.journal import Journal
from table_controller.journal.one_daemon import only_one
from table_controller.journal.place import JOURNAL
from table_controller.settings.settings import read_file
from tests.conftest import ROOT
from tests.table_controller.backed_up import PASSWORD, Table, head_of, refused, restored, tree

Files = list[tuple[tarfile.TarInfo, bytes]]


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table.begin(tmp_path)


@pytest.fixture
def archive(table: Table, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    made = table.backup(tmp_path / "one.tar.gz")
    capsys.readouterr()
    return made


def test_a_table_comes_back_on_another_computer(
    table: Table, archive: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    to, settings = tmp_path / "new" / "state", tmp_path / "new" / "etc"
    settings.mkdir(parents=True)
    assert restored(archive, "--to", to, "--settings", settings) == 0
    output = capsys.readouterr().out
    assert "table club/7" in output
    assert "4 entries are whole" in output
    assert f"restored: {to}/journal.sqlite" in output
    assert head_of(to) == table.journal.head
    assert main(["journal", "verify", "--state", str(to)]) == 0
    assert (to / "tiles.npz").read_bytes() == (table.state / "tiles.npz").read_bytes()
    assert {path.name for path in to.iterdir()} == {"journal.sqlite", "camera.json", "tiles.npz", "lock"}
    assert tree(settings) == tree(table.etc)
    assert (settings / "mqtt-password").read_text() == PASSWORD
    assert stat.S_IMODE((settings / "mqtt-password").stat().st_mode) == 0o600
    journal = Journal(to / JOURNAL)  # the table plays on with it
    assert journal.load().number == 4
    journal.close()


def test_drop_ins_of_the_settings_come_back_into_their_folder(table: Table, tmp_path: Path) -> None:
    drop_ins = table.etc / "table.toml.d"
    drop_ins.mkdir()
    (drop_ins / "10-names.toml").write_text('names = ["Ada", "Bea", "Cid", "Dan"]\n')
    (drop_ins / "roles.toml").write_text('table = "8"\n')  # called as a file beside the settings
    settings = tmp_path / "new"
    settings.mkdir()
    archive = table.backup(tmp_path / "one.tar.gz")
    assert restored(archive, "--to", tmp_path / "state", "--settings", settings) == 0
    assert tree(settings / "table.toml.d") == tree(drop_ins)
    found = read_file(settings / "table.toml")
    assert (found["names"][0], found["table"]) == ("Ada", "8")


def test_settings_stay_in_it_unless_a_folder_is_named(
    archive: Path, table: Table, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert restored(archive, "--to", tmp_path / "new") == 0
    output = capsys.readouterr().out
    assert f"not restored: mqtt-password, which was {table.etc}/mqtt-password (--settings FOLDER)" in output
    assert not list((tmp_path / "new").glob("mqtt*"))


def test_a_check_changes_nothing(archive: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = tree(tmp_path)
    assert restored(archive, "--check", "--to", tmp_path / "new") == 0
    assert "4 entries are whole" in capsys.readouterr().out
    assert tree(tmp_path) == before


def test_what_was_there_is_kept_beside(table: Table, archive: Path, tmp_path: Path) -> None:
    """An older state is replaced without asking, and its log is not applied to the restored journal."""
    to = tmp_path / "old"
    assert restored(archive, "--to", to) == 0
    old = head_of(to)
    table.play(5)
    newer = table.backup(tmp_path / "newer.tar.gz")
    (to / "camera.json").write_text('{"other": 1}')
    crashed = Journal(to / JOURNAL)  # left open, so that there is a log
    assert restored(newer, "--to", to) == 0
    assert head_of(to) == table.journal.head
    assert not (to / f"{JOURNAL}-wal").exists()
    (aside,) = to.glob("before-restore-*")
    assert head_of(aside) == old
    assert (aside / "camera.json").read_text() == '{"other": 1}'
    assert not (aside / "tiles.npz").exists(), "it was the same"
    cast("Any", crashed)._recorder.datastore.close()


def test_a_newer_state_is_not_overwritten(
    table: Table, archive: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table.play(3)
    newest = table.journal.head
    table.journal.close()
    before = tree(table.state)
    words = ("--config", table.etc / "table.toml")
    line = refused(capsys, restored(archive, *words))
    assert "is newer than the backup: it goes on for 3 entries, to 20" in line
    assert "--force" in line
    assert tree(table.state) == before
    assert restored(archive, *words, "--force") == 0
    assert head_of(table.state).number == 4
    (aside,) = table.state.glob("before-restore-*")
    assert head_of(aside) == newest


def test_another_tables_state_is_not_overwritten(
    archive: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "other").mkdir()
    other = Table.begin(tmp_path / "other")
    other.journal.close()
    assert "of which this is no backup" in refused(capsys, restored(archive, "--to", other.state))


def test_a_state_that_cannot_be_read_is_kept_unless_forced(
    archive: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    to = tmp_path / "broken"
    to.mkdir()
    (to / JOURNAL).write_bytes(b"no database" * 500)
    assert "nobody knows what would be lost" in refused(capsys, restored(archive, "--to", to))
    assert restored(archive, "--to", to, "--force") == 0
    assert head_of(to).number == 4


@pytest.mark.parametrize("force", [(), ("--force",)])
def test_not_under_a_daemon(
    force: tuple[str, ...], table: Table, archive: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The daemon would overwrite the restored files; this is refused even with force."""
    with only_one(table.state):
        before = tree(table.state)
        line = refused(capsys, restored(archive, "--to", table.state, *force))
        assert "a daemon uses this folder" in line
        assert "systemctl stop jantaku" in line
        assert tree(table.state) == before


# What is no backup


def rewritten(archive: Path, to: Path, change: Callable[[Files, dict[str, Any]], None]) -> Path:
    """The archive with other files and a matching manifest, as a knowledgeable forger would write it."""
    with tarfile.open(archive) as tar:
        files: Files = []
        for member in tar:
            file = tar.extractfile(member)
            assert file is not None
            files.append((member, file.read()))
    manifest = json.loads(files[0][1])
    change(files, manifest)
    if files and files[0][0].name == "manifest.json":
        files[0] = (files[0][0], json.dumps(manifest).encode())
    with tarfile.open(to, "w:gz") as tar:
        for member, text in files:
            member.size = len(text) if member.isreg() else 0
            tar.addfile(member, io.BytesIO(text))
    return to


def named(files: Files, name: str) -> int:
    return next(number for number, (member, _) in enumerate(files) if member.name == name)


def _set(files: Files, name: str, text: bytes) -> None:
    number = named(files, name)
    files[number] = (files[number][0], text)


def _part(manifest: dict[str, Any], name: str, /, **values: Any) -> None:
    next(part for part in manifest["parts"] if part["name"] == name).update(values)


def wrong_hash(files: Files, _: dict[str, Any]) -> None:
    _set(files, "camera.json", b"[]")


def wrong_size(files: Files, _: dict[str, Any]) -> None:
    _set(files, "camera.json", b"[1]")


def missing_file(files: Files, _: dict[str, Any]) -> None:
    del files[-1]


def additional_file(files: Files, _: dict[str, Any]) -> None:
    files.append((tarfile.TarInfo("more"), b"1"))


def out_of_the_folder(files: Files, _: dict[str, Any]) -> None:
    files[named(files, "camera.json")][0].name = "../../camera.json"


def told_out_of_the_folder(files: Files, manifest: dict[str, Any]) -> None:
    files[named(files, "camera.json")][0].name = "settings/../../camera.json"
    _part(manifest, "camera.json", name="settings/../../camera.json")


def link(files: Files, _: dict[str, Any]) -> None:
    member = files[named(files, "camera.json")][0]
    member.type, member.linkname = tarfile.SYMTYPE, "/etc/passwd"


def program_of_root(_: Files, manifest: dict[str, Any]) -> None:
    _part(manifest, "camera.json", mode=0o4755)


def wrong_head(_: Files, manifest: dict[str, Any]) -> None:
    manifest["head"]["digest"] = "0" * 64


def cut_journal_head(_: Files, manifest: dict[str, Any]) -> None:
    manifest["head"]["number"] = 3


def changed_entry(files: Files, manifest: dict[str, Any]) -> None:
    text = files[named(files, JOURNAL)][1].replace(b'"within_ms":0', b'"within_ms":9', 1)
    _set(files, JOURNAL, text)
    _part(manifest, JOURNAL, sha256=hashlib.sha256(text).hexdigest())


def newer_form(_: Files, manifest: dict[str, Any]) -> None:
    manifest["version"] = 2


def wild_manifest(_: Files, manifest: dict[str, Any]) -> None:
    manifest["parts"] = [{"name": 3}]


def no_manifest(files: Files, _: dict[str, Any]) -> None:
    del files[0]


def enormous(_: Files, manifest: dict[str, Any]) -> None:
    _part(manifest, "tiles.npz", size=1 << 60)


def nothing(files: Files, _: dict[str, Any]) -> None:
    files.clear()


CHANGES: dict[Any, str] = {
    wrong_hash: "camera.json has another SHA-256 than its manifest says",
    wrong_size: "it holds 'camera.json', where",
    missing_file: "it is cut off: settings/logins.toml is missing",
    additional_file: "it holds 'more', which is not in its manifest",
    out_of_the_folder: "it holds '../../camera.json', where",
    told_out_of_the_folder: "its manifest names 'settings/../../camera.json', which no backup holds",
    link: "it holds 'camera.json', where",
    program_of_root: "at `$.parts[1].mode`",
    wrong_head: "journal is damaged: journal entry 4: not the entry that was remembered",
    cut_journal_head: "journal is damaged: journal entry 3",
    changed_entry: "journal is damaged: journal entry",
    newer_form: "use a newer one",
    wild_manifest: "its manifest cannot be read",
    no_manifest: "it does not begin with a manifest",
    enormous: "there is room for",
    nothing: "it does not begin with a manifest",
}


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.__name__)
def test_what_is_not_whole_is_refused(
    change: Callable[[Files, dict[str, Any]], None],
    archive: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    bad = rewritten(archive, tmp_path / "bad.tar.gz", change)
    (tmp_path / "there").mkdir()
    (tmp_path / "there" / "camera.json").write_text("kept")
    before = tree(tmp_path)
    for to in (tmp_path / "new" / "state", tmp_path / "there"):
        line = refused(capsys, restored(bad, "--to", to, "--settings", tmp_path))
        assert line.startswith(f"jantaku restore: {bad}: ")
        assert CHANGES[change] in line
    assert tree(tmp_path) == before
    assert rewritten(archive, tmp_path / "same.tar.gz", lambda *_: None).exists()
    assert restored(tmp_path / "same.tar.gz", "--to", tmp_path / "new") == 0, "only the change was in its way"


def test_cut_anywhere_it_is_refused(
    archive: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    whole = archive.read_bytes()
    bad, to = tmp_path / "cut.tar.gz", tmp_path / "new"
    for length in (0, 1, 11, 400, len(whole) // 2, len(whole) - 9, len(whole) - 1):
        bad.write_bytes(whole[:length])
        refused(capsys, restored(bad, "--to", to))
        assert not to.exists()
    flipped = bytearray(whole)
    flipped[-6] ^= 1  # the checksum of the whole
    bad.write_bytes(flipped)
    refused(capsys, restored(bad, "--to", to))
    bad.write_bytes(gzip.compress(gzip.decompress(whole) + bytes(3 << 20)))
    assert "longer than its manifest says" in refused(capsys, restored(bad, "--to", to))
    bad.write_bytes(os.urandom(5000))
    refused(capsys, restored(bad, "--to", to))
    assert "No such file" in refused(capsys, restored(tmp_path / "none", "--to", to))
    assert not to.exists()


def test_where_there_is_no_room_nothing_is_changed(table: Table, tmp_path: Path) -> None:
    (table.state / "tiles.npz").write_bytes(bytes(200_000))
    archive = table.backup(tmp_path / "one.tar.gz")
    before = tree(tmp_path)
    done = subprocess.run(
        [
            *("prlimit", "--fsize=100000", sys.executable, "-m", "jantaku.main", "restore", str(archive)),
            *("--to", str(tmp_path / "new")),
        ],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 2, done.stderr
    assert done.stderr.startswith("jantaku restore: ")
    assert len(done.stderr.splitlines()) == 1
    assert tree(tmp_path) == before


@pytest.mark.skipif(os.geteuid() != 0, reason="only root gives files away")
def test_what_root_restores_belongs_to_whom_it_belonged(table: Table, tmp_path: Path) -> None:
    """The daemon runs as another user, which must write its journal and lock and read its password."""
    nobody, daemon = 65534, 1
    os.chown(table.etc / "mqtt-password", daemon, daemon)
    archive = table.backup(tmp_path / "one.tar.gz")
    to, settings = tmp_path / "new", tmp_path / "settings"
    to.mkdir()
    settings.mkdir()
    os.chown(to, nobody, nobody)
    assert restored(archive, "--to", to, "--settings", settings) == 0
    assert {path.name: path.stat().st_uid for path in to.iterdir()} == dict.fromkeys(
        ("journal.sqlite", "camera.json", "tiles.npz", "lock"), nobody
    )
    assert (settings / "mqtt-password").stat().st_uid == daemon
    assert (settings / "logins.toml").stat().st_uid == 0
