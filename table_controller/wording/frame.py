"""The judge's terminal's own texts: headings, labels, answers. Whatever the tables say comes as their messages.

A table's words are inserted as text, so that a terminal can show what another version sent.
"""

from referee.texts import reasons
from referee.texts import signatures as of
from referee.texts.declaration import Text
from referee.texts.kinds import Letter


def _of_hand(wind: Letter, number: int) -> None:
    """A hand: its round, and its number in it."""


def _of_place(hand: str, honba: str) -> None:
    """A hand and its counters."""


def _of_clock(text: str, since: str) -> None:
    """A time limit, and since when it runs."""


def _of_closing(text: str, *, paid: bool) -> None:
    """Who has acknowledged a win, and whether it is paid."""


def _of_appeal(who: str, finding: str, outcome: str, text: str) -> None:
    """Whose appeal, against which finding, what became of it, and why."""


def _of_stop(text: str, who: str, on: str) -> None:
    """Why play is stopped, for whom, and who plays on."""


def _of_entry(number: str, time: str, text: str) -> None:
    """An entry, its time, and what it says."""


def _of_pond(number: int, tile: str) -> None:
    """How many discards, and the last."""


def _of_meld(meld: str, text: str, who: str) -> None:
    """A meld, its tiles, and whose tile was called."""


def _of_win(who: str, source: str, worth: str, points: str) -> None:
    """Who won, off whom, what, and how many points."""


def _of_worth(han: str, fu: str) -> None:
    """Han and fu."""


def _of_status(name: str, status: str, text: str) -> None:
    """A table, how it is, and what it says."""


def _of_next(hand: str, honba: str, text: str) -> None:
    """The next hand, its counters, its dealer."""


class Frame:
    """What the terminal says, in the order of its pages."""

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
    turn = Text(of.of_text)
    rules = Text(of.of_text)
    not_ruled_count = Text(of.of_number)
    time_limit = Text(_of_clock)
    stands_still = Text(of.of_text)
    gong = Text(of.nothing)
    hanchan_ended = Text(of.of_text)
    closing = Text(_of_closing)
    appeal = Text(_of_appeal)
    last_hand = Text(reasons.of_value)
    over = Text(of.of_text)
    no_alerts = Text(of.nothing)
    stopped = Text(_of_stop)
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
    yakuman = Text(of.nothing)
    worth = Text(_of_worth)
    changes = Text(of.of_text)
    scores = Text(of.of_text)
    # events and answers
    entry = Text(_of_entry)
    entry_number = Text(of.of_text)
    nothing_happened = Text(of.nothing)
    nothing_since = Text(of.nothing)
    only_since = Text(of.of_text)
    refuses = Text(reasons.of_value)
    no_reason = Text(of.nothing)
    nothing_sent = Text(of.nothing)
    still_stopped = Text(of.of_text)
    yes = Text(of.nothing)
    no = Text(of.nothing)
    # what an order would do
    would = Text(reasons.of_value)
    would_move = Text(of.of_text)
    would_kill = Text(of.of_text)
    would_find = Text(of.of_text)
    would_withdraw = Text(of.of_text)
    would_stop = Text(of.of_text)
    would_end = Text(of.nothing)
    would_follow = Text(_of_next)
    would_at = Text(of.of_text)
