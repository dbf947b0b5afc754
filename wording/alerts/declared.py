"""The alerts of a table, each declared once with all its texts; those of a hall are in ``hall.alerts``.

A text is worded in ``config/texts`` under ``[alert]``, by the name of its attribute, and its advice under ``[advice]``.
"""

from typing import Annotated, Final

from referee.texts import signatures as of
from referee.texts.kinds import ArgumentKind
from referee.texts.message import Message
from wording.alerts.declaration import AlertFamily, DeclaredAlert
from wording.alerts.parts import CONTACT_NAMES, FAULT_NAMES, TASKS, ZONE_NAMES

CAMERAS: Final = ("camera-1", "camera-2")

_ClipLoss = Annotated[str, ArgumentKind(str, "clip_loss", open=True)]


def _of_no_clip(number: int, why: _ClipLoss) -> None: ...  # an entry, and why it has no clip
# A topic, the entry that was to be sent there if it was one, and why it was not.
def _of_untaken(text: str, number: int | None, what: Message) -> None: ...


def _of_ending(
    name: str, number: int
) -> None: ...  # a certificate, and the number of days within which it ends


class TableAlert:
    """Alerts of a table."""

    # people
    JUDGE = DeclaredAlert("judge", "warning", "people", stays=True, calls="unheard")
    judge_called = JUDGE.says(of.of_caller, "go_to_table")
    judge_called_in_vain = JUDGE.says(of.of_caller, "fetch_judge")
    TIME = DeclaredAlert("time", "info", "people")
    time_over = TIME.says(of.nothing)
    time_hand_granted = TIME.says(of.nothing)
    time_last_hand = TIME.says(of.nothing, "play_last_hand")
    SHEET, sheet_unsigned = DeclaredAlert("sheet", "info", "people").saying(of.nothing, "have_sheet_signed")

    # the game
    HAND = DeclaredAlert("hand", "warning", "camera")
    hand_lost = HAND.says(of.nothing, "play_to_end")
    hand_not_followed = HAND.says(of.nothing, "uncover_then_play")
    CLOSE = DeclaredAlert("close", "warning", "camera")
    hand_unread = CLOSE.says(of.of_message, "lay_open")
    ura_unseen = CLOSE.says(of.of_numbers, "lay_ura_open")
    STICKS = DeclaredAlert("sticks", "info", "other")
    stick_missing = STICKS.says(of.of_wind, "lay_stick")
    stick_lies = STICKS.says(of.of_wind, "judge_decides")
    BACKS, backs_differ = DeclaredAlert("backs", "warning").saying(of.of_message, "look_at_backs")
    SEEN_DICE = DeclaredAlert("track-dice", "warning", "camera")
    dice_differ = SEEN_DICE.says(of.of_dice_against, "look_at_dice")
    dice_not_thrown = SEEN_DICE.says(of.of_dice, "begin_with_dice")
    WALL_COUNT = DeclaredAlert("track-wall-count", "warning", "camera")
    walls_differ = WALL_COUNT.says(of.of_range, "count_walls")
    ASIDE, aside = DeclaredAlert("aside", stays=True).saying(of.of_happening, "compare_and_correct")

    # the camera
    CAMERA = DeclaredAlert("camera", "error", "camera")
    no_sight = CAMERA.says(of.of_why, "check_camera")
    no_picture = CAMERA.says(of.of_number, "check_camera")
    MOVED = AlertFamily(DeclaredAlert("{}-moved", "warning", "camera", stays=True), ("camera", *CAMERAS))
    camera_moved = MOVED.pattern.says(of.of_shift, "calibrate")
    RESIDUAL = AlertFamily(DeclaredAlert("{}-residual", "warning", "camera"), ("camera", *CAMERAS))
    marker_moved = RESIDUAL.pattern.says(of.of_number, "look_at_markers")
    markers_off = RESIDUAL.pattern.says(of.of_measures, "look_at_markers")
    BLIND = AlertFamily(DeclaredAlert("{}-lost", "warning", "camera"), CAMERAS)
    camera_blind = BLIND.pattern.says(of.of_why, "check_one_camera")
    TRACK = AlertFamily(DeclaredAlert("track-{}", "warning", "camera"), ZONE_NAMES)
    cannot_read = TRACK.pattern.says(of.of_sight)
    PRINTS, prints_unread = DeclaredAlert("prints", "info", "camera").saying(of.of_number, "learn_tiles")
    CLIP, no_clip = DeclaredAlert("clip", "warning", "other").saying(_of_no_clip, "free_clip_space")

    # the machine and its unit, mostly in the words of the catalogue of faults
    PAUSED, paused = DeclaredAlert("paused", "warning", "other").saying(of.of_name, "take_pause_back")
    LID = DeclaredAlert("lid")
    LID_OPEN = DeclaredAlert("lid-open")
    WALLS = DeclaredAlert("walls")
    SHUFFLE = DeclaredAlert("shuffle")
    DICE = DeclaredAlert("dice")
    DEAL = DeclaredAlert("deal")
    deal_broken_off = DEAL.says(of.nothing, "deal_missing")
    deal_not_begun = DEAL.says(of.nothing, "deal_by_hand")
    deal_stood_still = DEAL.says(of.nothing, "deal_missing")
    MACHINE_FILE, cycle_unwritable = DeclaredAlert("machine-file").saying(of.of_why, "free_cycle_space")
    FAULT = AlertFamily(DeclaredAlert("unit-{}"), FAULT_NAMES)
    UNIT, unit_lost = DeclaredAlert("unit").saying(of.of_why)
    UNIT_RESET, unit_reset = DeclaredAlert("unit-reset", stays=True).saying(of.of_message)
    SIGNALS, signals_lost = DeclaredAlert("signals", stays=True).saying(of.of_count)
    LINE, noise = DeclaredAlert("line", "warning").saying(of.of_count)

    # the panel
    EMERGENCY_STOP, emergency_stop = DeclaredAlert("emergency-stop").saying(of.nothing, "release_stop")
    PANEL, panel = DeclaredAlert("panel", "warning").saying(of.of_why, "look_at_pins")
    CONTACT = AlertFamily(DeclaredAlert("panel-{}", "warning"), CONTACT_NAMES)
    panel_stuck = CONTACT.pattern.says(of.of_message, "free_button")

    # the program and its disk
    TASK = AlertFamily(DeclaredAlert("task-{}"), TASKS)
    task_fails = TASK.pattern.says(of.of_part, "restarts_itself")
    part_failed = TASK.pattern.says(of.of_why, "restarts_itself")
    JOURNAL = DeclaredAlert("journal", "error", "other")
    journal_unchecked = JOURNAL.says(of.of_why, "verify_journal")
    journal_damaged = JOURNAL.says(of.of_why, "verify_journal")
    JOURNAL_WRITE, journal_unwritable = DeclaredAlert("journal-write").saying(of.of_why, "play_on_unwritten")
    DISK, disk_short = DeclaredAlert("disk", "warning", "other", calls="always").saying(
        of.of_number, "free_disk"
    )
    CALLS, calls_unsent = DeclaredAlert("calls", "warning", "other").saying(of.of_text, "try_calls")
    BACKUP = DeclaredAlert("backup", "warning", "other", calls="always")
    backup_old = BACKUP.says(of.of_number, "make_backup")
    CERTIFICATE = DeclaredAlert("certificate", "warning", "other", calls="always")
    certificate_ends = CERTIFICATE.says(_of_ending, "renew_certificate")
    certificate_over = CERTIFICATE.says(of.of_name, "renew_certificate")
    LINKS, links_unkept = DeclaredAlert("links", "warning").saying(of.of_why, "give_links_anew")

    # the broker
    BROKER = DeclaredAlert("broker", "error", "other")
    twin = BROKER.says(of.of_text, "own_name")
    broker_fails = BROKER.says(of.of_why, "look_at_disk")
    broker_unnoted = BROKER.says(of.of_why, "look_at_disk")
    broker_unread = BROKER.says(of.of_why, "look_at_disk")
    FLOOD, flooded = DeclaredAlert("flood", "warning").saying(of.of_text, "see_to_login")
    SET_ASIDE = DeclaredAlert("set-aside", "warning", stays=True)
    set_aside = SET_ASIDE.says(_of_untaken, "see_to_broker")
