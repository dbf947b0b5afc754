"""Standings of players and ends of hands: the part that players and streams both see."""

from typing import Final

from referee.encoding.public import result_of_hanchan
from referee.game.events import HandEnded
from referee.game.flow import places_of
from referee.game.position import NO_RIICHI, GameState
from referee.onlookers.needed import needed
from referee.onlookers.rulings import announced
from referee.onlookers.shown import LastPlayed, OnlookersShown, StandingShown, Wind

WINDS: Final[tuple[Wind, ...]] = ("E", "S", "W", "N")


def common(state: GameState, number: int, at_ms: int, table: str, *, rulings: bool) -> OnlookersShown:
    """Return the fields that are the same for all who look on; ``rulings``: with those of this hand."""
    return {
        "schema": 1,
        "table": table,
        "number": number,
        "at_ms": at_ms,
        "phase": state.phase,
        "hand": state.hand_name,
        "honba": state.honba,
        "bets": state.bets,
        "dealer": state.dealer,
        "live_tiles": state.live,
        "needed": list(needed(state)),
        "result": result_of_hanchan(state),
        "rulings": announced(state) if rulings else [],
    }


def standings(state: GameState) -> list[StandingShown]:
    """The players by seat, with their places now."""
    scores = state.scores
    places = places_of(scores, state.ruleset)
    return [
        {
            "seat": seat,
            "name": state.names[seat],
            "wind": WINDS[state.wind(seat)],
            "score": scores[seat],
            "place": places[seat],
            "ahead": min(
                (scores[other] - scores[seat] for other in range(4) if places[other] < places[seat]),
                default=None,
            ),
            "riichi": state.seats[seat].riichi != NO_RIICHI,
        }
        for seat in range(4)
    ]


def played(name: str, ended: HandEnded) -> LastPlayed:
    """Return the end of the hand of this name."""
    return {
        "hand": name,
        "result": ended.result,
        "wins": [
            {
                "seat": win.seat,
                "source": win.source,
                "yaku": dict(win.yaku),
                "yakuman": list(win.yakuman),
                "han": win.han,
                "fu": win.fu,
                "points": win.points,
            }
            for win in ended.wins
        ],
        "tenpai": list(ended.tenpai),
        "offenders": list(ended.offenders),
        "changes": list(ended.changes),
        "scores": list(ended.scores),
    }
