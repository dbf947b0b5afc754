"""Games that the project played for itself, as records and as files."""

from typing import Any

import pytest
from msgspec.structs import replace

from referee.records.journaled import records_of
from referee.records.neutral.record import DrawnGame, GameRecord, WinClaim
from tests.referee.conftest import played


@pytest.fixture(scope="session")
def games() -> list[GameRecord]:
    """Twelve games under tenhou's rules."""
    return [next(records_of(played(seed).entries, f"game{seed}")) for seed in range(12)]


def plain(record: GameRecord, *, tenhou6: bool = False) -> GameRecord:
    """A record without what formats are free to number, order or omit: index, order of a hand, path.

    With ``tenhou6`` also without what that format cannot express: dice, fu, who is tenpai beside nagashi mangan.
    """
    hands = []
    for hand in record.hands:
        acts: list[Any] = []
        for act in hand.acts:
            changed: dict[str, Any] = {"index": 0}
            if isinstance(act, WinClaim):
                changed["concealed"] = tuple(sorted(act.concealed))
                changed["recorded"] = {
                    key: value for key, value in act.recorded.items() if not tenhou6 or key != "fu"
                }
                if "yakuman" in act.recorded:
                    changed["recorded"]["yakuman"] = sorted(act.recorded["yakuman"])
            elif isinstance(act, DrawnGame):
                changed["shown"] = tuple(
                    None if tiles is None else tuple(sorted(tiles)) for tiles in act.shown
                )
                if tenhou6 and act.result == "nagashi":
                    changed["recorded"] = {
                        key: value for key, value in act.recorded.items() if key != "tenpai"
                    }
            acts.append(replace(act, **changed))
        dealt = tuple(tuple(sorted(tiles)) for tiles in hand.hands)
        hands.append(
            replace(
                hand,
                acts=tuple(acts),
                dice=(1, 1) if tenhou6 else hand.dice,
                hands=(dealt[0], dealt[1], dealt[2], dealt[3]),
            )
        )
    return replace(record, hands=tuple(hands), path="")
