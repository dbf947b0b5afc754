"""Presence at a session: arrivals, late arrivals, and substitutes (WRC 7.2)."""

from collections.abc import Sequence
from typing import Annotated, ClassVar

from msgspec import Meta

from hall.tournaments.book import entries as of
from hall.tournaments.book.entries import AnyEntry, PlayerId
from hall.tournaments.book.position import BookPosition
from hall.tournaments.web.declaration import OFFICIALS, BookOperation, BookPlace
from table_controller.mqtt.roles import Role


class CheckPlayersIn(BookOperation, frozen=True, kw_only=True):
    """Players are here for this session. A player checked in after the start signal is late by the minutes since then.

    Attributes:
        here: false undoes it for players who were checked in by mistake.
    """

    path: ClassVar[str] = "/{tournament}/sessions/{session}/arrivals"
    roles: ClassVar[tuple[Role, ...]] = OFFICIALS
    players: Annotated[tuple[PlayerId, ...], Meta(min_length=1, max_length=1000)]
    here: bool = True

    def entries(self, position: BookPosition, place: BookPlace) -> Sequence[AnyEntry]:
        return [
            of.PlayerArrived(session=place.session, player=player, here=self.here) for player in self.players
        ]


class ArriveLate(BookOperation, frozen=True, kw_only=True):
    """A player came so many minutes late to this session, for which the rules may take points; 0 takes none."""

    path: ClassVar[str] = "/{tournament}/sessions/{session}/late"
    makes: ClassVar[type[AnyEntry]] = of.PlayerLate
    roles: ClassVar[tuple[Role, ...]] = OFFICIALS
    player: PlayerId
    minutes: Annotated[int, Meta(ge=0, le=999)]


class SubstitutePlayer(BookOperation, frozen=True, kw_only=True):
    """Somebody plays for a player in this session; an excused player loses no points for missing it."""

    path: ClassVar[str] = "/{tournament}/sessions/{session}/substitutes"
    makes: ClassVar[type[AnyEntry]] = of.PlayerSubstituted
    player: PlayerId
    substitute: PlayerId
    excused: bool = False


class ExcusePlayer(BookOperation, frozen=True, kw_only=True):
    """Give back the points that a player lost for being late to this session or for missing it, with the reason."""

    path: ClassVar[str] = "/{tournament}/sessions/{session}/excuses"
    makes: ClassVar[type[AnyEntry]] = of.PlayerExcused
    roles: ClassVar[tuple[Role, ...]] = OFFICIALS
    player: PlayerId
    why: Annotated[str, Meta(min_length=1, max_length=300)]
