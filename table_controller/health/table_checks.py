"""The faults that the camera may see at the table: unreadable zones and prints, walls, tile backs, sticks and dice."""

from referee.game.position import GameState
from table_controller.health.back_check import BackCheck
from table_controller.health.dice_check import DiceCheck
from table_controller.health.print_check import PrintCheck
from table_controller.health.wall_check import WallCheck
from table_controller.sensing.felt_sticks import StickCheck
from table_controller.sensing.losses import Losses
from table_controller.sensing.sensing import Sensing
from vision.sightings import DiceSeen, FoundTrack, LostTrack, SticksSeen, WallSeen
from wording.alerts.declaration import RaiseAlert


class TableChecks:
    """Runs the checks of one table.

    Args:
        sensing: passes the sightings on.
        alert: raises and withdraws alerts, as ``TableHealth.alert``.
        console_mm: half the side of the console.
        dice_begin: True if a hand begins with dice that the unit reports; otherwise tiles on the table begin it.
    """

    def __init__(
        self,
        sensing: Sensing,
        alert: RaiseAlert,
        console_mm: float,
        *,
        dice_begin: bool,
    ) -> None:
        self.losses = Losses(alert)
        self.dice = DiceCheck(alert, begin=dice_begin)
        walls, backs, sticks = WallCheck(alert), BackCheck(alert), StickCheck(alert, console_mm)
        prints = PrintCheck(alert)
        self._all = (self.losses, prints, walls, backs, sticks, self.dice)
        sensing.also(LostTrack, self.losses.lose)
        sensing.also(FoundTrack, self.losses.find)
        sensing.also(LostTrack, prints.lose)
        sensing.also(FoundTrack, prints.find)
        sensing.also(WallSeen, walls.note_wall)
        sensing.also(WallSeen, backs.note_wall)
        sensing.also(SticksSeen, sticks.note_sticks)
        sensing.also(DiceSeen, self.dice.note_dice)

    def forget(self) -> None:
        """Forget earlier sightings, since vision was restarted."""
        for check in self._all:
            check.forget()

    def raise_alerts(self, state: GameState | None, now_ms: int) -> None:
        """Raise an alert for a fault that has lasted long, and resolve it once it is over."""
        for check in self._all:
            check.raise_alerts(state, now_ms)
