"""The lines of a journal: each event as one line, for people who watch a table."""

from __future__ import annotations

from referee.texts import signatures as of
from referee.texts.declaration import Text


class JournalText:
    """Texts about events, one line each."""

    TOPIC = "line"

    hanchan_starts = Text(of.of_rules)
    hand_starts = Text(of.of_hand)
    indicator = Text(of.of_indicator)
    draws = Text(of.of_draw)
    discards = Text(of.of_discard)
    calls = Text(of.of_player_call)
    makes_meld = Text(of.of_player_meld)
    goes_on = Text(of.nothing)
    meld_taken_back = Text(of.of_player)
    draw_taken_back = Text(of.of_player)
    play_taken_back = Text(of.of_player)
    declares_riichi = Text(of.of_riichi)
    lays_stick = Text(of.of_player)
    riichi_stands = Text(of.of_player)
    shows_win = Text(of.of_player_tile)
    opens_hand = Text(of.of_player)
    ura = Text(of.of_tiles)
    announces = Text(of.of_announcement)
    gong = Text(of.nothing)
    hanchan_ends = Text(of.of_scores)
    found = Text(of.of_player_message)
    # how a hand ends
    hand_void = Text(of.nothing)
    drawn = Text(of.of_result)
    wins = Text(of.of_win)
    wins_yakuman = Text(of.of_yakuman)
    # what judges do
    ruling = Text(of.of_ruling)
    ruling_announced = Text(of.of_announced_ruling)
    stops = Text(of.of_stop)
    stops_for = Text(of.of_stop_for)
    plays_on = Text(of.of_player)
    continues = Text(of.of_text)
    attends = Text(of.of_attendant)
    nobody_attends = Text(of.of_text)
    points_moved = Text(of.of_moved)
    points = Text(of.of_points)
    bets = Text(of.of_number)
    result_entered = Text(of.of_text)
    signal = Text(of.of_text)
    sheet_signed = Text(of.of_text)
    clock = Text(of.of_clock)
    no_time_counts = Text(of.of_hindrance)
    replaced = Text(of.of_replaced)
    seat_taken = Text(of.of_seat_taken)
    appeal = Text(of.of_appeal)
    jury_named = Text(of.of_jury)
    juror_left = Text(of.of_juror)
    vote_noted = Text(of.of_name)
    vote = Text(of.of_vote)
    jury_ruled = Text(of.of_jury_ruling)
    hanchan_cut = Text(of.of_text)
    hanchan_void = Text(of.of_void)
    acknowledges = Text(of.of_player)
    paid = Text(of.nothing)
    put_in = Text(of.of_put_in)
    undone = Text(of.of_undone)
    struck_out = Text(of.of_undone)
    corrected = Text(of.of_put_in)
    # what depends on its time
    call_taken_back = Text(of.of_player_call)
    takes_tile = Text(of.of_player)
    draws_early = Text(of.of_player_known_tile)
    calls_judge = Text(of.of_player)
    riichi_taken_back = Text(of.of_player)
