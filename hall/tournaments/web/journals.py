"""Takes the result of a table from its journal, as the hall has collected it.

The hall knows no names: the book says who sat where, and the journal says what each seat won.
"""

import json
from collections.abc import Iterator, Sequence
from datetime import datetime
from itertools import dropwhile
from typing import Annotated, ClassVar, Final, TypeAlias

from msgspec import Meta

from hall.store.filing import Branch
from hall.store.store import SqlStore
from hall.tournaments.book import entries as of
from hall.tournaments.book.entries import AnyEntry, FourPlayers
from hall.tournaments.book.position import seated
from hall.tournaments.books.books import Book
from hall.tournaments.web.declaration import BookPlace, BookRefusedError, Operation
from hall.tournaments.web.refusal_texts import NoResult
from referee.game.events import HanchanEnded, HanchanStarted, HandEnded, Win
from referee.journal.corrections.slots import slots_of
from referee.journal.entry import Entry, JournalCorruptError, read_entry
from referee.journal.people import People
from referee.rules.ruleset import Ruleset
from referee.texts.book_texts import BadEntry
from referee.texts.message import Message
from referee.tournament.results import HanchanResult, results_of
from table_controller.mqtt.gate import utc

BACK: Final = 1000
"""The number of newest entries to search first; a hanchan has about as many."""
BIGGEST: Final = 3
"""The number of hands of a hanchan that the book keeps."""
Hands: TypeAlias = tuple[tuple[int, Win], ...]
BEGINS: Final = HanchanStarted.__name__.encode()
"""Occurs in the text of an entry that begins a hanchan, and in few others."""


class TakeFromJournal(Operation, frozen=True, kw_only=True):
    """Take the result of a table from its journal: the last hanchan that has ended there since the session began.

    Attributes:
        hall_table: the name by which the hall knows the table; empty for the one that the tournament gave it, or its number.
    """

    path: ClassVar[str] = "/{tournament}/sessions/{session}/tables/{table}/journal"
    hall_table: Annotated[str, Meta(max_length=80)] = ""

    def entries_from(self, store: SqlStore, book: Book, place: BookPlace) -> Sequence[AnyEntry]:
        """Return the entries, from the journal that the hall has of the table.

        Raises:
            BookRefusedError: there is no such result.
            StoreAwayError: the store cannot be read now.
        """
        position = book.position()
        since = _begun(book, place.session)
        tables = seated(position, place.session)
        if place.table > len(tables):
            raise BookRefusedError(BadEntry.result(place.session, place.table, BadEntry.no_table()))
        name = self.hall_table or position.equipped.get(place.table) or str(place.table)
        branches = store.branches(name)
        if not branches:
            raise BookRefusedError(NoResult.unknown_table(name))
        ended = _last_ended(store, max(branches, key=lambda branch: branch.name), since)
        if ended is None:
            raise BookRefusedError(NoResult.none_ended(name, place.session))
        begun, result, hands = ended
        if other := _differences(result.ruleset, position.rules):
            raise BookRefusedError(NoResult.other_rules(name, other))
        return [entry_of_table(result, tables[place.table - 1], place, name, begun, hands=hands)]


def _begun(book: Book, session: int) -> datetime:
    for written in reversed(book.written if session in book.position().begun else ()):
        if isinstance(written.entry, of.SessionBegun) and written.entry.session == session:
            return utc(written.wall)
    raise BookRefusedError(NoResult.not_begun(session))


def _last_ended(store: SqlStore, branch: Branch, since: datetime) -> tuple[int, HanchanResult, Hands] | None:
    """Return the last valid hanchan of a table that ended since a time: the number of its first entry, its result, its wins.

    None if there is no such hanchan.
    """
    found = None
    for hanchan, result in results_of(_hanchans_about(store, branch, since)):
        if result.scores is not None and not result.void and _ended(hanchan) >= since:
            found = hanchan[0].number, result, _wins(hanchan)
    return found


def _wins(hanchan: Sequence[Entry]) -> Hands:
    """Return all wins of a hanchan as they count after corrections, each with the number of its entry."""
    slots = slots_of((each.number, each.observation, each.events) for each in hanchan)
    settled = ((slot.number, event) for slot in slots for event in slot.events)
    return tuple(
        (number, win) for number, event in settled if isinstance(event, HandEnded) for win in event.wins
    )


def _ended(hanchan: Sequence[Entry]) -> datetime:
    """Return the time at which a hanchan ended; rulings on it may come much later."""
    ends = (entry for entry in hanchan if any(isinstance(event, HanchanEnded) for event in entry.events))
    return utc(next(ends, hanchan[-1]).wall)


def _hanchans_about(store: SqlStore, branch: Branch, since: datetime) -> Iterator[Entry]:
    """Yield all entries of each hanchan that was in progress at a time or later."""
    back = BACK
    while branch.number > back:
        beginning = next(dropwhile(_begins_none, store.texts(branch, branch.number - back)), None)
        if beginning is not None and utc(str(json.loads(beginning[1])["wall"])) < since:
            break
        back *= 2
    nobody = People(())
    for number, text in dropwhile(_begins_none, store.texts(branch, max(0, branch.number - back))):
        try:
            yield read_entry(text, number, number, nobody)
        except JournalCorruptError as error:
            raise BookRefusedError(NoResult.journal(branch.table, error.why)) from None


def _begins_none(row: tuple[int, bytes]) -> bool:
    return BEGINS not in row[1]


def _differences(played: Ruleset, wanted: Ruleset) -> list[Message]:
    """Return the settings that differ in the course of play, on which scores and totals depend."""
    one, other = played.to_mapping()["flow"], wanted.to_mapping()["flow"]
    return [
        NoResult.setting(f"flow.{name}", str(value), str(other[name]))
        for name, value in one.items()
        if other[name] != value
    ]


def entry_of_table(
    result: HanchanResult,
    players: FourPlayers,
    place: BookPlace,
    name: str,
    begun: int = 0,
    *,
    hands: Hands = (),
) -> of.TablePlayed:
    """Make the entry for a finished hanchan.

    Args:
        result: of the hanchan, with the names of its journal.
        players: from the book, in the order of seats.
        place: session and table.
        name: the table's name in the hall.
        begun: number of the journal entry that began the hanchan; 0 if it is unknown.
        hands: its wins, each with the number of its entry.
    """
    assert result.scores is not None
    return of.TablePlayed(
        by=name,
        session=place.session,
        table=place.table,
        players=players,
        scores=result.scores,
        totals=result.totals,
        penalties=tuple(
            of.TablePenalty(
                players[each.seat],
                each.points,
                _in_short(each.reason),
                each.ruling,
                _in_short(each.judge),
            )
            for each in result.penalties
            if each.seat is not None
        ),
        disqualified=tuple(players[seat] for seat in result.disqualified_seats),
        hanchan=begun,
        hands=tuple(
            of.BigHand(
                players[win.seat],
                win.points,
                win.yakuman or tuple(each for each, _ in win.yaku),
                name,
                number,
            )
            for number, win in sorted(hands, key=lambda each: -each[1].points)[:BIGGEST]
        ),
    )


def _in_short(text: str) -> str:
    """Shorten a text for the book: a judge at the table may write a longer one."""
    return text if len(text) <= of.MOST_TEXT else f"{text[: of.MOST_TEXT - 1]}…"
