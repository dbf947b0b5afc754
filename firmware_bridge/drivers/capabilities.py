"""The capabilities of a table's machine: the parts it moves, the displays it drives, the senses it has."""

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias, get_args

Part: TypeAlias = Literal["deal", "dice", "lid", "shuffle", "walls"]
"""A movable part: what deals the hands from the walls, dice, the lid of the well,
tiles into a stacker, walls onto the table."""
Display: TypeAlias = Literal["dealer", "honba", "points", "round"]
Organ: TypeAlias = Literal["buttons", "call_buttons", "curtains", "dice", "sticks", "wall_touch"]
"""A sense of a machine. ``buttons`` are set, dice and judge; ``dice`` reports what its own dice show. The others are
the senses of ``observations.HanchanBegun``."""
CYCLE: Final = frozenset[Part]({"lid", "shuffle", "walls"})
"""A machine that moves all of these puts up one set of tiles while the other is played."""


@dataclass(frozen=True, slots=True)
class Capabilities:
    """The capabilities of a table's machine. The daemon asks for nothing else, and draws no conclusion from a sense that it lacks."""

    moves: frozenset[Part] = frozenset()
    shows: frozenset[Display] = frozenset()
    senses: frozenset[Organ] = frozenset()

    @property
    def any(self) -> bool:
        """True if there is a machine to talk to at all."""
        return bool(self.moves or self.shows or self.senses)

    @property
    def cycles(self) -> bool:
        """True if the daemon runs the machine's cycle: tiles into the well, the other set up as walls."""
        return self.moves >= CYCLE


NOTHING: Final = Capabilities()
"""The capabilities of a table without a machine, or with one that works by itself."""
EVERYTHING: Final = Capabilities(
    frozenset(get_args(Part)), frozenset(get_args(Display)), frozenset(get_args(Organ))
)
