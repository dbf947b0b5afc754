"""Fresh Debians as folders, in which a package is made or tried: ``python -m tools.deb.roots SUITE [ARCHITECTURE]``.

As a command, in the project's root, it packages the wheel in dist/ for another Debian or another kind of processor
(`make deb SUITE=trixie ARCHITECTURE=arm64`). debootstrap makes a root once, with the smallest Debian and its systemd;
changes that a script makes are kept in memory and vanish with the script. It needs root, debootstrap and a mirror of
Debian; for another kind of processor also QEMU, which makes everything slow.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final, NamedTuple

MIRROR: Final = "http://deb.debian.org/debian"
INCLUDED: Final = "systemd-sysv,dbus,ca-certificates"
HANDED_ON: Final = (
    "PIP_", "npm_", "NPM_", "NODE_EXTRA", "http", "HTTP", "no_proxy", "NO_PROXY", "SSL_", "REQUESTS_",
    "SOURCE_DATE_EPOCH",
)  # fmt: skip
"""The prefixes of the variables that a root inherits: package indexes are reached as on this machine."""
PATH: Final = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
GIVEN: Final = "/given"
ENTER: Final = f"""
set -e
if [ -n "$5" ]; then
    mkdir "$2/root"
    mount --bind "$1" "$2/root"
else
    mount -t tmpfs tmpfs "$2"
    mkdir "$2/new" "$2/work" "$2/root"
    mount -t overlay overlay -o "lowerdir=$1,upperdir=$2/new,workdir=$2/work" "$2/root"
fi
mount -t proc proc "$2/root/proc"
mount -t devpts -o newinstance,ptmxmode=0666,mode=620,gid=5 devpts "$2/root/dev/pts"
mount -t tmpfs -o mode=1777 tmpfs "$2/root/dev/shm"
mkdir -p "$2/root{GIVEN}"
mount --bind "$3" "$2/root{GIVEN}"
exec chroot "$2/root" sh -eu -c "$4"
"""
NO_SERVICES: Final = "#!/bin/sh\nexit 101\n"
"""The program that a package asks before it starts a service; 101 means no."""
BUILD: Final = f"""
export DEBIAN_FRONTEND=noninteractive
apt-get update -qq
apt-get install -y -qq --no-install-recommends python3-pip python3-venv zstd >/dev/null
PYTHON=/usr/bin/python3 PIP='python3 -m pip' sh {GIVEN}/tools/deb/build.sh
"""
BUILD_UNIT: Final = f"""
export DEBIAN_FRONTEND=noninteractive
apt-get update -qq
apt-get install -y -qq --no-install-recommends gcc libc6-dev make >/dev/null
cp -r {GIVEN}/firmware_bridge /tmp
rm -rf /tmp/firmware_bridge/firmware/build
make -s -C /tmp/firmware_bridge/firmware host
export UNIT=/tmp/firmware_bridge/firmware/build
"""
"""This machine's own build of the unit does not run on another kind of processor."""
EMULATORS: Final = {"amd64": "qemu-x86_64", "arm64": "qemu-aarch64"}
"""The packages of emulators for other processors, by the kernel's name of the architecture."""
BINFMT: Final = Path("/proc/sys/fs/binfmt_misc")
EMULATED: Final = 10
"""QEMU may be slower than this machine by this factor."""


class SupportedDebian(NamedTuple):
    """A Debian for which there is a package: its suite, its number, and the exact version of its Python."""

    suite: str
    number: str
    python: str


DEBIANS: Final = (SupportedDebian("bookworm", "12", "3.11.2"), SupportedDebian("trixie", "13", "3.13.5"))


class NoDebianError(Exception):
    """There is no fresh Debian; the text is the reason, as a sentence."""


def own_architecture() -> str:
    """Return Debian's name for this machine's kind of processor; empty where there is no dpkg."""
    if shutil.which("dpkg", path=PATH) is None:
        return ""
    arguments = ["dpkg", "--print-architecture"]
    return subprocess.run(arguments, capture_output=True, text=True, check=True).stdout.strip()


def why_no_root(architecture: str = "") -> str:
    """Return the reason why no root can be made here, by default for this processor; empty if one can, given a mirror."""
    if os.getuid() != 0:
        return "only root can make a fresh Debian"
    missing = [name for name in ("debootstrap", "unshare", "chroot") if shutil.which(name, path=PATH) is None]
    if missing:
        return f"{', '.join(missing)} is not installed"
    if architecture in {"", own_architecture()}:
        return ""
    emulator = BINFMT / EMULATORS[architecture]
    # F: the kernel keeps the file open, so that it works from within a root too.
    if emulator.exists() and re.search(
        r"^enabled$.*^flags: \w*F", emulator.read_text(), re.MULTILINE | re.DOTALL
    ):
        return ""
    return (
        f"nothing here runs programs for {architecture}: apt install qemu-user-static, then "
        f"systemctl restart systemd-binfmt (or /usr/lib/systemd/systemd-binfmt)"
    )


