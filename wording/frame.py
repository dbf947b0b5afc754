"""The judge's terminal's own texts: headings, labels, answers. What the tables say comes as messages of theirs.

A table's words are inserted as text, so that a terminal can show what another version sent.
"""

from collections.abc import Sequence
from typing import Final

from referee.texts import reasons
from referee.texts import signatures as of
from referee.texts.declaration import Text
from referee.texts.kinds import Letter, Rule, Ruling
from referee.texts.message import Message


def _of_hand(wind: Letter, number: int) -> None: ...  # a hand: its round, and its number in it
def _of_place(hand: str, honba: str) -> None: ...  # a hand and its counters
def _of_clock(text: str, since: str) -> None: ...  # a time limit, and since when it runs
# The judge who goes to the table, and how many seconds the call waited.
def _of_attendant(who: str, seconds: int | None) -> None: ...
def _of_claimable(who: str, tile: str) -> None: ...  # whose tile may be claimed
def _of_call(who: str, call: str) -> None: ...
# Those who have acknowledged a win, and whether it is paid.
def _of_closing(text: str, *, paid: bool) -> None: ...
# Whose appeal, against which finding, what became of it, and why.
def _of_appeal(who: str, finding: str, outcome: str, text: str) -> None: ...
# A finding, the player who appeals, and the jurors.
def _of_jury(number: int, who: str, text: str) -> None: ...
# A finding, the player who appealed, the ruling that most voted for, and the votes.
def _of_jury_ruling(number: int, who: str, ruling: str, text: str) -> None: ...
# A juror, the ruling that he voted for, its points, and the reason.
def _of_vote(name: str, ruling: str, points: str, text: str) -> None: ...
# The cause of a stop, the caller or offender, the judge who stopped play, his reason, and who plays on.
def _of_stop(text: str, who: str, by: str, why: str, on: str) -> None: ...
def _of_entry(number: str, time: str, text: str) -> None: ...  # an entry, its time, and what it says
def _of_pond(number: int, tile: str) -> None: ...  # the number of discards, and the last
def _of_meld(meld: str, text: str, who: str) -> None: ...  # a meld, its tiles, and whose tile was called
# A win: the winner, the discarder, the hand, and the points.
def _of_win(who: str, source: str, worth: str, points: str) -> None: ...
def _of_worth(han: str, fu: str) -> None: ...
# An item of a hand's value, its tile, what it adds, and its section.
def _of_item(name: str, tile: str, value: str, section: str) -> None: ...
def _of_comes_to(worth: str, points: str) -> None: ...  # the value of a hand in han and fu, and in points
def _of_status(name: str, status: str, text: str) -> None: ...  # a table, how it is, and what it says
# A clip, why it is kept, from when to when, and its bytes.
def _of_clip(number: int, text: str, since: str, until: str, count: int) -> None: ...
def _of_finished(running: int | None) -> None: ...
# The numbers of finished hanchans, of tables, of hanchans that are played and of void ones.
def _of_standings(number: int, tables: int, running: int | None, void: int | None) -> None: ...
# The number of hanchans that somebody has played, and the cost of rulings.
def _of_standing(number: int, lost: str) -> None: ...
# Points, what for, at which table, in which hanchan.
def _of_penalty(points: int, text: str, table: str, began: str) -> None: ...
def _of_penalties(name: str, points: int) -> None: ...  # a player and the points of all rulings
# The ruling and the foul, and whose ruling it is.
def _of_penalty_for(what: Sequence[Message], judge: str) -> None: ...
# A player, the points lost of the overall score, and why.
def _of_lost(name: str, points: int, text: str) -> None: ...
def _of_rule(rule: Rule) -> None: ...
def _of_ruling(ruling: Ruling) -> None: ...
def _of_welcome(name: str, hall: str, broker: str) -> None: ...  # the login, the hall and the broker
def _of_sets(phase: str, sets: Sequence[str]) -> None: ...  # the phase of the cycle, and each set of tiles
def _of_table(name: str, text: str) -> None: ...  # the table that is shown, and the hall
# The line's state, the unit's firmware, how long the last round trip took.
def _of_line(state: str, firmware: str, trip: str) -> None: ...
# The median of the times, and the time below which 95 of 100 are, in milliseconds.
def _of_times(middle: str, slow: str) -> None: ...
# A place on the score sheet, who has it, and what the result is made of.
def _of_sheet_row(
    number: int, text: str, *, points: int, uma: str, oka: str, penalties: int | None, overall: str
) -> None: ...
def _of_package(name: str, command: str) -> None: ...  # the library that is missing, and what installs it


