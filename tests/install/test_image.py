"""The image of an SD card, booted in QEMU: a telephone sets up the table, and then its page answers."""

from __future__ import annotations

import re
import shutil
import socket
import ssl
import subprocess
import time
import urllib.request
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest

from tests.packaged import copy_tree, make_deb
from tests.table_controller.broker_stage import free_port
from tools.deb.roots import DebianRoot, why_no_root

if TYPE_CHECKING:
    from collections.abc import Iterator

QEMU: Final = "qemu-system-aarch64"
NEEDS: Final = (QEMU, "mmdebstrap", "mkfs.vfat", "mcopy", "sfdisk", "mke2fs", "xz")
PATIENCE_S: Final = 1200
QUESTION: Final = re.compile(r'<h2>(.*?)</h2><input type="hidden" name="number" value="(\d+)">')
ANYBODY: Final = ssl._create_unverified_context()
MISSING: Final = [name for name in NEEDS if shutil.which(name, path="/usr/sbin:/sbin:/usr/bin:/bin") is None]
WHY_NOT: Final = why_no_root("arm64") or f"{', '.join(MISSING)} is not installed" * bool(MISSING)


class BootedImage:
    """A computer with a card, its console, and the ports of its pages."""

    def __init__(self, image: Path, folder: Path) -> None:
        self.first, self.page = free_port(), free_port()
        self.unread = ""
        # The kernel that the Pi's own firmware would start is taken from the card's first partition (offset 1 MiB).
        for file in ("vmlinuz", "initrd.img"):
            listed = subprocess.run(
                ["mdir", "-b", "-i", f"{image}@@1M", "::"], capture_output=True, text=True, check=True
            )
            name = next(line for line in listed.stdout.split() if file in line)
            subprocess.run(["mcopy", "-i", f"{image}@@1M", name, str(folder / file)], check=True)
        forwarded = f"hostfwd=tcp:127.0.0.1:{self.first}-:80,hostfwd=tcp:127.0.0.1:{self.page}-:8080"
        self._qemu = subprocess.Popen(
            [QEMU, "-M", "virt", "-cpu", "cortex-a72", "-smp", "2", "-m", "2048", "-display", "none", "-monitor", "none",
             "-serial", f"unix:{folder / 'console'},server=on,wait=off", "-snapshot",
             "-kernel", str(folder / "vmlinuz"), "-initrd", str(folder / "initrd.img"),
             "-append", "root=LABEL=RASPIROOT rw console=ttyAMA0 quiet",
             "-drive", f"file={image},format=raw,if=virtio", "-nic", f"user,model=virtio-net-pci,{forwarded}"],
        )  # fmt: skip
        self._console = socket.socket(socket.AF_UNIX)
        self._console.settimeout(PATIENCE_S)
        end = time.monotonic() + PATIENCE_S
        while self._console.connect_ex(str(folder / "console")) and time.monotonic() < end:
            time.sleep(0.1)

    def until(self, words: str) -> str:
        """Return what the console says up to these words."""
        while not re.search(words, self.unread):
            more = self._console.recv(65536).decode(errors="replace")
            assert more, self.unread
            self.unread += more
        before, found, self.unread = re.split(f"({words})", self.unread, maxsplit=1)
        return before + found

    def run(self, script: str) -> str:
        """Return the output of a script that root types at the console."""
        self._console.sendall(f"{script}; echo '<'done'>'\n".encode())
        return self.until("<done>")

    def type(self, text: str) -> None:
        self._console.sendall(f"{text}\n".encode())

    def stop(self) -> None:
        self._console.close()
        self._qemu.kill()
        self._qemu.wait()


def answered(address: str, fields: str = "") -> str:
    """Return a page once it answers."""
    end = time.monotonic() + PATIENCE_S
    while time.monotonic() < end:
        request = urllib.request.Request(address, fields.encode() or None)
        with suppress(OSError), urllib.request.urlopen(request, timeout=60, context=ANYBODY) as page:
            return str(page.read().decode())
        time.sleep(2)
    raise AssertionError(f"{address} did not answer")


@pytest.fixture
def booted(tmp_path: Path) -> Iterator[BootedImage]:
    tree = tmp_path / "tree"
    copy_tree(tree)
    make_deb(tree, DebianRoot("trixie", tmp_path / "root", "arm64"))
    subprocess.run(["sh", "tools/image/build.sh"], cwd=tree, check=True)
    (image,) = (tree / "dist").glob("*.img")
    computer = BootedImage(image, tmp_path)
    yield computer
    computer.stop()


@pytest.mark.prove(usual=False)
@pytest.mark.skipif(WHY_NOT != "", reason=WHY_NOT)
@pytest.mark.timeout(7200)
def test_a_card_asks_on_a_page_and_then_shows_its_table(booted: BootedImage) -> None:
    first = f"http://127.0.0.1:{booted.first}/"
    asked, shown = [], answered(first)
    while "The page: http" not in shown:
        if question := QUESTION.search(shown):
            asked.append(question[1])
            yes = "y" if "(y/n)" in question[1] else ""
            shown = answered(first, f"number={question[2]}&answer={yes}")
        else:
            shown = answered(first)
    assert asked[0] == "name of the hall"
    address = re.search(r"The page: (https?)://jantaku\.local:8080/", shown)
    assert address is not None, shown
    assert "<title>" in answered(f"{address[1]}://127.0.0.1:{booted.page}/")
    booted.until("login: ")
    booted.type("root")
    booted.until("# ")
    assert re.search(r"jantaku.local\s+10\.", booted.run("avahi-resolve -4 -n jantaku.local"))
    assert booted.run("systemctl is-active jantaku mosquitto").count("active\r\n") == 2
