"""Makes a release in dist/ and tries it: ``python -m tools.release``, `make release`.

Each line names a check that held, and its duration. Checks that cannot run here, for want of a mirror of Debian or an
index, are named too.
"""

import os
import platform
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Final, TypeAlias

from tools.deb.roots import DEBIANS, EMULATORS, DebianRoot, NoDebianError, own_architecture
from tools.release import trying
from tools.release.commit import ReleasedCommit, UnreleasableError, commit_to_release
from tools.release.packing import COMPILE, WHEEL
from tools.release.parts_list import list_parts, malformed, mistakes, mistakes_by_package
from tools.release.wheels import IndexUnreachedError, wheels_by_debian

FreshRoots: TypeAlias = dict[tuple[str, str], DebianRoot]
"""Fresh Debians by suite and architecture."""
ROOT: Final = Path(__file__).resolve().parents[2]
DIST: Final = ROOT / "dist"


def release(root: Path = ROOT, dist: Path = DIST) -> None:
    """Make everything, then try everything.

    Raises:
        UnreleasableError: no release can be made from this tree.
        trying.BadReleaseError: a part of the release does not do what it should.
    """
    commit = commit_to_release(root)
    os.environ["SOURCE_DATE_EPOCH"] = str(commit.time_s)
    print(f"Jantaku {commit.version}, commit {commit.name[:12]}")
    for old in (*trying.released_files(dist), dist / trying.SUMS, dist / trying.SIGNATURE):
        old.unlink(missing_ok=True)
    parts = dist / f"jantaku-{commit.version}.cdx.json"
    with tempfile.TemporaryDirectory() as folder:
        _report(partial(_make_packages, root))
        fresh = _made_elsewhere(root, Path(folder))
        _report(partial(_write_parts, parts, root, commit))
        trying.write_sums(dist)
        if key := os.environ.get("KEY"):
            _report(partial(trying.sign_sums, dist, Path(key), commit))
            _report(partial(trying.try_signature, dist, root / trying.PUBLIC_KEY))
        else:
            print("NOT signed: make release KEY=… names the secret key (docs/releasing.md)")
        _try(root, dist, commit, fresh)
    commit_to_release(root)
    for file in (*trying.released_files(dist), *sorted(dist.glob(f"{trying.SUMS}*"))):
        print(f"{file.stat().st_size:>12,} bytes  {file.relative_to(root)}")


def _make_packages(root: Path) -> str:
    made = subprocess.run(
        ["make", "--no-print-directory", "deb", f"{COMPILE}=1"],
        cwd=root,
        capture_output=True,
        text=True,
        check=False,
    )
    if made.returncode:
        raise trying.BadReleaseError(f"make deb failed:\n{made.stdout}{made.stderr}")
    return "sources, wheels and the package of this machine's Debian are made"


def _made_elsewhere(root: Path, folder: Path) -> FreshRoots:
    """Make a fresh Debian of each kind, if that can be done here, and the packages for all kinds but this machine's."""
    fresh: FreshRoots = {}
    here = (platform.freedesktop_os_release().get("VERSION_CODENAME"), own_architecture())
    for debian in DEBIANS:
        for architecture in EMULATORS:
            kind = debian.suite, architecture
            try:
                _report(partial(_make_root, fresh, kind, folder / "-".join(kind)))
            except NoDebianError as reason:
                undone = "tried: the package in a fresh" if kind == here else "made: the package of"
                print(f"NOT {undone} Debian {debian.number} for {architecture}; {reason}")
                continue
            if kind != here:
                _report(partial(_make_package_in, fresh[kind], root))
    return fresh


def _make_root(fresh: FreshRoots, kind: tuple[str, str], folder: Path) -> str:
    suite, architecture = kind
    fresh[kind] = DebianRoot(suite, folder, architecture)
    return f"a fresh Debian ({suite}, {architecture}) is made"


def _make_package_in(debian: DebianRoot, root: Path) -> str:
    try:
        debian.build_package(root)
    except subprocess.CalledProcessError as failed:
        raise trying.BadReleaseError(
            f"no package for {debian.suite}, {debian.architecture}:\n{failed.output}"
        ) from failed
    return f"the package of {debian.suite} for {debian.architecture} is made"


def _write_parts(parts: Path, root: Path, commit: ReleasedCommit) -> str:
    parts.write_text(list_parts(root, commit), encoding="utf-8")
    return f"{parts.name} is made"


def _try(root: Path, dist: Path, commit: ReleasedCommit, fresh: FreshRoots) -> None:
    (wheel,), (sources,) = dist.glob(WHEEL), dist.glob("*.tar.gz")
    _report(partial(trying.try_sums, dist))
    _report(partial(trying.try_sources, sources, root))
    _report(partial(_try_parts, dist / f"jantaku-{commit.version}.cdx.json", root, wheel))
    try:
        _report(partial(_try_wheels, root))
    except IndexUnreachedError as why:
        print(f"NOT tried: whether each library has a wheel for a Raspberry Pi; {why}")
    for archive in (*sorted(dist.glob("*.whl")), sources):
        _report(partial(trying.try_with_pip, archive, root, commit))
    suites = {debian.number: debian.suite for debian in DEBIANS}
    for package in sorted(dist.glob("jantaku_*.deb")):
        number, _, architecture = package.stem.partition("+deb")[2].partition("_")
        debian = fresh.get((suites.get(number, ""), architecture))
        if debian:
            _report(partial(trying.try_package, package, debian, commit))
        else:
            _report(partial(trying.try_unpacked, package, commit))


def _try_parts(parts: Path, root: Path, wheel: Path) -> str:
    text = parts.read_text(encoding="utf-8")
    wrong = [*malformed(text), *mistakes(text, root, wheel)]
    for package in sorted(wheel.parent.glob("*.deb")):
        wrong += mistakes_by_package(text, package)
    if wrong:
        raise trying.BadReleaseError(f"{parts.name}:\n" + "\n".join(wrong))
    return f"{parts.name} agrees with the wheel, the packages, requirements.lock and the page"


def _try_wheels(root: Path) -> str:
    lines, all_there = wheels_by_debian(root)
    if not all_there:
        raise trying.BadReleaseError("\n".join(lines))
    return "; ".join(lines)


def _report(step: Callable[[], str]) -> None:
    begun = time.monotonic()
    report = step()
    print(f"{time.monotonic() - begun:6.1f} s  {report}", flush=True)


def main() -> int:
    """Make a release, or print a sentence that says why there is none."""
    try:
        release()
    except UnreleasableError as why:
        print(f"No release: {why}", file=sys.stderr)
        return 1
    except trying.BadReleaseError as why:
        print(f"The release is not good: {why}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
