"""The texts of alerts and of their advice; those of the table unit are in ``unit_texts``."""

from typing import Annotated, Final

from referee.texts import signatures as of
from referee.texts.declaration import Text
from referee.texts.kinds import ArgumentKind, Chair, Rule
from referee.texts.message import Message


def _of_tables(table: str, other: str) -> None:
    """A table, and another one."""


def _of_entry(table: str, number: int) -> None:
    """A table, and an entry of it."""


def _of_stall(name: str, wall: str, number: int | None, text: str) -> None:
    """A server, since when nothing goes there, how many entries wait at least if any do, and why."""


def _of_untaken(text: str, number: int | None, what: Message) -> None:
    """A topic, the entry that was to be sent there if it was one, and why it was not."""


_ClipLoss = Annotated[str, ArgumentKind(str, "clip_loss", open=True)]


_Contact = Annotated[str, ArgumentKind(str, "contact")]


def _of_contact(contact: _Contact, chair: Chair | None) -> None:
    """A button of the panel, and the chair before which it is, if it is before one."""


class Place:
    """The place of something: before, of or at a player; a wind while a hand is played, else a chair."""

    TOPIC: Final = "place"
    zone = Text(of.of_text)
    pond = Text(of.of_message)
    meld = Text(of.of_message)
    hand = Text(of.of_message)
    wall = Text(of.of_message)
    ura = Text(of.of_message)
    seat = Text(of.of_wind)
    chair = Text(of.of_chair)
    panel = Text(of.nothing)
    elsewhere = Text(of.of_text)
    contact = Text(_of_contact)


def _of_no_clip(number: int, why: _ClipLoss) -> None:
    """An entry, and why it has no clip."""


def _of_filmed(rule: Rule, what: Message) -> None:
    """A foul and what was seen of it."""


class Filmed:
    """The subject of a clip for the judge."""

    foul = Text(_of_filmed)
    judge_called = Text(of.of_number)
    play_stopped = Text(of.of_text)


class Untaken:
    """The reasons why a message is not sent to the broker."""

    ends_line = Text(of.nothing)
    refused = Text(of.of_why)
    too_long = Text(of.of_number)
    unsendable = Text(of.of_why)
    topic_waits = Text(of.nothing)


class AlertTexts:
    """Troubles that alerts report."""

    TOPIC: Final = "alert"

    nothing = Text(of.nothing)
    judge_called = Text(of.of_caller)
    judge_called_in_vain = Text(of.of_caller)
    no_clip = Text(_of_no_clip)
    panel = Text(of.of_why)
    panel_stuck = Text(of.of_message)
    emergency_stop = Text(of.nothing)
    # the program and its disk
    task_fails = Text(of.of_part)
    part_failed = Text(of.of_why)
    aside = Text(of.of_happening)
    journal_unchecked = Text(of.of_why)
    journal_damaged = Text(of.of_why)
    journal_unwritable = Text(of.of_why)
    cycle_unwritable = Text(of.of_why)
    links_unkept = Text(of.of_why)
    backup_old = Text(of.of_number)
    twin = Text(of.of_text)
    flooded = Text(of.of_text)
    broker_fails = Text(of.of_why)
    broker_unnoted = Text(of.of_why)
    broker_unread = Text(of.of_why)
    set_aside = Text(_of_untaken)
    # the hall
    table_replaced = Text(of.of_text)
    table_renamed = Text(_of_tables)
    table_forked = Text(_of_entry)
    entries_missing = Text(of.of_text)
    federation_away = Text(_of_stall)
    # the camera
    no_sight = Text(of.of_why)
    no_picture = Text(of.of_number)
    camera_moved = Text(of.of_shift)
    marker_moved = Text(of.of_number)
    markers_off = Text(of.of_measures)
    camera_blind = Text(of.of_why)
    camera_of = Text(of.of_count)
    cannot_read = Text(of.of_sight)
    dice_differ = Text(of.of_dice_against)
    dice_not_thrown = Text(of.of_dice)
    walls_differ = Text(of.of_range)
    backs_differ = Text(of.of_message)
    # the game
    time_over = Text(of.nothing)
    time_last_hand = Text(of.nothing)
    sheet_unsigned = Text(of.nothing)
    hand_lost = Text(of.nothing)
    hand_not_followed = Text(of.nothing)
    hand_unread = Text(of.of_message)
    ura_unseen = Text(of.of_numbers)
    stick_missing = Text(of.of_wind)
    stick_lies = Text(of.of_wind)
    # the machine
    paused = Text(of.of_name)
    deal_broken_off = Text(of.nothing)
    deal_not_begun = Text(of.nothing)
    deal_stood_still = Text(of.nothing)
    unit_said = Text(of.of_message)
    unit_reset = Text(of.of_message)
    unit_lost = Text(of.of_why)
    signals_lost = Text(of.of_count)
    noise = Text(of.of_count)


class Advice:
    """Advice on what to do."""

    none = Text(of.nothing)
    go_to_table = Text(of.nothing)
    fetch_judge = Text(of.nothing)
    free_clip_space = Text(of.nothing)
    install_pins = Text(of.nothing)
    look_at_pins = Text(of.nothing)
    free_button = Text(of.nothing)
    release_stop = Text(of.nothing)
    restarts_itself = Text(of.nothing)
    compare_and_correct = Text(of.nothing)
    verify_journal = Text(of.nothing)
    play_on_unwritten = Text(of.nothing)
    free_cycle_space = Text(of.nothing)
    see_what_happened = Text(of.of_number)
    switch_table_on = Text(of.nothing)
    see_to_nats = Text(of.nothing)
    give_links_anew = Text(of.nothing)
    make_backup = Text(of.nothing)
    see_to_login = Text(of.nothing)
    own_name = Text(of.nothing)
    see_to_broker = Text(of.nothing)
    raise_packet_size = Text(of.nothing)
    look_at_disk = Text(of.nothing)
    check_camera = Text(of.nothing)
    calibrate = Text(of.nothing)
    look_at_markers = Text(of.nothing)
    check_one_camera = Text(of.nothing)
    look_at_table = Text(of.nothing)
    clear_view = Text(of.nothing)
    keep_hands_away = Text(of.nothing)
    take_away = Text(of.nothing)
    compare_tiles = Text(of.nothing)
    push_melds = Text(of.nothing)
    push_tile = Text(of.nothing)
    look_at_dice = Text(of.nothing)
    begin_with_dice = Text(of.nothing)
    count_walls = Text(of.nothing)
    look_at_backs = Text(of.nothing)
    play_last_hand = Text(of.nothing)
    have_sheet_signed = Text(of.nothing)
    play_to_end = Text(of.nothing)
    uncover_then_play = Text(of.nothing)
    lay_open = Text(of.nothing)
    lay_ura_open = Text(of.nothing)
    lay_stick = Text(of.nothing)
    judge_decides = Text(of.nothing)
    take_pause_back = Text(of.nothing)
    deal_missing = Text(of.nothing)
    deal_by_hand = Text(of.nothing)
