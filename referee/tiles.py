"""Tiles: 37 faces of 34 kinds, as small integers, with their names.

A *face* is what is printed on a tile: 0-33 are the kinds in the order 1-9 m, p, s, East, South, West, North,
haku, hatsu, chun; 34, 35 and 36 are the red fives of m, p and s. A *kind* (0-33) forgets the colour of a five.
Names are in mpsz notation (``5m``, ``0p`` for the red five of pin, ``1z``-``7z``), with ``?`` for an unknown tile.
"""

from typing import Final, TypeAlias

Tile: TypeAlias = int

KINDS: Final = 34
FACES: Final = 37
COPIES: Final = 4
"""Tiles of each kind."""
UNKNOWN: Final[Tile] = 37
"""A tile that is there but has not been seen."""

RED_MAN: Final[Tile] = 34
RED_PIN: Final[Tile] = 35
RED_SOU: Final[Tile] = 36

EAST: Final[Tile] = 27
SOUTH: Final[Tile] = 28
WEST: Final[Tile] = 29
NORTH: Final[Tile] = 30
HAKU: Final[Tile] = 31
HATSU: Final[Tile] = 32
CHUN: Final[Tile] = 33

NAMES: Final[tuple[str, ...]] = (
    *(f"{number}{suit}" for suit in "mps" for number in range(1, 10)),
    *(f"{number}z" for number in range(1, 8)),
    "0m",
    "0p",
    "0s",
    "?",
)
KIND: Final[tuple[int, ...]] = (*range(34), 4, 13, 22, UNKNOWN)
"""The kind of each face; ``UNKNOWN`` stays unknown."""

_BY_NAME: Final = {name: tile for tile, name in enumerate(NAMES)}
INDICATED: Final[tuple[int, ...]] = (
    *(suit * 9 + (number + 1) % 9 for suit in range(3) for number in range(9)),
    28, 29, 30, 27, 32, 33, 31,
    5, 14, 23,
)  # fmt: skip
"""The kind that each face makes dora as an indicator: the next in its suit, its winds or its dragons, each in a circle."""


def parse_tile(name: str) -> Tile:
    """The tile of an mpsz name.

    Raises:
        ValueError: the name is not one of the 37 faces or ``?``.
    """
    try:
        return _BY_NAME[name]
    except KeyError:
        raise ValueError(f"not a tile: {name!r} (1m-9m, 1p-9p, 1s-9s, 1z-7z, 0m, 0p, 0s or ?)") from None


def parse_tiles(text: str) -> tuple[Tile, ...]:
    """The tiles of a compact text such as ``"234m0p55z"``, in its order; ``?`` stands for itself.

    Raises:
        ValueError: digits without a suit, or a name that is not a tile.
    """
    tiles: list[Tile] = []
    digits: list[str] = []
    for char in text.replace(" ", ""):
        if char == "?":
            tiles.append(UNKNOWN)
        elif char.isdigit():
            digits.append(char)
        else:
            if not digits:
                raise ValueError(f"suit {char!r} without a number in {text!r}")
            tiles.extend(parse_tile(digit + char) for digit in digits)
            digits.clear()
    if digits:
        raise ValueError(f"numbers without a suit at the end of {text!r}")
    return tuple(tiles)


def tile_names(tiles: tuple[Tile, ...] | list[Tile]) -> list[str]:
    """The mpsz names of several tiles, in their order."""
    return [NAMES[tile] for tile in tiles]


def dora_of(indicator: Tile) -> int:
    """The kind that an indicator makes dora."""
    return INDICATED[indicator]


def is_red(tile: Tile) -> bool:
    """Return whether the face is a red five."""
    return RED_MAN <= tile <= RED_SOU


def is_terminal_or_honour(kind: int) -> bool:
    """Return whether a kind is a one, a nine, a wind or a dragon."""
    return kind >= EAST or kind % 9 in (0, 8)
