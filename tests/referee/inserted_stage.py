"""Helpers that the tests of insertions share."""

from referee.encoding.codec import encode
from referee.game import judge_observations
from referee.game.judge_events import Refolded
from referee.game.observations import Observation
from referee.journal.corrections.refold import refold
from tests.referee.refold_stage import Kept


def put_in(kept: Kept, after: int, act: Observation, *, agreed: bool = False) -> Refolded:
    insertion = judge_observations.Inserted(
        at_ms=kept.table.at_ms,
        source="judge:anna",
        after=after,
        observation=encode(act),
        agreed=agreed,
        judge="anna",
        text="not seen",
    )
    refolded, state = refold(kept.slots, insertion)
    kept.journal.append(insertion, (refolded,), state=state)
    kept.state = kept.table.state_or_none = state
    return refolded
