"""Injects one foul of a kind at a random possible place of a game, and notes the truth about it."""

from dataclasses import dataclass
from random import Random
from typing import Any

from simulation.replay.disturb.game import PlayedGame, standing_of
from simulation.replay.disturb.moments import in_order
from simulation.replay.disturb.scene import FoulKind, Place, Scene


@dataclass(frozen=True, slots=True)
class Truth:
    """The foul in a game: its name, the offender, the number of its observation within the hand, the hand from 0."""

    rule: str
    seat: int
    event: int
    hand_index: int

    def mapping(self) -> dict[str, Any]:
        """Return it in values fit for JSON."""
        return {
            "rule": self.rule,
            "seat": self.seat,
            "event": self.event,
            "hand_index": self.hand_index,
        }


def disturbed(game: PlayedGame, kind: FoulKind, seed: int, *, first: bool = False) -> Truth | None:
    """Inject a foul into a game. Return None, and change nothing, if the rules in force allow it or the game has no place.

    With ``first``, the first place is used instead of a random one.
    """
    if not kind.under(game.rules):
        return None
    rng = Random(f"{seed}:{game.name}:{kind.name}")
    places: list[tuple[int, Place]] = []
    for index, hand in enumerate(game.hands):
        places += ((index, place) for place in kind.find(Scene(hand, game.rules, rng)))
    if not places:
        return None
    index, put = places[0] if first else rng.choice(places)
    foul = put()
    foul.moment.foul = True
    event = next(number for number, each in enumerate(in_order(game.hands[index].moments)) if each.foul)
    if index + 1 < len(game.hands):
        following = game.hands[index + 1]
        following.standing = standing_of(following.hand)
    return Truth(foul.rule, foul.seat, event, index)