class DebianRoot:
    """A fresh Debian of a suite, by default for this machine's kind of processor, in a folder that must not exist yet.

    Raises:
        NoDebianError: the root cannot be made.
    """

    def __init__(self, suite: str, folder: Path, architecture: str = "") -> None:
        if reason := why_no_root(architecture):
            raise NoDebianError(reason)
        self.suite = suite
        self.folder = folder
        self.architecture = architecture or own_architecture()
        arguments = [
            "debootstrap",
            f"--arch={self.architecture}",
            "--variant=minbase",
            f"--include={INCLUDED}",
        ]
        arguments += [suite, str(folder)]
        mirror = os.environ.get("DEBIAN_MIRROR", MIRROR)
        made = subprocess.run(
            [*arguments, mirror], capture_output=True, text=True, check=False, env=os.environ | {"PATH": PATH}
        )
        if made.returncode:
            raise NoDebianError(
                f"debootstrap {suite} {mirror}: {(made.stdout + made.stderr).strip().splitlines()[-1]}"
            )
        shutil.copy2("/etc/resolv.conf", folder / "etc" / "resolv.conf")
        # pip inside trusts the same authorities as this machine.
        trusted = Path(os.environ.get("PIP_CERT", ""))
        if trusted.is_file():
            own = folder / trusted.relative_to("/")
            own.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(trusted, own)

    @property
    def foreign(self) -> bool:
        """True if its programs are for a different kind of processor from this machine's."""
        return self.architecture != own_architecture()

    def run(self, script: str, given: Path, *, patience_s: float = 900, large: bool = False) -> str:
        """Run a script inside, without services, as root, and return its output; ``given`` is at ``/given`` there.

        Args:
            script: the script for ``sh``.
            given: a folder of this machine.
            patience_s: the time it may take; with another kind of processor ten times as long.
            large: True keeps the script's changes in the root's folder instead of memory, and prints its output at once
                instead of returning it.

        Raises:
            subprocess.CalledProcessError: the script fails.
        """
        env = {name: value for name, value in os.environ.items() if name.startswith(HANDED_ON)}
        inside = (
            f"printf '%s' \"$NO_SERVICES\" > /usr/sbin/policy-rc.d; chmod 755 /usr/sbin/policy-rc.d\n{script}"
        )
        with tempfile.TemporaryDirectory() as memory:
            done = subprocess.run(
                ["unshare", "--mount", "--pid", "--fork", "--kill-child", "sh", "-c", ENTER, "sh", str(self.folder),
                 memory, str(given), inside, "large" if large else ""],
                stdin=subprocess.DEVNULL, stdout=None if large else subprocess.PIPE, stderr=subprocess.STDOUT,
                text=True, check=False,
                timeout=patience_s * (EMULATED if self.foreign else 1),
                env=env | {"PATH": PATH, "HOME": "/root", "LANG": "C.UTF-8", "NO_SERVICES": NO_SERVICES},
            )  # fmt: skip
        if done.returncode:
            raise subprocess.CalledProcessError(done.returncode, script, done.stdout)
        return done.stdout or ""

    def build_package(self, tree: Path) -> str:
        """Make the package for this Debian from the wheel in a tree's dist/, and put it there."""
        return self.run(BUILD_UNIT + BUILD if self.foreign else BUILD, tree)


def main(arguments: list[str]) -> int:
    """Make the package for another Debian."""
    suites = [debian.suite for debian in DEBIANS]
    suite, architecture = (*arguments, "", "")[:2]
    if len(arguments) > 2 or suite not in suites or architecture not in {"", *EMULATORS}:
        print(f"python -m tools.deb.roots {'|'.join(suites)} [{'|'.join(EMULATORS)}]", file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory() as folder:
        try:
            print(DebianRoot(suite, Path(folder, "root"), architecture).build_package(Path.cwd()), end="")
        except NoDebianError as reason:
            print(f"No fresh Debian: {reason}.", file=sys.stderr)
            return 1
        except subprocess.CalledProcessError as failed:
            print(f"The package was not made:\n{failed.output}", file=sys.stderr)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
