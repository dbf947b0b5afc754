"""The view of players on their phones: points, places, the effect of a win on them, the hands played. No tile."""

from collections.abc import Iterable, Sequence

from referee.game.events import Event, HanchanStarted, HandEnded, HandStarted
from referee.game.position import GameState, hand_name
from referee.onlookers.shown import HandPlayed, PlayersShown
from referee.onlookers.standing import common, played, standings


def players_view(
    state: GameState, hands: Sequence[HandPlayed], *, number: int, at_ms: int, table: str
) -> PlayersShown:
    """Return the view that players may have of a hanchan.

    Args:
        state: the position.
        hands: of the hanchan, as they count (``HandsPlayed``).
        number: journal number of the newest entry that the view includes.
        at_ms: table time of it.
        table: name of the table.
    """
    return {
        **common(state, number, at_ms, table, rulings=True),
        "seats": standings(state),
        "hands": list(hands),
    }


class HandsPlayed:
    """The hands of a hanchan that have ended, oldest first, taken from its events.

    Args:
        decided: the events of its entries after all corrections, in the order of play.
    """

    def __init__(self, decided: Iterable[Sequence[Event]] = ()) -> None:
        self.hands: list[HandPlayed] = []
        self._name, self._honba = "", 0
        for events in decided:
            self.take(events)

    def take(self, events: Sequence[Event]) -> None:
        """Add the events of the next entry. If it corrects another, make a new object instead."""
        for event in events:
            if isinstance(event, HanchanStarted):
                self.hands = []
            elif isinstance(event, HandStarted):
                self._name, self._honba = hand_name(event.round), event.honba
            elif isinstance(event, HandEnded):
                self.hands.append({**played(self._name, event), "honba": self._honba})
