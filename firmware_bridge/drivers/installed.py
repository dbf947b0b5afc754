"""The drivers that are installed, by the names of their entry points."""

from __future__ import annotations

from importlib.metadata import entry_points
from typing import TYPE_CHECKING, Any, Final, cast

from config import ConfigError
from config.nearest import nearest
from firmware_bridge.drivers.capabilities import Capabilities

if TYPE_CHECKING:
    from firmware_bridge.drivers.port import DriverKind, TableDriver
    from firmware_bridge.drivers.wires import Wires

GROUP: Final = "jantaku.drivers"


def driver_names() -> tuple[str, ...]:
    """Return the names of all installed drivers, in alphabetical order."""
    return tuple(sorted({entry.name for entry in entry_points(group=GROUP)}))


def find_driver(name: str) -> DriverKind:
    """Return the driver of this name.

    Raises:
        ConfigError: none is installed under this name, or it cannot be loaded; the text says what is there.
    """
    found = next(iter(entry_points(group=GROUP, name=name)), None)
    if found is None:
        known = driver_names()
        there = ", ".join(known) or "there is none: install this program again"
        near = nearest(name, known)
        text = f"unit.driver: {name!r} is not an installed driver ({there})" + (
            f"; did you mean {near}?" if near else ""
        )
        raise ConfigError(text, "misset.no_driver", text=repr(name), names=known, meant=near or None)
    try:
        kind: Any = found.load()
    except Exception as error:
        text = f"unit.driver: {name!r} ({found.value}) cannot be loaded: {error}"
        raise ConfigError(text, "misset.unloaded", name=repr(name), text=f"{found.value}: {error}") from error
    if not callable(kind) or not isinstance(getattr(kind, "capabilities", None), Capabilities):
        text = f"unit.driver: {name!r} ({found.value}) is not a driver: it has no capabilities"
        raise ConfigError(text, "misset.incapable", name=repr(name), text=found.value)
    return cast("DriverKind", kind)


def driver_at(name: str, place: str, wires: Wires) -> TableDriver:
    """Return a table by the driver of this name, not yet started.

    Raises:
        ConfigError: there is no such driver, or none of its tables can be at the place.
    """
    kind = find_driver(name)
    try:
        return kind(place, wires)
    except ValueError as error:
        text = f"serial: the driver {name!r} finds no table at {place!r}: {error}"
        raise ConfigError(
            text, "misset.misplaced", name=repr(name), text=repr(place), why=str(error)
        ) from error
