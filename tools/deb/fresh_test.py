"""Runs the tests of a commit on fresh Debians: ``python -m tools.deb.fresh_test [SUITE [COMMIT]]``, `make test-fresh`.

There `make test` has only what it installs itself, in the versions of that Debian. Without a suite it runs on all
supported Debians, without a commit on the newest one. It needs root, debootstrap, a mirror of Debian, PyPI, npm's
registry, and 8 GB of disk.
"""

import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Final

from tools.deb.roots import DEBIANS, GIVEN, DebianRoot, NoDebianError

ROOT: Final = Path(__file__).resolve().parents[2]
CLONE: Final = "jantaku"
MADE: Final = ROOT / ".make"
"""The folder of the roots, beside make's own: they are too large for a /tmp in memory."""
PATIENCE_S: Final = 3 * 3600
TEST: Final = f"""
export DEBIAN_FRONTEND=noninteractive
ulimit -Sn 1024  # Debian's own, whatever this machine's is
apt-get update -qq
apt-get install -y -qq --no-install-recommends git make python3 >/dev/null 2>&1
cp -r {GIVEN}/{CLONE} /root
cd /root/{CLONE}
make setup
echo "$(python3 -V), Node.js $(node -v), $(nproc) processors"
make test
"""


class NoCommitError(Exception):
    """There is no such commit; the text is git's error."""


def clone_at(commit: str, tree: Path, to: Path) -> str:
    """Clone a tree's repository and check a commit out; return its full name.

    Raises:
        NoCommitError: there is no such commit.
    """
    name = _git("-C", str(tree), "rev-parse", "--verify", "--end-of-options", f"{commit}^{{commit}}")
    _git("clone", "--quiet", "--no-checkout", str(tree), str(to))
    _git("-C", str(to), "checkout", "--quiet", "--detach", name)
    return name


def try_on(suite: str, commit: str) -> bool:
    """Run the tests on a fresh Debian; return whether they pass.

    Raises:
        NoDebianError: no fresh Debian can be made.
        NoCommitError: there is no such commit.
    """
    MADE.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir=MADE, prefix=f"jantaku-{suite}-") as folder:
        given = Path(folder, "given")
        name = clone_at(commit, ROOT, given / CLONE)
        begun = time.monotonic()
        print(f"commit {name[:12]} on a fresh Debian ({suite})", flush=True)
        try:
            DebianRoot(suite, Path(folder, "root")).run(TEST, given, patience_s=PATIENCE_S, large=True)
            ended = "passed"
        except subprocess.CalledProcessError as failed:
            ended = f"FAILED (status {failed.returncode})"
        except subprocess.TimeoutExpired:
            ended = "FAILED (not within three hours)"
        print(
            f"commit {name[:12]} on {suite}: {ended}, {(time.monotonic() - begun) / 60:.0f} minutes",
            flush=True,
        )
    return ended == "passed"


def main(arguments: list[str]) -> int:
    """Test on one Debian or on each, and fail if one of them does."""
    suites = [debian.suite for debian in DEBIANS]
    if len(arguments) > 2 or (arguments and arguments[0] not in suites):
        print(f"python -m tools.deb.fresh_test [{'|'.join(suites)} [COMMIT]]", file=sys.stderr)
        return 2
    try:
        passed = [try_on(suite, *(arguments[1:] or ["HEAD"])) for suite in arguments[:1] or suites]
    except (NoDebianError, NoCommitError) as reason:
        print(f"Not tested: {reason}", file=sys.stderr)
        return 1
    return 0 if all(passed) else 1


def _git(*arguments: str) -> str:
    done = subprocess.run(["git", *arguments], capture_output=True, text=True, check=False)
    if done.returncode:
        raise NoCommitError(done.stderr.strip())
    return done.stdout.strip()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
