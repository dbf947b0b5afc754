"""All operations on a book, in the order in which the description has them."""

from __future__ import annotations

from typing import Final, TypeAlias

from table_controller.web.tournaments import journals, people, playing, seating
from table_controller.web.tournaments.declaration import BookOperation

AnyOperation: TypeAlias = BookOperation | journals.TakeFromJournal
OPERATIONS: Final[tuple[type[AnyOperation], ...]] = (
    people.OpenTournament,
    people.RegisterPlayers,
    people.WithdrawPlayer,
    seating.DrawSeats,
    seating.SeatByStandings,
    seating.RepairSeats,
    seating.SeatByHand,
    playing.BeginSession,
    people.ArriveLate,
    people.SubstitutePlayer,
    people.SwapSeats,
    playing.EnterScores,
    journals.TakeFromJournal,
    playing.SignTable,
    playing.CorrectTable,
    playing.CloseSession,
    playing.GivePenalty,
    playing.CancelPenalty,
)
