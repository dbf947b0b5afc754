"""All operations on a book, in the order in which the description has them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from table_controller.web.tournaments import journals, people, playing, seating
from table_controller.web.tournaments.running import arrivals, clock

if TYPE_CHECKING:
    from table_controller.web.tournaments.declaration import Operation

OPERATIONS: Final[tuple[type[Operation], ...]] = (
    people.OpenTournament,
    people.RegisterPlayers,
    people.WithdrawPlayer,
    seating.DrawSeats,
    seating.SeatByStandings,
    seating.RepairSeats,
    seating.SeatByHand,
    clock.EquipTable,
    arrivals.CheckIn,
    clock.SetUpTables,
    clock.BeginSession,
    clock.GiveSignal,
    clock.ExtendTime,
    arrivals.ArriveLate,
    arrivals.SubstitutePlayer,
    arrivals.ExcusePlayer,
    people.SwapSeats,
    playing.EnterScores,
    journals.TakeFromJournal,
    playing.SignTable,
    playing.CorrectTable,
    playing.CloseSession,
    playing.GivePenalty,
    playing.CancelPenalty,
)
