"""The table's cycle as two state machines: the phases of the table, and the places of each of its two sets of tiles."""

from enum import Enum
from typing import Final


class Phase(Enum):
    """A phase of the table's cycle."""

    WAITING = "waiting"
    """No hand: before the first and after the last."""
    OPENING = "opening"
    """The lid opens."""
    COLLECTING = "collecting"
    """People push the tiles into the well."""
    CLOSING = "closing"
    """The lid closes."""
    RAISING = "raising"
    """The table waits until the other set is stacked, pushes it onto the lifts and raises it."""
    READY = "ready"
    """Walls are up; the dealer rolls the dice."""
    DEALING = "dealing"
    """The table deals the hands, if it has an automatic deal."""
    PLAYING = "playing"
    """People play a hand from the walls. Only the drum moves."""


class CycleCue(Enum):
    """A cue that leads from one phase to the next; the value is the label in the drawing."""

    COLLECT = "hand closed, or set button with tiles on the table"
    RAISE = "set button, no tiles on the table"
    LID_OPEN = "lid is open"
    TILES_IN = "hands away, or set button"
    NEXT_HAND = "lid is closed"
    NO_NEXT_HAND = "lid is closed, hanchan over"
    WALLS_UP = "walls are up"
    BEGUN = "dice read: the hand begins"
    DEAL = "dice read, the table deals"
    HANDS_DEALT = "hands are dealt, or people deal on"


TRANSITIONS: Final[dict[Phase, dict[CycleCue, Phase]]] = {
    Phase.WAITING: {
        CycleCue.RAISE: Phase.RAISING,
        CycleCue.COLLECT: Phase.OPENING,
        CycleCue.BEGUN: Phase.PLAYING,
    },
    Phase.OPENING: {CycleCue.LID_OPEN: Phase.COLLECTING},
    Phase.COLLECTING: {CycleCue.TILES_IN: Phase.CLOSING},
    Phase.CLOSING: {CycleCue.NEXT_HAND: Phase.RAISING, CycleCue.NO_NEXT_HAND: Phase.WAITING},
    Phase.RAISING: {CycleCue.WALLS_UP: Phase.READY},
    Phase.READY: {CycleCue.BEGUN: Phase.PLAYING, CycleCue.DEAL: Phase.DEALING},
    Phase.DEALING: {CycleCue.HANDS_DEALT: Phase.PLAYING},
    Phase.PLAYING: {CycleCue.COLLECT: Phase.OPENING},
}


class SetPlace(Enum):
    """The place of a set of tiles."""

    DRUM = "drum"
    """In the well, the drum or an unknown place: the machine has to shuffle it."""
    SHUFFLING = "shuffling"
    STACKED = "stacked"
    """Its walls stand ready below the table."""
    LIFTING = "lifting"
    """On the way up after an order to raise its walls: it is neither stacked nor in the drum any more."""
    TABLE = "table"
    """In play, or up as walls."""


SET_TRANSITIONS: Final[dict[SetPlace, frozenset[SetPlace]]] = {
    SetPlace.DRUM: frozenset({SetPlace.SHUFFLING}),
    SetPlace.SHUFFLING: frozenset({SetPlace.STACKED}),
    SetPlace.STACKED: frozenset({SetPlace.LIFTING}),
    SetPlace.LIFTING: frozenset({SetPlace.TABLE}),
    SetPlace.TABLE: frozenset({SetPlace.DRUM}),
}

SETS: Final = (1, 2)


def after(phase: Phase, cue: CycleCue) -> Phase:
    """Return the next phase; ``RuntimeError`` if the cue means nothing in this one."""
    try:
        return TRANSITIONS[phase][cue]
    except KeyError:
        raise RuntimeError(f"the table's cycle has no way from {phase.value} by {cue.name}") from None


def other(tile_set: int) -> int:
    """Return the other set."""
    return 3 - tile_set


def drawing() -> str:
    """Draw both state machines as Mermaid diagrams, for the docs."""
    lines = ["```mermaid", "stateDiagram-v2", "    [*] --> WAITING"]
    for phase, ways in TRANSITIONS.items():
        lines += [f"    {phase.name} --> {target.name}: {cue.value}" for cue, target in ways.items()]
    lines += ["```", "", "```mermaid", "stateDiagram-v2", "    direction LR", "    [*] --> DRUM"]
    for place, places in SET_TRANSITIONS.items():
        lines += [f"    {place.name} --> {target.name}" for target in sorted(places, key=lambda p: p.name)]
    return "\n".join([*lines, "```"])
