"""Requests to open a tournament, register and withdraw its players, and swap seats."""

from collections.abc import Sequence
from typing import Annotated, Any, ClassVar, Final

import msgspec
from msgspec import Meta

import config
from hall.tournaments.book import entries as of
from hall.tournaments.book.entries import AnyEntry, PlayerId, SessionNumber, Text
from hall.tournaments.book.position import BookPosition
from hall.tournaments.web.declaration import BookOperation, BookPlace, FieldError, Operation, TournamentId
from hall.tournaments.web.refusal_texts import BadRequest
from referee.rules.reading import RulesetError
from referee.rules.ruleset import Ruleset

MOST_AT_ONCE: Final = 1000
"""The most people that can be registered at a time."""


class OpenTournament(BookOperation, frozen=True, kw_only=True):
    """Open a tournament. Its book is empty before, so ``known`` is 0.

    Attributes:
        id: its name in addresses: small letters, digits and hyphens.
        ruleset: the name of one that comes with the program, or all values of one.
        withheld: results and penalties of a session are shown only when it is over.
        entered_twice: scores entered by hand count only when two people have entered the same.
        ties: what breaks a tie in the standings; players who are still equal then share a place.
        then_ties: what breaks a tie that ``ties`` leaves.
        incomplete: who makes up for players missing from the last table: substitutes, or nobody, so that some players
            have a bye each session, which scores nothing.
        public_after: minutes after which everybody may see results without a login; null: nobody may.
    """

    path: ClassVar[str] = ""
    id: TournamentId
    title: Annotated[str, Meta(min_length=1, max_length=of.MOST_TEXT)]
    ruleset: str | dict[str, Any]
    withheld: bool = True
    entered_twice: bool = True
    ties: of.TieBreak = "shared"
    then_ties: of.TieBreak = "shared"
    incomplete: of.Incomplete = "substitutes"
    public_after: of.Minutes | None = None

    def entries(self, position: BookPosition, place: BookPlace) -> Sequence[AnyEntry]:
        return [
            of.TournamentOpened(
                title=self.title,
                ruleset=self._rules().to_mapping(),
                withheld=self.withheld,
                entered_twice=self.entered_twice,
                ties=self.ties,
                then_ties=self.then_ties,
                incomplete=self.incomplete,
                public_after=self.public_after,
            )
        ]

    def _rules(self) -> Ruleset:
        names = tuple(config.ruleset_choices())
        try:
            if isinstance(self.ruleset, dict):
                return Ruleset.from_mapping(self.ruleset)
            if self.ruleset in names:
                return Ruleset.read(self.ruleset)
        except RulesetError as error:
            raise FieldError(f"ruleset.{error.key}", error.why) from None
        raise FieldError("ruleset", BadRequest.no_ruleset(names))


class Entrant(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A player, who plays from the session ``since`` on; without an id his name is his id.

    For a registered player, only the fields that are given change. A new player plays from the first session on.
    """

    name: Annotated[str, Meta(min_length=1, max_length=80)]
    id: PlayerId | None = None
    country: Text | None = None
    club: Text | None = None
    team: Text | None = None
    since: SessionNumber | None = None

    @property
    def called(self) -> str:
        """Return the player's id in the book."""
        return self.id or self.name

    def registered(self, before: of.PlayerRegistered | None) -> of.PlayerRegistered:
        """Return the entry that registers the player, or changes what was registered before."""
        known = before or of.PlayerRegistered(player=self.called, name=self.name)
        given = {key: getattr(self, key) for key in ("country", "club", "team", "since")}
        return of.PlayerRegistered(
            player=self.called,
            name=self.name,
            **{key: getattr(known, key) if value is None else value for key, value in given.items()},
        )


class RegisterPlayers(BookOperation, frozen=True, kw_only=True):
    """Register players, or change what is known of registered ones.

    One who left comes back only if ``since`` names another session than before, later than the one from which he left.
    As ``text/csv`` the first line names the columns: name, and any of id, country, club, team, since.
    """

    path: ClassVar[str] = "/{tournament}/players"
    csv: ClassVar[bool] = True
    players: Annotated[tuple[Entrant, ...], Meta(min_length=1, max_length=MOST_AT_ONCE)]

    def entries(self, position: BookPosition, place: BookPlace) -> Sequence[AnyEntry]:
        found: dict[str, of.PlayerRegistered] = {}
        for number, each in enumerate(self.players):
            player = each.called
            if player in found:
                raise FieldError(f"players[{number}].id", BadRequest.same_id(player))
            found[player] = each.registered(position.players.get(player))
        stay_away = [
            of.PlayerWithdrawn(player=player, since=left)
            for player, left in position.withdrawn.items()
            if player in found and not _comes_back(position.players[player], found[player], left)
        ]
        return [*found.values(), *stay_away]


def _comes_back(before: of.PlayerRegistered, now: of.PlayerRegistered, left: int) -> bool:
    """Return whether a changed entry brings back a player who left from a session on."""
    return now.since != before.since and now.since > left


class WithdrawPlayer(BookOperation, frozen=True, kw_only=True):
    """A player stops playing from a session on. Repair the seats after it."""

    path: ClassVar[str] = "/{tournament}/withdrawals"
    makes: ClassVar[type[AnyEntry]] = of.PlayerWithdrawn
    player: PlayerId
    since: SessionNumber


class ForgetPlayer(Operation, frozen=True, kw_only=True):
    """Forget a player in all tournaments of the hall: id, name, country and club go, results and places stay.

    No entry is added: those that name the player change, and the answer has those of this tournament. A preview has the
    same entries and changes none.
    """

    path: ClassVar[str] = "/{tournament}/forget"
    player: PlayerId


class SwapSeats(BookOperation, frozen=True, kw_only=True):
    """Two players sat in each other's seats for this whole session: what was played there follows them."""

    path: ClassVar[str] = "/{tournament}/sessions/{session}/swaps"
    makes: ClassVar[type[AnyEntry]] = of.PlayersSwapped
    one: PlayerId
    other: PlayerId
