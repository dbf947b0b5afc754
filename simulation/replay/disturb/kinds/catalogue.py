"""Every kind of foul that can be injected into a game, by its name."""

from typing import Final

from simulation.replay.disturb.kinds import (
    calls,
    ends,
    forbidden,
    kans,
    riichi,
    riichi_kan,
    tiles,
    turns,
)
from simulation.replay.disturb.scene import FoulKind

FOUL_KINDS: Final[dict[str, FoulKind]] = {
    kind.name: kind
    for topic in (turns, calls, forbidden, riichi, kans, riichi_kan, tiles, ends)
    for kind in topic.KINDS
}
