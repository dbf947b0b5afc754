"""The arguments of texts, as functions that are never called: type checkers and ``kinds`` read their annotations.

The program reads these annotations while it runs, so they must not be postponed (no ``from __future__ import annotations``).
"""

from collections.abc import Sequence

from referee.texts.kinds import (
    Broken,
    Button,
    Call,
    Chair,
    Happening,
    Hindrance,
    Letter,
    Loss,
    Meld,
    Motor,
    Outcome,
    Part,
    Result,
    Rule,
    RulesTitle,
    Ruling,
    Stop,
    Tile,
    Wind,
)
from referee.texts.message import Message, Person


def nothing() -> None:
    """No arguments."""


def of_text(text: str) -> None:
    """Somebody's own words."""


def of_message(what: Message) -> None:
    """Another text within."""


def of_name(name: str) -> None:
    """Somebody's name."""


def of_attendant(name: str, number: int | None, text: str) -> None:
    """The judge who attends, the seconds since the call, and the reason."""


def of_number(number: int) -> None:
    """A number."""


def of_tile(tile: Tile) -> None:
    """A tile."""


def of_known_tile(tile: Tile | None) -> None:
    """A tile, None where it is not known."""


def of_two_tiles(tile: Tile, drawn: Tile) -> None:
    """A tile and the one that was drawn."""


def of_wind(wind: Wind) -> None:
    """A seat."""


def of_letters(wind: Letter, first: Letter) -> None:
    """Two seats, in short."""


def of_call(call: Call) -> None:
    """A call."""


def of_calls(call: Call, then: Call) -> None:
    """Two calls."""


def of_call_by(call: Call, wind: Wind) -> None:
    """A call of a seat."""


def of_times(what: Message, number: int) -> None:
    """The thing seen, and how often by now."""


def of_call_in(call: Call, number: int) -> None:
    """A call and a time."""


def of_call_shown(call: Call, *, shown: bool) -> None:
    """A call, and whether tiles were shown before it."""


def of_meld(meld: Meld) -> None:
    """A meld."""


def of_meld_of(meld: Meld, tiles: Sequence[Tile]) -> None:
    """A meld and its tiles."""


def of_meld_called(meld: Meld, wind: Wind, call: Call) -> None:
    """A meld, and whose call went before it."""


def of_tile_of_seat(tile: Tile, wind: Wind) -> None:
    """A tile, and the seat whose tile or turn it is."""


def of_tile_for(tile: Tile, call: Call) -> None:
    """A tile and a call."""


def of_broken(what: Broken) -> None:
    """The thing knocked over."""


def of_opened(tiles: int, melds: int) -> None:
    """Numbers of tiles and melds."""


def of_rules(title: RulesTitle) -> None:
    """A ruleset."""


def of_foul(rule: Rule) -> None:
    """A foul."""


def of_rule(rule: Rule, text: str) -> None:
    """A foul and somebody's own words."""


def tenpai_or_not(*, tenpai: bool) -> None:
    """True if tenpai was said."""


def called_or_not(*, called: bool) -> None:
    """True if the judge was called."""


def chi_or_not(*, chi: bool) -> None:
    """True for a chi, False for a draw."""


def late_or_not(*, late: bool) -> None:
    """True if it came after something."""


def concealed_or_not(*, concealed: bool) -> None:
    """True for a concealed kan."""


def of_why(text: str) -> None:
    """A reason, in the words of the system or another program."""


def of_count(number: int, what: Message) -> None:
    """A number and another text."""


def of_numbers(number: int, of: int) -> None:
    """A number out of a total."""


def of_range(number: int, most: int | None, counted: int) -> None:
    """A number or a range of numbers, and another."""


def of_dice(first: int, second: int) -> None:
    """Two dice."""


def of_dice_against(thrown: Sequence[int], dice: Sequence[int]) -> None:
    """Two throws of dice."""


def of_shift(number: int, degrees: int | None) -> None:
    """Millimetres, and degrees where it has turned."""


def of_measures(text: str, usual: str) -> None:
    """A measured number and the usual one."""


def of_sight(place: Message, number: int | None, why: Loss) -> None:
    """A place that is not seen, the seconds since then, and the reason."""


def of_chair(chair: Chair) -> None:
    """A chair."""


def of_caller(what: Message, number: int | None) -> None:
    """The caller, and the number of a clip."""


def of_part(part: Part, text: str) -> None:
    """A part of the program, and why it fails."""


def of_happening(what: Happening, text: str) -> None:
    """A kind of observation, and why it failed."""


def of_failed(request: Message, what: Message) -> None:
    """The request that failed, and why."""


def of_protocols(theirs: str, ours: str) -> None:
    """Two versions of a protocol."""


