"""The end of a hand without a winner, for formats that do not say how it ended."""

from collections.abc import Sequence
from typing import Final

from referee.records.neutral.held import Held
from referee.records.neutral.record import Act, Discard, MeldCall, RecordedDraw
from referee.tiles import EAST, KIND, NORTH

DRAWS_A_HAND: Final = 70
MOST_FOR_TENPAI: Final = 3000


def kind_of_draw(acts: Sequence[Act], changes: Sequence[int]) -> str:
    """The result that fits the acts and the payments."""
    if any(changes):
        return "nagashi" if max(changes) > MOST_FOR_TENPAI else "exhaustive"
    if acts and isinstance(acts[-1], RecordedDraw):
        return "nine_terminals"
    if sum(isinstance(act, RecordedDraw) for act in acts) >= DRAWS_A_HAND:
        return "exhaustive"
    discards = [act for act in acts if isinstance(act, Discard)]
    melds = [act for act in acts if isinstance(act, MeldCall)]
    if len({act.seat for act in discards if act.riichi}) == 4:
        return "four_riichi"
    if sum(len(act.meld.tiles) == 4 for act in melds) >= 4:
        return "four_kans"
    winds = {KIND[act.tile] for act in discards}
    if not melds and len(discards) == 4 and len(winds) == 1 and EAST <= min(winds) <= NORTH:
        return "four_winds"
    return "triple_ron"


def openers(result: str, changes: Sequence[int], held: Held) -> list[int]:
    """The seats that open their hands at a draw, for records that do not say: those that are paid or must open."""
    if result == "exhaustive" and any(changes):
        return [seat for seat in range(4) if changes[seat] > 0]
    if result in {"exhaustive", "nagashi"}:
        return [seat for seat in range(4) if held.tenpai(seat)]
    if result == "nine_terminals":
        return [seat for seat in range(4) if held.drawn[seat] is not None]
    if result == "triple_ron":
        return [seat for seat in range(4) if held.thrown is None or seat != held.thrown[0]]
    return list(range(4)) if result == "four_riichi" else []
