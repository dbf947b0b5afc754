"""The arguments of reasons for refusals; ``signatures`` says how they are used."""

from collections.abc import Sequence

from referee.texts.kinds import (
    Count,
    Ending,
    Grade,
    Happening,
    Letter,
    Noun,
    Nouns,
    Outcome,
    Ruling,
    SeatDraw,
    Stop,
    Tile,
)
from referee.texts.message import Message, Person


def of_players(who: Sequence[Person]) -> None:
    """Players."""


def of_ending(ending: Ending) -> None:
    """The end of a hand according to a judge."""


def of_right(number: int, right: int) -> None:
    """A number and the right one."""


def of_section(section: str) -> None:
    """The place in the rulebooks."""


def of_noten_riichi(who: Sequence[Person], grade: Grade, section: str, *, void: bool) -> None:
    """A noten riichi: its player, its cost, its section, and whether the hand is void."""


def of_moves(moved: Sequence[Message]) -> None:
    """Points that are moved, a message for each player."""


def of_ruling_kind(ruling: Ruling) -> None:
    """A kind of ruling."""


def of_voided_hand(wind: Letter, number: int, judge: str, ruling: Ruling) -> None:
    """A hand (round, number in it from 1) that a judge made void, and by which ruling."""


def of_outcome(outcome: Outcome) -> None:
    """The outcome of an appeal."""


def of_happening_kind(what: Happening) -> None:
    """A kind of observation."""


def of_entry_kind(number: int, what: Happening | None) -> None:
    """An entry and what it is; None where it holds nothing."""


def of_entry_kinds(number: int, what: Happening, other: Happening) -> None:
    """An entry, what it is, and what it is not."""


def of_entry_by(number: int, by: int) -> None:
    """An entry, and the one that took it out."""


def of_copies(number: int, tile: Tile, there: int) -> None:
    """A number of copies of a tile, and how many the set has."""


def of_kind_fields(what: Happening, names: Sequence[str], own: Sequence[str]) -> None:
    """A kind of observation, fields that are wrong, and those that it has."""


def of_field(field: str, what: Happening, wanted: Message, text: str) -> None:
    """A field of a kind of observation, what it must be, and what was said."""


def of_names(names: Sequence[str], text: str) -> None:
    """The possible names, and what was said."""


def of_several(what: Sequence[Message]) -> None:
    """Several texts."""


def of_tile_of(number: int, tile: Tile) -> None:
    """A person and a tile."""


def of_two_entries(number: int, other: int) -> None:
    """Two entries."""


def of_tile_of_two(number: int, other: int, tile: Tile) -> None:
    """Two persons and a tile."""


def of_line(missing: Sequence[Tile], surplus: Sequence[Tile]) -> None:
    """Tiles that are missing in a line, and those that are too many."""


def of_hand_end(wind: Letter, number: int, entry: int) -> None:
    """A hand (round, number in it from 1) and the entry that ended it."""


def of_ruling_by(finding: int | None, judge: str, ruling: Ruling, entry: int) -> None:
    """A finding (None: a ruling on a player), the judge, the ruling, and its entry."""


def of_listed(names: Sequence[str]) -> None:
    """Names."""


def of_entry_fields(number: int, what: Happening, names: Sequence[str], own: Sequence[str]) -> None:
    """An entry and what it is, fields that are wrong, and those that it has."""


def of_entry_lines(number: int, what: Sequence[Message]) -> None:
    """An entry, and what it says or what came after it."""


def of_named(number: int, name: str, times: int) -> None:
    """A hanchan from 1, a name, and how many times it stands there."""


def of_substitute(number: int, name: str, absent: str) -> None:
    """A hanchan from 1, a substitute, and the absent player."""


def of_most_text(text: str, most: int) -> None:
    """The text given, and the most that is possible."""


def of_value(name: str, text: str) -> None:
    """An argument and what was said."""


def of_clips(number: int, kept: Sequence[int]) -> None:
    """A clip, and those that are kept."""


def of_draw_kind(kind: SeatDraw, names: Sequence[str]) -> None:
    """A kind of seat draw and its arguments."""


def of_stop_kind(why: Stop) -> None:
    """The reason for which people stopped play."""


def of_no_name(text: str, names: Sequence[str]) -> None:
    """The text given, and the names that there are."""


def of_noun(noun: Noun, bounds: Message | None) -> None:
    """The kind of a value, and its bounds."""


def of_nouns(noun: Nouns, bounds: Message | None) -> None:
    """The kind of several values, and their bounds."""


def of_worth(han: int, fu: int, *, tsumo: bool) -> None:
    """The worth of a win, by tsumo or by ron."""


def of_bounds(number: int, most: int) -> None:
    """The least and the most that it may be."""


def of_numbered(number: int, most: int, what: Message) -> None:
    """The fewest and the most of them, and what each is."""


def of_count_of(number: Count, what: Message) -> None:
    """A number of things, and what each is."""


def of_choices_and(names: Sequence[str], name: str) -> None:
    """All names but the last, and the last one."""
