"""The package of `make wheel` is whole: every command works from it, outside the tree and without a tree."""

import re
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from pathlib import Path

import pytest

from jantaku.subcommands import SUBCOMMANDS
from simulation.processes.ports import free_ports
from tests.command_uses import LONG, QUICK, lay_out, run_use
from tests.packaged import copy_tree, dead_links, ran
from tests.proofs import some
from tools.release.packing import pack

ROOT = Path(__file__).resolve().parent.parent
pytestmark = pytest.mark.prove


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a virtual environment with the wheel; its libraries are those of this one.

    It is made from the sources' archive, and that from a copy of what git knows, with the page, so that nothing of this
    tree is found beside it.
    """
    folder = tmp_path_factory.mktemp("wheel")
    copy_tree(folder / "tree")
    wheel = pack(folder / "tree", folder).wheel
    shutil.rmtree(folder / "tree")
    ran(sys.executable, "-m", "venv", "--without-pip", str(folder / "venv"))
    python = str(folder / "venv" / "bin" / "python")
    pip = (sys.executable, "-m", "pip", "--disable-pip-version-check", "--python", python)
    ran(*pip, "install", "--no-deps", "--no-index", str(wheel))
    libraries = ran(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))").strip()
    # Only a path is added, so the .pth file by which this environment finds the tree has no effect there.
    (Path(libraries) / "libraries.pth").write_text(sysconfig.get_path("purelib"))
    return folder / "venv"


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder where the installed program builds the firmware, once for all tests."""
    return tmp_path_factory.mktemp("cache")


def test_the_program_is_that_of_the_wheel_and_says_its_version(installed: Path) -> None:
    where = ran(
        str(installed / "bin" / "python"), "-c", "import table_controller; print(table_controller.__file__)"
    )
    assert Path(where.strip()).is_relative_to(installed)
    assert re.fullmatch(r"jantaku \d+\.\d+\.\d+\n", ran(str(installed / "bin" / "jantaku"), "--version"))


def test_only_what_a_table_needs_is_in_it(installed: Path) -> None:
    """Benches, tests and the training of the networks stay in the tree."""
    inside = {path.name for path in installed.glob("lib/python3*/site-packages/*") if path.suffix != ".pth"}
    assert {"config", "firmware_bridge", "referee", "table_controller", "vision"} <= inside
    assert not inside & {"bench", "tests", "tools", "training"}


def test_the_manual_and_the_tab_key_come_with_it(installed: Path) -> None:
    assert (installed / "share" / "man" / "man1" / "jantaku.1").read_text(encoding="utf-8").startswith('.\\"')
    asks = f"_ARGCOMPLETE=1 COMP_LINE='jantaku rules sh' COMP_POINT=16 {installed / 'bin' / 'jantaku'} 8>&1"
    assert ran("sh", "-c", asks).strip() == "show"


def test_every_command_is_there(installed: Path) -> None:
    # One process imports everything, so the imports of each must be in the wheel.
    output = ran(
        str(installed / "bin" / "python"),
        "-c",
        "import sys\n"
        "from jantaku.main import main\n"
        "for name in sys.argv[1:]:\n"
        "    try:\n"
        "        main([name, '--help'])\n"
        "    except SystemExit as ended:\n"
        "        assert ended.code == 0, name\n",
        *SUBCOMMANDS,
    )
    assert output.count("usage: ") == len(SUBCOMMANDS)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder where the commands run, with the files that they need."""
    place = tmp_path_factory.mktemp("uses")
    lay_out(place)
    return place


@pytest.fixture(scope="module")
def broker(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a Mosquitto that asks nobody for a login."""
    (port,) = free_ports(1)
    file = tmp_path_factory.mktemp("broker") / "mosquitto.conf"
    file.write_text(f"listener {port} 127.0.0.1\nallow_anonymous true\n")
    with subprocess.Popen([shutil.which("mosquitto") or "/usr/sbin/mosquitto", "-c", str(file)]) as process:
        try:
            yield f"127.0.0.1:{port}"
        finally:
            process.terminate()


@pytest.mark.timeout(900)
def test_every_command_works_without_a_tree(installed: Path, cache: Path, folder: Path, broker: str) -> None:
    before = sorted(installed.rglob("*.[cho]"))
    for use in QUICK.values():
        run_use(installed / "bin" / "jantaku", folder, use, broker=broker, cache=cache)
    assert (folder / "access").read_text() != ""
    assert sorted(path.name for path in (folder / "sheets").iterdir()) == ["seating-1.pdf"]
    assert sorted(installed.rglob("*.[cho]")) == before, "nothing is built among installed files"


@pytest.mark.timeout(600)
@pytest.mark.parametrize("command", some(list(LONG), 1))
def test_a_long_command_works_without_a_tree(
    installed: Path, cache: Path, folder: Path, broker: str, command: str
) -> None:
    run_use(installed / "bin" / "jantaku", folder, LONG[command], broker=broker, cache=cache)


def test_what_people_read_and_install_comes_with_it(installed: Path) -> None:
    share = installed / "share"
    assert (share / "jantaku" / "systemd" / "jantaku.service").is_file()
    (notice,) = installed.glob("lib/python3*/site-packages/jantaku-*.dist-info/licenses/NOTICE.md")
    assert notice.read_text(encoding="utf-8") == (ROOT / "NOTICE.md").read_text(encoding="utf-8")
    docs = share / "doc" / "jantaku"
    for page in sorted((ROOT / "docs").rglob("*.md")):
        copy = docs / page.relative_to(ROOT)
        assert copy.read_text(encoding="utf-8") == page.read_text(encoding="utf-8")
    assert dead_links(docs) == []
