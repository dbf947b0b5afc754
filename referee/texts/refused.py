"""Why what a judge says makes no sense as the game stands; the order of a judge is refused with it."""

from __future__ import annotations

from referee.texts import reasons as of
from referee.texts import signatures
from referee.texts.declaration import Text


class Refused:
    """Why something is refused, by topics."""

    # whatever is said
    no_hanchan = Text(signatures.nothing)
    no_hand = Text(signatures.nothing)
    no_hand_voided = Text(of.of_voided_hand)
    seats = Text(signatures.nothing)
    no_such_finding = Text(signatures.of_number)
    # rulings
    only_finding_accepted = Text(signatures.nothing)
    grade_is_open = Text(signatures.nothing)
    whose_ruling = Text(of.of_ruling_kind)
    ruled_so_already = Text(signatures.of_number)
    nothing_to_take_back = Text(signatures.nothing)
    disqualified_already = Text(signatures.nothing)
    hand_is_over = Text(signatures.nothing)
    dead_already = Text(signatures.nothing)
    how_many_points = Text(signatures.of_number)
    points_not_chosen = Text(signatures.of_number)
    points_out_of_range = Text(signatures.of_number)
    finding_before = Text(signatures.of_number)
    chombo_voided = Text(signatures.nothing)
    chombo_in_riichi = Text(signatures.nothing)
    no_such_foul = Text(signatures.of_text)
    least_one_tile = Text(signatures.nothing)
    # stops
    stopped_already = Text(signatures.nothing)
    not_stopped = Text(signatures.nothing)
    disqualified_stay = Text(of.of_players)
    # points
    moves_nothing = Text(signatures.nothing)
    no_small_sticks = Text(signatures.nothing)
    fewer_bets = Text(signatures.of_number)
    bets_after_hanchan = Text(signatures.nothing)
    from_nowhere = Text(signatures.of_number)
    # the clock
    paused_already = Text(signatures.nothing)
    not_paused = Text(signatures.nothing)
    how_many_minutes = Text(signatures.nothing)
    no_time_left = Text(signatures.nothing)
    no_time_limit = Text(signatures.nothing)
    gong_sounded = Text(signatures.nothing)
    # players and appeals
    who_plays_on = Text(signatures.nothing)
    sits_here = Text(signatures.of_text)
    no_appeals = Text(signatures.nothing)
    not_ruled_on = Text(signatures.nothing)
    appeal_is_so = Text(of.of_outcome)
    no_such_appeal = Text(signatures.nothing)
    # how a hand is closed
    no_win_shown = Text(signatures.nothing)
    own_win = Text(signatures.nothing)
    acknowledged_already = Text(signatures.nothing)
    nothing_to_pay = Text(signatures.nothing)
    not_acknowledged = Text(signatures.nothing)
    paid_already = Text(signatures.nothing)
    # results that are entered
    say_unseen = Text(signatures.nothing)
    was_seen = Text(signatures.nothing)
    seat_twice = Text(signatures.nothing)
    rules_have_no = Text(of.of_ending)
    who_won = Text(signatures.nothing)
    nobody_wins = Text(of.of_ending)
    nagashi_and_seats = Text(signatures.nothing)
    tenpai_at_draw_only = Text(signatures.nothing)
    not_four_riichi = Text(signatures.nothing)
    dead_hand_wins = Text(signatures.nothing)
    dead_hand_tenpai = Text(signatures.nothing)
    dead_hand_riichi = Text(signatures.nothing)
    tsumo_one_winner = Text(signatures.nothing)
    ron_one_discarder = Text(signatures.nothing)
    one_winner = Text(signatures.nothing)
    three_wins = Text(signatures.nothing)
    yakuman_or_han = Text(signatures.nothing)
    least_one_han = Text(signatures.nothing)
    no_such_fu = Text(of.of_most)
    one_han_needs_fu = Text(signatures.of_number)
    no_liability = Text(of.of_section)
    liable_without_yakuman = Text(of.of_section)
    one_liable = Text(signatures.nothing)
    winner_liable = Text(signatures.nothing)
    say_the_points = Text(signatures.nothing)
    changes_sum = Text(of.of_right)
    winner_pays = Text(signatures.nothing)
    abort_pays = Text(signatures.nothing)
    against_rules = Text(signatures.of_message)
    noten_riichi = Text(of.of_noten_riichi)
    too_many_han = Text(signatures.of_number)
    other_points = Text(of.of_moves)
