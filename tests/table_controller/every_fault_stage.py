"""Helpers that the tests of every fault share."""

from dataclasses import dataclass
from typing import Final

from table_controller.machine.cycle import Phase


@dataclass(frozen=True)
class Case:
    """The way a fault comes and goes.

    ``alert``: its name. ``at``: the phase in which it comes. ``fault``: the switch, if it has another name than the
    fault. ``by``: what a person does besides removing the cause.
    """

    alert: str
    at: Phase | None = None
    fault: str = ""
    by: str = "set"
    deals: bool = False
    others: tuple[str, ...] = ()


IN_PLAY: Final = Phase.PLAYING


SHUFFLE: Final = Case("shuffle", IN_PLAY)


WALLS: Final = Case("walls")


CASES: Final = {
    "tiles_135": SHUFFLE,
    "tiles_137": SHUFFLE,
    "stacker_switch": SHUFFLE,
    "chain_stuck": SHUFFLE,
    "chain_slips": SHUFFLE,
    "chain_runs": Case("unit-chain-runs-on", IN_PLAY, by="reset_faults"),
    "drum_stuck": SHUFFLE,
    "pusher_stuck": WALLS,
    "pusher_slips": WALLS,
    "lift_stuck": Case("walls", fault="lift_stuck_1"),
    "lift_jam": Case("walls", fault="lift_jam_3"),
    "lift_slow": Case("walls", fault="lift_slow_2"),
    "lift_switch": Case("walls", fault="lift_switch_0"),
    "lift_bottom": Case("walls", fault="lift_bottom_2"),
    "lift_open": Case("walls", fault="lift_open_1"),
    "lid_blocked": Case("lid", IN_PLAY),
    "lid_obstacle": Case("lid", IN_PLAY),
    "lid_slips": Case("lid", IN_PLAY),
    "lid_opens": SHUFFLE,
    "curtain_dirty": Case("unit-curtain-dirty-2", fault="curtain_dirty_2"),
    "button_stuck": Case("unit-button-stuck-3-set", fault="button_stuck_3"),
    "over_current": Case("unit-over-current", by="reset_faults"),
    "emergency": Case("unit-emergency-stop", by="reset_faults"),
    "hot": Case("unit-too-hot"),
    "noise_dead": Case("unit-noise-dead"),
    "deal_stuck": Case("deal", deals=True),
    "deal_slips": Case("deal", deals=True),
    "brown_out": Case("unit-reset", IN_PLAY, by="resolve", others=("unit",)),
    "hang": Case("unit-reset", IN_PLAY, by="resolve"),
    "silent": Case("unit", IN_PLAY),
    "unplugged": Case("unit", IN_PLAY),
    "noise": Case("line", IN_PLAY),
}
