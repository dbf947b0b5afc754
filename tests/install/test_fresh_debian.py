"""A Debian that has never seen the program: the package by apt with what it needs, a game, an upgrade, and the way back."""

import json
import re
from typing import Final

import pytest

from tests.booted_system import BootedSystem, why_not
from tests.install.conftest import FRESH
from tests.install.grounds import (
    ENTRIES,
    JOURNAL,
    NEW,
    PLAYED,
    PackageGround,
    bring_what_it_needs,
    done,
    field,
    number,
    there,
)
from tests.proofs import some

pytestmark = [
    pytest.mark.prove(short=False),
    pytest.mark.skipif(why_not() != "", reason=why_not()),
    pytest.mark.timeout(900),
    pytest.mark.parametrize("ground", some(FRESH[::-1], 1), indirect=True),
]
ALL_FILES: Final = (
    "find / -xdev ! -path '/var/lib/dpkg/*' ! -path '/var/log/*' ! -path '/var/cache/*'"
    " ! -path '/var/tmp/systemd-private-*' | sort"
)
"""Everything except dpkg's own records, logs, the files that systemd makes for Debian's running services, such as the
one that sets the clock, and files that are only in memory."""
SETTINGS_FILE: Final = "/etc/jantaku/table.toml"


def apt(words: str) -> str:
    return f"apt-get -qq -y {words} </dev/null 2>&1"


def test_the_package_brings_all_that_it_needs_is_upgraded_comes_back_and_leaves_nothing(
    booted: BootedSystem, ground: PackageGround
) -> None:
    bring_what_it_needs(booted, field(ground.given / "old.deb", "Recommends"))
    # Debian's own timers (package lists, copies of dpkg's records) would write between the two snapshots.
    done(booted, "systemctl stop '*.timer'")
    before = set(done(booted, ALL_FILES).splitlines())
    # From here on nothing is downloaded.
    assert "sudo jantaku setup" in done(booted, apt("install /tmp/given/old.deb"))
    assert {"/usr/bin/jantaku", "/etc/jantaku/environment"} <= set(
        done(booted, ALL_FILES).splitlines()
    ) - before
    assert re.fullmatch(r"jantaku \d+\.\d+\.\d+\n", done(booted, "jantaku --version"))
    the_doctor_looks_at_everything(booted)
    played = done(booted, "HOME=/tmp jantaku sim --headless --speed max --hands 1 --seed 9 </dev/null")
    assert "Equal to the record." in played
    done(booted, f"{PLAYED}systemctl enable --now jantaku")
    entries = number(booted)
    assert entries >= ENTRIES
    output = done(booted, apt("install /tmp/given/new.deb"))
    assert "entries are whole" in output
    assert done(booted, "dpkg-query -W -f '${Version}' jantaku") == NEW
    assert done(booted, "systemctl is-active jantaku").strip() == "active"
    # Removed and installed again: it finds its old state.
    done(booted, apt("remove jantaku"))
    assert there(booted, "/usr/bin/jantaku", "/usr/lib/jantaku", SETTINGS_FILE, JOURNAL) == [
        SETTINGS_FILE,
        JOURNAL,
    ]
    output = done(booted, apt("install /tmp/given/new.deb"))
    assert "entries are whole" in output
    assert "sudo jantaku setup" not in output
    assert number(booted) >= entries
    assert done(booted, "systemctl is-enabled jantaku; systemctl is-active jantaku").split() == [
        "enabled",
        "active",
    ]
    done(booted, apt("purge jantaku"))
    assert sorted(set(done(booted, ALL_FILES).splitlines()) - before) == []


def the_doctor_looks_at_everything(system: BootedSystem) -> None:
    """Nothing is set up yet: the doctor says what is missing and what to type, and no check fails with an error."""
    status, output = system.run(["jantaku", "doctor", "--json"])
    found = json.loads(output[output.index("{") :].splitlines()[0])
    assert status == (1 if found["wrong"] else 0)
    parts = {part["part"]: part for part in found["parts"]}
    assert parts["settings"]["grade"] == "warning", parts["settings"]
    assert parts["settings"]["commands"] == ["sudo jantaku setup"]
    assert {"state", "journal", "camera", "broker", "page"} <= parts.keys()
    assert all(part["remedy"] for part in parts.values() if part["grade"] == "wrong"), found
