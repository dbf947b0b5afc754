"""Requests to close sessions, enter and correct results, give and cancel penalties."""

from collections.abc import Sequence
from typing import Annotated, ClassVar, Literal

from msgspec import Meta

from hall.tournaments.book import entries as of
from hall.tournaments.book.entries import AnyEntry, Bets, Four, PlayerId, Reason, SessionNumber
from hall.tournaments.book.position import BookPosition
from hall.tournaments.web.declaration import OFFICIALS, BookOperation, BookPlace
from table_controller.mqtt.roles import Role


class CloseSession(BookOperation, frozen=True, kw_only=True):
    """Close a session all of whose tables have a result: its results are shown to everybody."""

    path: ClassVar[str] = "/{tournament}/sessions/{session}/close"
    makes: ClassVar[type[AnyEntry]] = of.SessionClosed


class EnterScores(BookOperation, frozen=True, kw_only=True):
    """Enter the scores of a table in the order of its seats. Entered again by the same person, they replace the first."""

    path: ClassVar[str] = "/{tournament}/sessions/{session}/tables/{table}/scores"
    makes: ClassVar[type[AnyEntry]] = of.TableEntered
    scores: Four
    bets: Bets = 0


class CorrectTable(BookOperation, frozen=True, kw_only=True):
    """Correct the result of a table, with the reason."""

    path: ClassVar[str] = "/{tournament}/sessions/{session}/tables/{table}/correction"
    makes: ClassVar[type[AnyEntry]] = of.TableCorrected
    scores: Four
    why: Reason
    bets: Bets = 0


class GivePenalty(BookOperation, frozen=True, kw_only=True):
    """Give a player a penalty. It gets the next number, by which it can be cancelled.

    Attributes:
        points: of the overall score; null for what the ruleset gives for the grade.
    """

    path: ClassVar[str] = "/{tournament}/penalties"
    roles: ClassVar[tuple[Role, ...]] = OFFICIALS
    session: SessionNumber
    player: PlayerId
    grade: Literal["guidance", "warning", "continue", "dead_hand", "end", "chombo", "disqualified", "points"]
    reason: Reason
    points: Annotated[int, Meta(ge=0, le=1000)] | None = None

    def entries(self, position: BookPosition, place: BookPlace) -> Sequence[AnyEntry]:
        return [
            of.PenaltyGiven(
                penalty=max(position.penalties, default=0) + 1,
                session=self.session,
                player=self.player,
                grade=self.grade,
                reason=self.reason,
                points=self.points,
            )
        ]


class CancelPenalty(BookOperation, frozen=True, kw_only=True):
    """Take a penalty back, with the reason."""

    path: ClassVar[str] = "/{tournament}/penalties/{penalty}/cancellation"
    makes: ClassVar[type[AnyEntry]] = of.PenaltyCancelled
    roles: ClassVar[tuple[Role, ...]] = OFFICIALS
    why: Reason
