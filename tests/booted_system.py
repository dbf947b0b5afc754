"""A whole Debian beside this one: this machine's files, or a fresh Debian's, under an overlay, with its own systemd,
processes and network.

What is written in it is kept in memory and vanishes with it. Needs root, Linux and systemd's files; systemd itself need
not run here.
"""

import itertools
import os
import select
import shutil
import signal
import subprocess
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

import pytest

from tests.conftest import ROOT
from tools.deb.roots import HANDED_ON, PATH

SYSTEMD: Final = "/lib/systemd/systemd"
BOOT_S: Final = 60.0
BOOT: Final = """
set -e
cd "$1"
mkdir -p files/new files/work files/root
R=$1/files/root
mount -t overlay overlay -o "lowerdir=$3,upperdir=$1/files/new,workdir=$1/files/work" "$R"
mount -t proc proc "$R/proc"
mount -t sysfs -o ro sysfs "$R/sys"
mount -t cgroup2 cgroup2 "$R/sys/fs/cgroup"
mount -t tmpfs tmpfs "$R/run"
mount -t tmpfs tmpfs "$R/tmp"
mount -t tmpfs -o mode=755 tmpfs "$R/dev"
mkdir "$R/dev/pts" "$R/dev/shm" "$R/dev/mqueue"
mount -t devpts -o newinstance,ptmxmode=0666,mode=620,gid=5 devpts "$R/dev/pts"
mount -t tmpfs -o mode=1777 tmpfs "$R/dev/shm"
ln -s pts/ptmx "$R/dev/ptmx"
ln -s /proc/self/fd "$R/dev/fd"
for number in 0:stdin 1:stdout 2:stderr; do ln -s "/proc/self/fd/${number%:*}" "$R/dev/${number#*:}"; done
for node in null:3 zero:5 full:7 random:8 urandom:9; do mknod -m 666 "$R/dev/${node%:*}" c 1 "${node#*:}"; done
mknod -m 666 "$R/dev/tty" c 5 0
case $4 in
/tmp/*)
    mkdir -p files/tree files/tree-work "$R$4"
    mount -t overlay overlay -o "lowerdir=$4,upperdir=$1/files/tree,workdir=$1/files/tree-work" "$R$4"
    ;;
esac
mkdir "$R/tmp/given"
mount --bind "$2" "$R/tmp/given"
cd "$R"
mkdir -p .before
pivot_root . .before
umount -l .before
for unit in $(cd /etc/systemd/system && ls -d *.wants/* 2>/dev/null); do rm -f "/etc/systemd/system/$unit"; done
export container=test
exec /lib/systemd/systemd --system --log-target=console --unit=basic.target
"""

BOOTED: Final = itertools.count()
"""The systems of this process."""


