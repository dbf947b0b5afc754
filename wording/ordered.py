"""The effect of a judge's order, shown before it is sent and once it is done. A table's words are inserted as text."""

from collections.abc import Sequence
from typing import Final

from referee.texts import signatures as of
from referee.texts.declaration import Text
from referee.texts.kinds import Ending, Grade, MachineOrder, Outcome, Round, Rule, Ruling, Stop
from referee.texts.message import Message, Person


# The subject of the ruling, the ruling, and its consequence if its name does not say that.
def _of_ruling(about: str, ruling: Ruling, effect: Ruling | None) -> None: ...
def _of_finding(number: int, rule: str, who: str) -> None: ...  # a finding, its foul, and whose it is
def _of_points(what: Message, number: int | None) -> None: ...  # a ruling, and how many points it costs
def _of_foul(who: str, rule: Rule) -> None: ...
def _of_finding_fallen(who: Person, rule: Rule) -> None: ...
# On whom a ruling was, None if nobody was at fault, and the ruling.
def _of_ruling_fallen(who: Person | None, ruling: Ruling) -> None: ...
def _of_replaced(name: str, who: str) -> None: ...  # the player who plays on, and the one he plays for
def _of_dice(first: int | None, second: int | None) -> None: ...  # both dice, None where the camera sees them
def _of_result(ending: Ending, who: str) -> None: ...  # the way a hand ended, and who won it
def _of_switch(*, on: bool) -> None: ...
# An entry, what it says, and what it should say.
def _of_correction(number: int, was: str, text: str) -> None: ...
def _of_entry(number: int | None) -> None: ...
# After which entry, None for the newest act, and what.
def _of_insertion(number: int | None, text: str) -> None: ...
def _of_machine(order: MachineOrder) -> None: ...
# The number of hands, and whether their penalties still count.
def _of_hands(number: int, *, penalties: bool) -> None: ...
# The finding that was ruled on, and the player.
def _of_ruled(finding: str | None, seat: Person | None) -> None: ...
# The ruling, the finding that was ruled on, and the player.
def _of_any_ruling(ruling: Grade, finding: str | None, seat: Person | None) -> None: ...
def _of_named_finding(finding: str) -> None: ...
def _of_grade(finding: str, grade: Grade) -> None: ...  # a finding, and its new grade
# A foul, whose it is, and the ruling on it if one was made at once.
def _of_foul_entered(rule: Rule, seat: Person, ruling: Ruling | None) -> None: ...
def _of_going_on(*, seen_to: bool) -> None: ...  # true if the call for a judge has been seen to
# A player, and who plays on, empty if nobody is named.
def _of_substitute(seat: Person, name: str) -> None: ...
def _of_appeal_noted(seat: Person, outcome: Outcome) -> None: ...  # whose appeal, and what became of it
def _of_goer(to: str) -> None: ...  # the judge who goes, empty if nobody does
def _of_seat(seat: Person) -> None: ...
def _of_more_time(minutes: int) -> None: ...
def _of_entry_number(entry: int) -> None: ...
def _of_move(do: MachineOrder) -> None: ...
def _of_alert(alert: str) -> None: ...


