"""The orders that can be given to a table unit by hand, as lines of text."""

import inspect
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from firmware_bridge.unit.table_unit import TableUnit


class UnitOrderError(ValueError):
    """A line is not an order; the text names the valid ones."""


@dataclass(frozen=True, slots=True)
class UnitOrder:
    """An order: its word, its arguments, its effect, and the call."""

    word: str
    arguments: str
    meaning: str
    call: Callable[..., Awaitable[Any]]


def _whole(text: str) -> int:
    try:
        return int(text, 0)
    except ValueError:
        raise UnitOrderError(f"{text!r} is not a whole number") from None


def orders(unit: TableUnit) -> dict[str, UnitOrder]:
    """All orders for a unit, by their word."""
    return {order.word: order for order in (*_motions(unit), *_displays(unit), *_questions(unit))}


def _motions(unit: TableUnit) -> tuple[UnitOrder, ...]:
    async def lid(way: str) -> None:
        if way not in ("open", "close"):
            raise UnitOrderError("lid open, or lid close")
        await (unit.open_lid() if way == "open" else unit.close_lid())

    async def raise_walls(tile_set: str = "") -> None:
        await unit.raise_walls(_whole(tile_set) if tile_set else None)

    async def lower() -> None:
        await unit.lower_walls()

    async def shuffle(tile_set: str) -> None:
        await unit.shuffle(_whole(tile_set))

    async def deal(dealer: str) -> None:
        await unit.deal(_whole(dealer))

    async def dice(seed: str = "") -> str:
        first, second = await unit.roll_dice(_whole(seed) if seed else None)
        return f"{first} and {second}"

    async def stop() -> None:
        await unit.stop_motions()

    async def reset() -> None:
        await unit.reset_faults()

    return (
        UnitOrder("raise", "[SET]", "raise the walls of set 1 or 2, or of whichever is stacked", raise_walls),
        UnitOrder("lower", "", "lower the four lifts", lower),
        UnitOrder("shuffle", "SET", "shuffle the tiles in the drum and stack them as set 1 or 2", shuffle),
        UnitOrder("lid", "open|close", "move the centre lid", lid),
        UnitOrder("deal", "CHAIR", "deal the hands, 14 tiles to this chair", deal),
        UnitOrder("dice", "[SEED]", "roll the dice", dice),
        UnitOrder("stop", "", "stop whatever moves", stop),
        UnitOrder("reset", "", "release latched faults", reset),
    )


def _displays(unit: TableUnit) -> tuple[UnitOrder, ...]:
    async def honba(number: str) -> None:
        await unit.show_honba(_whole(number))

    async def round_(number: str) -> None:
        await unit.show_round(_whole(number))

    async def points(chair: str, number: str) -> None:
        await unit.show_points(_whole(chair), _whole(number))

    async def dealer(chair: str) -> None:
        await unit.show_dealer(None if chair == "none" else _whole(chair))

    return (
        UnitOrder("honba", "N", "show 0 to 99 honba", honba),
        UnitOrder("round", "N", "show hand 1 (East 1) to 20; 0 is dark", round_),
        UnitOrder("points", "CHAIR N", "show a chair's points", points),
        UnitOrder("dealer", "CHAIR|none", "light a dealer's lamp", dealer),
    )


def _questions(unit: TableUnit) -> tuple[UnitOrder, ...]:
    async def levels() -> Any:
        return await unit.report_levels()

    async def health() -> Any:
        return await unit.report_health()

    async def probe(data: str = "") -> str:
        try:
            payload = bytes.fromhex(data)
        except ValueError:
            raise UnitOrderError(f"{data!r} is not in hexadecimal") from None
        return f"{await unit.probe(payload)} done since the unit's start"

    async def counters() -> Any:
        return unit.telemetry

    return (
        UnitOrder("levels", "", "how everything stands", levels),
        UnitOrder("health", "", "temperature, supply, currents", health),
        UnitOrder("probe", "[HEX]", "does nothing, and is answered", probe),
        UnitOrder("counters", "", "how the link is", counters),
    )


async def obey(unit: TableUnit, line: str) -> Any:
    """Carry out the order on a line; returns text to print, or None.

    Raises:
        OrderError: the line is not an order.
        UnitError: the unit refuses or fails.
        WireError: a number is out of its range.
    """
    word, *arguments = line.split()
    known = orders(unit)
    order = known.get(word)
    if order is None:
        raise UnitOrderError(f"no order {word!r}; there are {', '.join(known)}, help and quit")
    try:
        inspect.signature(order.call).bind(*arguments)
    except TypeError:
        raise UnitOrderError(f"{order.word} {order.arguments}".rstrip()) from None
    return await order.call(*arguments)