class BootedSystem:
    """One such system.

    Args:
        folder: on this machine, for its files. given: a folder that is at ``/tmp/given`` inside.
        debian: the source of its files: this machine, or a fresh Debian in a folder.
    """

    def __init__(self, folder: Path, given: Path, debian: Path = Path("/")) -> None:
        self.folder = folder
        self._debian = debian
        self._cgroup = folder / "cgroup"
        self._files = folder / "files"
        self.given = given
        self._process: subprocess.Popen[bytes] | None = None
        self._log = folder / "boot.log"

    def start(self) -> None:
        """Boot."""
        self._cgroup.mkdir()
        self._files.mkdir()
        _mount("-t", "tmpfs", "tmpfs", str(self._files))
        _mount("-t", "cgroup2", "cgroup2", str(self._cgroup))
        self._own = self._cgroup / f"jantaku-{os.getpid()}-{next(BOOTED)}"
        self._own.mkdir()
        # In a control group of its own, the root that the new systemd sees. The group of a system that has just ended
        # may still be there.
        command = f'echo $$ > {self._own}/cgroup.procs && exec unshare -C -m -p -f -n -u -i --propagation private "$@"'
        with self._log.open("wb") as log:
            self._process = subprocess.Popen(
                ["sh", "-c", command, "sh", "sh", "-c", BOOT, "sh", str(self.folder), str(self.given),
                 str(self._debian), str(ROOT)],
                stdin=subprocess.DEVNULL, stdout=log, stderr=log, env={"PATH": PATH},
            )  # fmt: skip
        end = time.monotonic() + BOOT_S
        while self.run(["systemctl", "is-system-running"])[1].strip() not in ("running", "degraded"):
            if time.monotonic() > end or self._process.poll() is not None:
                pytest.fail("the system does not boot:\n" + self._log.read_text(errors="replace")[-3000:])
            time.sleep(0.2)

    @property
    def init(self) -> int:
        """The process id of its systemd, as this machine sees it; 0 while there is none."""
        assert self._process is not None
        children = Path(f"/proc/{self._process.pid}/task/{self._process.pid}/children")
        with suppress(OSError):
            for child in children.read_text().split():
                if Path(f"/proc/{child}/comm").read_text().strip() == "systemd":
                    return int(child)
        return 0

    def run(
        self,
        command: Sequence[str],
        *,
        network: bool = False,
        variables: Mapping[str, str] | None = None,
        answers: str = "",
        replies: Mapping[str, str] | None = None,
        patience_s: float = 300,
    ) -> tuple[int, str]:
        """Run a command in it as root, at a terminal; return its status and output.

        Args:
            network: with this machine's network instead of its own, which reaches nothing.
            variables: of its environment.
            answers: typed wherever a password is asked for.
            replies: typed at other questions, by a word of the question; where no word matches, only Enter.
            patience_s: how long it may take.
        """
        init = self.init
        if init == 0:
            return 1, ""
        spaces = ["-m", "-p", "-u", "-i", "-C", *([] if network else ["-n"])]
        environment = {"PATH": PATH, "HOME": "/root", "LANG": "C.UTF-8", "TERM": "dumb", **(variables or {})}
        if network:
            environment |= {name: value for name, value in os.environ.items() if name.startswith(HANDED_ON)}
        ours, theirs = os.openpty()
        process = subprocess.Popen(
            ["nsenter", "-t", str(init), *spaces, "--", "setsid", "-c", "-w", *command],
            stdin=theirs, stdout=theirs, stderr=theirs, env=environment, cwd="/",
        )  # fmt: skip
        os.close(theirs)
        output, answered = b"", 0
        end = time.monotonic() + patience_s
        while True:
            if not select.select([ours], [], [], 1.0)[0]:
                if time.monotonic() > end:
                    process.kill()
                    process.wait()
                    os.close(ours)
                    pytest.fail(
                        f"not within {patience_s} s: {command}\n{output.decode(errors='replace')[-3000:]}"
                    )
                continue
            try:
                output += os.read(ours, 4096)
            except OSError:
                break
            if output[answered:].lower().rstrip().endswith(b":") and b"password" in output[answered:].lower():
                answered = len(output)
                os.write(ours, answers.encode() + b"\n")
            elif replies is not None and output[answered:].endswith((b"]: ", b"): ")):
                question = output[answered:].decode(errors="replace").rsplit("\n", 1)[-1]
                answered = len(output)
                reply = next((text for word, text in replies.items() if word in question), "")
                os.write(ours, reply.encode() + b"\n")
        os.close(ours)
        return process.wait(), output.decode(errors="replace").replace("\r\n", "\n")

    def stop(self) -> None:
        """End everything in it."""
        if self._process is not None:
            if init := self.init:
                with suppress(ProcessLookupError):
                    os.kill(init, signal.SIGKILL)
            self._process.kill()
            self._process.wait()
        end = time.monotonic() + 20
        for group in sorted(self._cgroup.glob("jantaku-*/**/"), key=lambda path: -len(path.parts)):
            while time.monotonic() < end:
                try:
                    group.rmdir()
                    break
                except OSError:
                    time.sleep(0.05)
        for place in (self._files, self._cgroup):
            subprocess.run(["umount", "-l", str(place)], check=False, capture_output=True)


def why_not() -> str:
    """Return the reason why none can be booted here; empty if one can."""
    if os.getuid() != 0:
        return "only root can boot a system beside this one"
    missing = [name for name in ("unshare", "nsenter", "pivot_root", "sudo") if shutil.which(name) is None]
    if not Path(SYSTEMD).exists() or not Path("/etc/debian_version").exists() or missing:
        return f"no systemd of Debian, or not {', '.join(missing)}"
    return ""


def _mount(*arguments: str) -> None:
    done = subprocess.run(["mount", *arguments], capture_output=True, text=True, check=False)
    if done.returncode:
        pytest.fail(f"mount {' '.join(arguments)}: {done.stderr}")
