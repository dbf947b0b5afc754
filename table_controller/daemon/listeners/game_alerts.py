"""Alerts that follow from the game: its time is over, its sheet must be signed, a hand cannot be followed or closed."""

from typing import Final

from referee.game.events import HanchanEnded, HanchanStarted, HandStarted, TimeCalled
from referee.game.judge_events import ExtraHandChanged, Refolded, ResultSigned, ScoresAdjusted
from referee.game.position import GameState
from referee.journal.entry import Entry
from table_controller.daemon.game import gong
from table_controller.daemon.game.current_game import CurrentGame
from table_controller.health.health import TableHealth
from table_controller.sensing.losses import place_of
from table_controller.sensing.sensing import Sensing
from vision.zones import ZoneId
from wording.alerts.declaration import Trouble
from wording.alerts.declared import TableAlert

OF_TIME: Final = TimeCalled | ExtraHandChanged | HandStarted | HanchanEnded | HanchanStarted | Refolded
OF_SHEET: Final = HanchanEnded | HanchanStarted | ResultSigned | ScoresAdjusted | Refolded


class GameAlerts:
    """Alerts people to a hanchan's time limit and its unsigned score sheet.

    Args:
        health: raises alerts.
    """

    def __init__(self, health: TableHealth) -> None:
        self._health = health

    def follow(self, entry: Entry, state: GameState | None) -> None:
        """Raise or resolve the alerts that an entry concerns."""
        for event in entry.events:
            if isinstance(event, OF_TIME):
                self._tell_time(state)
            if isinstance(event, OF_SHEET):
                self._tell_sheet(state)

    def begin(self, state: GameState | None) -> None:
        """Raise the alerts that apply in this state."""
        self._tell_time(state)
        self._tell_sheet(state)

    def _tell_time(self, state: GameState | None) -> None:
        self._health.alert(TableAlert.TIME, gong.trouble(state))

    def _tell_sheet(self, state: GameState | None) -> None:
        self._health.alert(TableAlert.SHEET, _unsigned(state))


class HandAlerts:
    """Alerts people who must enter a hand that the camera lost, or uncover what keeps a hand from being closed.

    Args:
        current: the journalled game.
        sensing: knows which part of the hand is seen.
        health: raises alerts.
    """

    def __init__(self, current: CurrentGame, sensing: Sensing, health: TableHealth) -> None:
        self._current = current
        self._sensing = sensing
        self._health = health
        self._alerted_lost = False, False
        self._alerted_refused: tuple[int | None, int, int] | None = None

    def update(self) -> None:
        state, sight = self._current.state, self._sensing.sight
        lost, asked = sight.lost(state), sight.asked(state)
        if (lost, asked) != self._alerted_lost:
            self._alerted_lost = lost, asked
            unseen = TableAlert.hand_not_followed() if asked else None
            self._health.alert(TableAlert.HAND, TableAlert.hand_lost() if lost else unseen)
        refused, ura = sight.refused(state), sight.ura_missing(state)
        alerted = None if refused is None and not ura else (refused, ura, sight.refusals)
        if alerted != self._alerted_refused:
            self._alerted_refused = alerted
            trouble = None
            if refused is not None and state is not None:
                trouble = TableAlert.hand_unread(place_of(ZoneId("hand", state.chairs[refused]), state))
            elif ura and state is not None:
                trouble = TableAlert.ura_unseen(ura, len(state.indicators))
            self._health.alert(TableAlert.CLOSE, trouble)


def _unsigned(state: GameState | None) -> Trouble | None:
    """Return the trouble for players and referees if the score sheet of the hanchan must be signed (WRC 8.2)."""
    return None if state is None or not state.sheet_unsigned else TableAlert.sheet_unsigned()