class CommandDone:
    """Says that a command was carried out: a text for each command, under its name, which takes some of its arguments."""

    begin_hanchan = Text(of.nothing)
    begin_hand = Text(of.nothing)
    close_hand = Text(of.nothing)
    close_hanchan = Text(of.nothing)
    enter_hand = Text(of.nothing)
    adjust_points = Text(of.nothing)
    start_signal = Text(of.nothing)
    gong = Text(of.nothing)
    pause_clock = Text(_of_switch)
    extend_clock = Text(_of_more_time)
    grant_hand = Text(_of_switch)
    acknowledge = Text(_of_seat)
    paid = Text(of.nothing)
    sign_sheet = Text(of.nothing)
    rule = Text(_of_any_ruling)
    accept = Text(_of_named_finding)
    change_grade = Text(_of_grade)
    dismiss = Text(_of_ruled)
    guide = Text(_of_ruled)
    warn = Text(_of_ruled)
    dead_hand = Text(_of_ruled)
    chombo = Text(_of_ruled)
    disqualify = Text(_of_ruled)
    void_hand = Text(of.nothing)
    redeal = Text(of.nothing)
    foul = Text(_of_foul_entered)
    stop = Text(of.nothing)
    resume = Text(_of_going_on)
    replace_player = Text(_of_substitute)
    appeal = Text(_of_appeal_noted)
    call_jury = Text(of.nothing)
    vote = Text(of.nothing)
    excuse_juror = Text(of.nothing)
    close_jury = Text(of.nothing)
    call_judge = Text(of.nothing)
    take_call = Text(of.nothing)
    hand_over = Text(_of_goer)
    correct = Text(_of_entry_number)
    undo = Text(_of_entry_number)
    insert = Text(of.nothing)
    pause = Text(_of_switch)
    machine = Text(_of_move)
    resolve = Text(_of_alert)
    reset_faults = Text(of.nothing)
    update = Text(of.nothing)


class OrderTexts:
    """Effects of orders."""

    TOPIC: Final = "ordered"

    # before the arguments that are required
    ends_hand = Text(of.nothing)
    ends_hanchan = Text(of.nothing)
    may_end_hand = Text(of.nothing)
    plays_no_more = Text(of.nothing)
    # rulings
    ruling = Text(_of_ruling)
    finding = Text(_of_finding)
    with_points = Text(_of_points)
    foul = Text(_of_foul)
    replaced = Text(_of_replaced)
    # the game
    hanchan = Text(of.of_text)
    hand = Text(_of_dice)
    gong = Text(of.nothing)
    result = Text(_of_result)
    points = Text(of.of_text)
    # entries
    corrected = Text(_of_correction)
    undone = Text(_of_entry)
    inserted = Text(_of_insertion)
    # the machine
    machine = Text(_of_machine)
    seen_to = Text(of.of_text)


def _of_all(what: Sequence[Message]) -> None: ...
def _of_change(who: Person, number: int) -> None: ...  # a player, and how many points more
def _of_players(who: Sequence[Person]) -> None: ...
# Whose finding, its foul, the proposed grade.
def _of_finding_made(who: Person, rule: Rule, grade: Grade) -> None: ...
# A hand, its counters, the riichi sticks on the table if there are any, and its dealer.
def _of_next_hand(wind: Round, number: int, honba: int, bets: int | None, who: Person) -> None: ...
# A place, who has it, with how many points, and the overall score.
def _of_placed(number: int, who: Person, points: int, text: str) -> None: ...
def _of_stopped(why: Stop) -> None: ...
def _of_stopped_for(rule: Rule) -> None: ...


class EffectTexts:
    """Everything that an order would change."""

    TOPIC: Final = "effect"

    by = Text(_of_change)
    moved = Text(_of_all)
    overall = Text(_of_all)
    dead = Text(_of_players)
    alive = Text(_of_players)
    disqualified = Text(of.of_player)
    qualified = Text(of.of_player)
    found = Text(_of_finding_made)
    falls = Text(_of_finding_fallen)
    ruling_falls = Text(_of_ruling_fallen)
    stops = Text(_of_stopped)
    stops_for = Text(_of_stopped_for)
    goes_on = Text(of.nothing)
    hand = Text(_of_next_hand)
    hand_begins = Text(of.of_message)
    hand_ends = Text(of.of_message)
    hand_again = Text(of.of_message)
    stands = Text(of.of_message)
    placed = Text(_of_placed)
    hanchan_ends = Text(_of_all)
    result = Text(_of_all)
    hanchan_void = Text(of.nothing)
    hanchan_goes_on = Text(of.of_message)
    signed = Text(of.nothing)
    unsigned = Text(of.nothing)
    settles = Text(_of_all)
    settled = Text(_of_all)
    nothing = Text(of.nothing)


class Destroyed:
    """The losses that an order brings, said to the person who is about to confirm it."""

    hands = Text(_of_hands)
    player = Text(of.of_player)
    lid = Text(of.nothing)
