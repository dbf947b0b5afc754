"""Debians on which packages are tried, made once for all tests; a test boots what it needs of them."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from tests.booted_system import BootedSystem
from tests.install.grounds import PackageGround, bring_what_it_needs, done, lay_out
from tests.proofs import some
from tools.deb.roots import DEBIANS, DebianRoot, NoDebianError

HERE: Final = "here"
FRESH: Final = tuple(debian.suite for debian in DEBIANS)


@pytest.fixture(scope="session", params=some([HERE, *FRESH], 1))
def ground(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[PackageGround]:
    """This machine, or a fresh Debian."""
    folder = tmp_path_factory.mktemp("ground")
    if request.param == HERE:
        yield lay_out(folder, Path("/"), None)
    else:
        try:
            debian = DebianRoot(request.param, folder / "root")
        except NoDebianError as reason:
            pytest.skip(str(reason))
        yield lay_out(folder, debian.folder, debian)
    shutil.rmtree(folder)


@pytest.fixture
def booted(tmp_path: Path, ground: PackageGround) -> Iterator[BootedSystem]:
    """Such a Debian, booted: unchanged, or without anything of ours that was installed here."""
    system = BootedSystem(tmp_path, ground.given, ground.files)
    try:
        system.start()
        done(system, "rm -rf /opt/jantaku /etc/jantaku /var/lib/jantaku /usr/local/bin/jantaku")
        yield system
    finally:
        system.stop()


@pytest.fixture
def system(booted: BootedSystem, ground: PackageGround) -> BootedSystem:
    """The same with everything that the package and the tests' commands need."""
    if ground.fresh:
        bring_what_it_needs(
            booted, "mosquitto", "mosquitto-clients", "sudo", "man-db", "udev", "procps", "apprise"
        )
    return booted
