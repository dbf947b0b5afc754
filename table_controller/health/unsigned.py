"""The alert that the score sheet of a hanchan must be signed (WRC 8.2)."""

from referee.game.position import GameState
from wording.alerts.declaration import Trouble
from wording.alerts.declared import TableAlert


def trouble(state: GameState | None) -> Trouble | None:
    """Return the trouble for players and referees; None if there is nothing to sign."""
    return None if state is None or not state.sheet_unsigned else TableAlert.sheet_unsigned()
