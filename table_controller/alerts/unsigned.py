"""Messages at a table while the score sheet of its hanchan must be signed (WRC 8.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from table_controller.wording.alert_texts import Advice, AlertTexts

if TYPE_CHECKING:
    from referee.game.position import GameState
    from referee.texts.message import Message

SHEET_ALERT: Final = "sheet"


def words(state: GameState | None) -> tuple[Message | None, Message]:
    """The alert for players and referees, with advice; None if there is nothing to sign."""
    if state is None or not state.sheet_unsigned:
        return None, Advice.none()
    return AlertTexts.sheet_unsigned(), Advice.have_sheet_signed()