class FrameTexts:
    """The terminal's texts, in the order of its pages."""

    TOPIC: Final = "frame"

    # the terminal
    welcome = Text(_of_welcome)
    watching = Text(of.of_text)
    password = Text(of.of_text)
    go_on = Text(of.of_text)
    say_yes = Text(of.of_text)
    # the hall
    without = Text(reasons.of_value)
    none_finished = Text(_of_finished)
    standings = Text(_of_standings)
    standing = Text(_of_standing)
    no_penalties = Text(of.nothing)
    penalties = Text(_of_penalties)
    penalty = Text(_of_penalty)
    penalty_for = Text(_of_penalty_for)
    ruling_name = Text(_of_ruling)
    rule_name = Text(_of_rule)
    minutes_late = Text(of.of_number)
    lost = Text(_of_lost)
    # films
    clip = Text(_of_clip)
    clip_there = Text(of.of_text)
    clip_at = Text(of.of_text)
    clip_saved = Text(of.of_text)

    # tables
    no_table = Text(of.of_text)
    table = Text(reasons.of_value)
    table_status = Text(_of_status)
    no_hanchan = Text(of.nothing)
    hand = Text(_of_hand)
    place = Text(_of_place)
    bets = Text(of.of_text)
    wall = Text(of.of_text)
    indicators = Text(of.of_text)
    ura = Text(of.of_text)
    turn = Text(of.of_text)
    rules = Text(of.of_text)
    not_ruled_count = Text(of.of_number)
    time_limit = Text(_of_clock)
    stands_still = Text(of.of_text)
    awaits_signal = Text(of.nothing)
    gong = Text(of.nothing)
    hand_granted = Text(of.nothing)
    hanchan_ended = Text(of.of_text)
    sheet_row = Text(_of_sheet_row)
    attends = Text(_of_attendant)
    claimable = Text(_of_claimable)
    call = Text(_of_call)
    closing = Text(_of_closing)
    appeal = Text(_of_appeal)
    jury = Text(_of_jury)
    has_voted = Text(of.of_name)
    jury_ruled = Text(_of_jury_ruling)
    vote = Text(_of_vote)
    last_hand = Text(reasons.of_value)
    over = Text(of.of_text)
    no_alerts = Text(of.nothing)
    stopped = Text(_of_stop)
    unsigned = Text(of.nothing)
    goes_on = Text(of.nothing)
    # players
    riichi = Text(of.nothing)
    dead = Text(of.nothing)
    disqualified = Text(of.nothing)
    warnings = Text(of.of_text)
    in_hand = Text(of.of_text)
    discards = Text(_of_pond)
    meld = Text(_of_meld)
    shows = Text(of.of_text)
    nobody = Text(of.nothing)
    seat = Text(of.of_text)
    # findings
    no_findings = Text(of.nothing)
    findings_before = Text(of.of_number)
    finding = Text(reasons.of_value)
    no_section = Text(of.nothing)
    proposed = Text(of.of_text)
    costs = Text(of.of_text)
    found_in = Text(of.of_text)
    evidence = Text(of.of_text)
    ruled = Text(of.of_text)
    not_ruled = Text(of.nothing)
    # results
    chombo_of = Text(of.of_text)
    win = Text(_of_win)
    liable = Text(of.of_text)
    tenpai = Text(of.of_text)
    yakuman = Text(of.nothing)
    worth = Text(_of_worth)
    changes = Text(of.of_text)
    scores = Text(of.of_text)
    not_over = Text(of.nothing)
    if_closed = Text(of.of_text)
    hands_left_out = Text(of.of_number)
    item = Text(_of_item)
    in_han = Text(of.of_text)
    in_fu = Text(of.of_text)
    in_yakuman = Text(of.of_text)
    comes_to = Text(_of_comes_to)
    # events and answers
    table_then = Text(_of_entry)
    entry = Text(_of_entry)
    entry_number = Text(of.of_text)
    nothing_happened = Text(of.nothing)
    nothing_since = Text(of.nothing)
    only_since = Text(of.of_text)
    refuses = Text(reasons.of_value)
    no_reason = Text(of.nothing)
    nothing_sent = Text(of.nothing)
    still_stopped = Text(of.of_text)
    still_called = Text(of.nothing)
    yes = Text(of.nothing)
    no = Text(of.nothing)
    # what an order would do
    would = Text(reasons.of_value)
    would_at = Text(of.of_text)


class LookUp:
    """The terminal's orders that only show something, and what they show."""

    to_look = Text(of.nothing)
    to_table = Text(of.nothing)
    tables = Text(of.nothing)
    table = Text(of.nothing)
    show = Text(of.nothing)
    findings = Text(of.nothing)
    events = Text(of.nothing)
    standings = Text(of.nothing)
    penalties = Text(of.nothing)
    clip = Text(of.nothing)
    picture = Text(of.nothing)
    hands = Text(of.nothing)
    evaluate = Text(of.nothing)
    past = Text(of.nothing)
    tile = Text(of.nothing)
    seen = Text(of.nothing)
    rules = Text(of.nothing)
    alerts = Text(of.nothing)
    watch = Text(of.nothing)
    help = Text(of.nothing)
    quit = Text(of.nothing)


class ViewTexts:
    """The view's texts, in the order of its panes."""

    TOPIC: Final = "view"

    shown = Text(_of_table)
    game = Text(of.nothing)
    journal = Text(of.nothing)
    attention = Text(of.nothing)
    nothing_to_do = Text(of.nothing)
    machine_pane = Text(of.nothing)
    machine = Text(_of_sets)
    paused = Text(of.of_text)
    untold = Text(of.nothing)
    not_understood = Text(of.nothing)
    line_pane = Text(of.nothing)
    line = Text(_of_line)
    clean_line = Text(of.nothing)
    answers_pane = Text(of.nothing)
    times = Text(_of_times)
    no_answer = Text(of.of_text)
    next_table = Text(of.nothing)
    leave = Text(of.nothing)
    no_library = Text(_of_package)
    no_terminal = Text(of.nothing)