def of_detail(detail: int) -> None:
    """The number that the table unit reports."""


def of_fault(chair: Chair, button: Button, motor: Motor) -> None:
    """The place of a fault in the machine."""


def of_player(who: Person) -> None:
    """A player."""


def of_player_tile(who: Person, tile: Tile) -> None:
    """A player and a tile."""


def of_player_known_tile(who: Person, tile: Tile | None) -> None:
    """A player and a tile, None where it is not known."""


def of_player_call(who: Person, call: Call) -> None:
    """A player and a call."""


def of_player_meld(who: Person, meld: Meld, tiles: Sequence[Tile]) -> None:
    """A player and a meld."""


def of_player_message(who: Person, what: Message) -> None:
    """A player and another text."""


def of_hand(wind: Letter, number: int, honba: int, dice: Sequence[int]) -> None:
    """A hand: round, number in it from 1, honba, dice."""


def of_indicator(tile: Tile, *, kan: bool) -> None:
    """An indicator, and whether it is that of a kan."""


def of_draw(who: Person, tile: Tile | None, *, kan: bool) -> None:
    """A draw, and whether it is one after a kan."""


def of_discard(who: Person, tile: Tile, *, sideways: bool) -> None:
    """A discard, and whether it lies sideways."""


def of_riichi(who: Person, *, double: bool) -> None:
    """A player, and whether it is a double riichi."""


def of_tiles(tiles: Sequence[Tile]) -> None:
    """Tiles."""


def of_announcement(who: Person, *, tenpai: bool) -> None:
    """A player, and whether tenpai was said."""


def of_scores(scores: Sequence[int]) -> None:
    """Scores of the four seats."""


def of_result(result: Result, who: Sequence[Person]) -> None:
    """The end of a hand without a win, and the players whose chombo it was."""


def of_win(who: Person, result: Result, source: Person | None, *, han: int, fu: int, points: int) -> None:
    """A win: its player, ron or tsumo, the discarder, its worth."""


def of_yakuman(who: Person, result: Result, source: Person | None, points: int) -> None:
    """A yakuman: its player, ron or tsumo, the discarder."""


def of_ruling(
    who: Person | None,
    ruling: Ruling,
    *,
    points: int | None,
    instead: Ruling | None,
    former: str,
    text: str,
) -> None:
    """A ruling: the player, the points, the ruling it replaces with its judge, and the reason."""


def of_announced_ruling(
    who: Person | None, ruling: Ruling, *, points: int | None, instead: Ruling | None, jury: bool
) -> None:
    """A ruling as players and streams see it, and whether it is a jury's."""


def of_stop(why: Stop, who: Person | None, text: str) -> None:
    """The reason that play stops, the player concerned, and somebody's words."""


def of_stop_for(rule: Rule, who: Person | None, text: str) -> None:
    """The foul for which play stops, its player, and somebody's words."""


def of_moved(moved: Sequence[Message], text: str) -> None:
    """Points that were moved, and why."""


def of_points(who: Person, number: int) -> None:
    """Points of a player."""


def of_clock(number: int, text: str, *, still: bool) -> None:
    """Minutes that were added, why, and whether the clock stands still."""


def of_hindrance(cause: Hindrance, number: int | None = None) -> None:
    """The hindrance that keeps people from playing, and once it is over, its length in seconds."""


def of_replaced(name: str, former: str, text: str) -> None:
    """The new player, the former one, and the reason."""


def of_seat_taken(name: str, who: Person, text: str) -> None:
    """The new player of a seat, and the reason."""


def of_appeal(who: Person, outcome: Outcome, text: str) -> None:
    """An appeal: its player, its outcome, and the reason."""


def of_jury(names: Sequence[str], who: Person, text: str) -> None:
    """The jurors, the player who appeals, and the reason."""


def of_juror(name: str, text: str) -> None:
    """A juror and the reason."""


def of_vote(name: str, ruling: Ruling) -> None:
    """A juror and the ruling that he votes for."""


def of_jury_ruling(ruling: Ruling | None, what: Sequence[Message], text: str) -> None:
    """The ruling of a jury, if most jurors voted for one; the votes, and the reason."""


def of_void(text: str, *, nothing: bool) -> None:
    """A reason, and whether nothing counts."""


def of_put_in(
    number: int, what: Sequence[Message], *, judge: str, fell: int | None, made: int | None, text: str
) -> None:
    """An entry that was put right: the judge, what it says, findings that fell and were made, the reason."""


def of_undone(number: int, *, judge: str, fell: int | None, made: int | None, text: str) -> None:
    """An entry that was taken out: the judge, findings that fell and were made, the reason."""
