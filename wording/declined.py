"""The reasons why a table refuses a request, besides those of the referee (``referee.texts.refused``)."""

from referee.texts import reasons
from referee.texts import signatures as of
from referee.texts.declaration import Text


class Declined:
    """The reasons why a command or an order to the machine is refused, by topics."""

    # hanchans, hands and seats
    hanchan_runs = Text(of.nothing)
    no_update = Text(of.nothing)
    sheet_unsigned = Text(of.nothing)
    other_sheet = Text(reasons.of_two_entries)
    wrong_rules = Text(of.of_text)
    hand_runs = Text(of.nothing)
    play_is_stopped = Text(of.nothing)
    no_dice_yet = Text(of.nothing)
    no_throw_seen = Text(of.nothing)
    hand_goes_on = Text(of.nothing)
    hand_never_seen = Text(of.nothing)
    hand_has_ended = Text(reasons.of_hand_end)
    score_too_large = Text(of.of_number)
    clock_is_paused = Text(of.nothing)
    no_deal = Text(of.nothing)
    make_it_void = Text(of.nothing)
    either = Text(reasons.of_listed)
    chairs_in_order = Text(of.nothing)
    name_twice = Text(of.of_text)
    other_draw = Text(reasons.of_draw_kind)
    draw_needs = Text(reasons.of_listed)
    # rulings of other judges, what came since
    ruled_by_another = Text(reasons.of_ruling_by)
    entry_to_come = Text(of.of_number)
    decided_long_ago = Text(of.of_numbers)
    happened_since = Text(reasons.of_entry_lines)
    entry_says = Text(reasons.of_entry_lines)
    entry_is = Text(reasons.of_entry_kind)
    # entries
    what_instead = Text(of.nothing)
    stays_as_it_is = Text(reasons.of_listed)
    entry_has_no = Text(reasons.of_entry_fields)
    nothing_to_undo = Text(of.nothing)
    undo_which = Text(reasons.of_several)
    newest_entry = Text(reasons.of_entry_lines)
    newest_act = Text(reasons.of_entry_lines)
    after_which = Text(of.nothing)
    is_not_said = Text(reasons.of_listed)
    no_time = Text(reasons.of_value)
    # a hand that is to be scored
    tiles_make_no_hand = Text(of.of_opened)
    tile_must_be_known = Text(of.nothing)
    no_such_meld = Text(of.of_tiles)
    hand_does_not_win = Text(of.nothing)
    riichi_open = Text(of.nothing)
    riichi_first_turn = Text(of.nothing)
    ippatsu_without_riichi = Text(of.nothing)
    ippatsu_rinshan = Text(of.nothing)
    rinshan_ron = Text(of.nothing)
    rinshan_without_kan = Text(of.nothing)
    chankan_tsumo = Text(of.nothing)
    chankan_tile_held = Text(of.nothing)
    first_turn_last_tile = Text(of.nothing)
    first_turn_chankan = Text(of.nothing)
    first_turn_meld = Text(of.nothing)
    # clips
    no_clips = Text(of.of_number)
    no_clip = Text(reasons.of_clips)
    no_clip_of_many = Text(reasons.of_clips)
    no_picture = Text(of.nothing)
    # tiles
    no_tile_there = Text(of.nothing)
    # alerts
    no_alert = Text(reasons.of_no_name)
    # the machine
    unwritable = Text(of.of_text)
    no_walls_up = Text(of.nothing)
    no_machine = Text(of.nothing)
    no_next_hand = Text(of.nothing)
    hand_is_played = Text(of.nothing)
    held = Text(reasons.of_stop_kind)
    held_for = Text(of.of_foul)
    # the service
    no_command = Text(reasons.of_no_name)
    too_much = Text(of.nothing)
    failed = Text(of.of_text)
    journal_fails = Text(of.of_text)
    wrong_settings = Text(of.of_text)
