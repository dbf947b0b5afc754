"""Readings of tournaments: the whole of each, standings, penalties, entries."""

from collections.abc import Sequence
from typing import Any, ClassVar

from hall.tournaments.web import views
from hall.tournaments.web.declaration import (
    OFFICIALS,
    ORGANISER,
    BookLook,
    BookReading,
    EntryNumber,
    TournamentReading,
)
from table_controller.mqtt.roles import Role


class ListTournaments(TournamentReading, frozen=True, kw_only=True):
    """All tournaments."""

    path: ClassVar[str] = ""
    answer: ClassVar[Any] = tuple[views.Listed, ...]


class ShowTournament(BookReading, frozen=True, kw_only=True):
    """The whole tournament; what is withheld is shown to organisers and referees only."""

    path: ClassVar[str] = "/{tournament}"
    answer: ClassVar[Any] = views.Whole

    def shown(self, look: BookLook) -> views.Whole:
        return views.whole(look.book, official=look.official)


class ShowStandings(BookReading, frozen=True, kw_only=True):
    """The standings of the sessions that are over.

    Attributes:
        running: also of sessions that are not over, if there are results; for organisers.
    """

    path: ClassVar[str] = "/{tournament}/standings"
    answer: ClassVar[Any] = views.NumberedStandings
    running: bool = False

    def needed(self) -> tuple[Role, ...]:
        return ORGANISER if self.running else self.roles

    def shown(self, look: BookLook) -> views.NumberedStandings:
        return views.standings(look.book, running=self.running)


class ShowVersions(BookReading, frozen=True, kw_only=True):
    """The standings as they were shown one after the other."""

    path: ClassVar[str] = "/{tournament}/versions"
    answer: ClassVar[Any] = tuple[views.VersionShown, ...]

    def shown(self, look: BookLook) -> Sequence[views.VersionShown]:
        return views.whole(look.book, official=look.official).versions


class ShowPenalties(BookReading, frozen=True, kw_only=True):
    """The penalties that people gave, with their numbers, including those that were cancelled."""

    path: ClassVar[str] = "/{tournament}/penalties"
    roles: ClassVar[tuple[Role, ...]] = OFFICIALS
    answer: ClassVar[Any] = tuple[views.GivenPenalty, ...]

    def shown(self, look: BookLook) -> Sequence[views.GivenPenalty]:
        return views.given_penalties(look.book)


class ShowEntries(BookReading, frozen=True, kw_only=True):
    """The entries of the book, one after the other.

    Attributes:
        after: only those after this number.
    """

    path: ClassVar[str] = "/{tournament}/entries"
    roles: ClassVar[tuple[Role, ...]] = ORGANISER
    answer: ClassVar[Any] = tuple[views.Happened, ...]
    after: EntryNumber = 0

    def shown(self, look: BookLook) -> Sequence[views.Happened]:
        return views.happened(look.book, self.after, official=look.official)
