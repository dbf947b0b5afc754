"""All operations and readings of a book, in the order of the description."""

from typing import Final, TypeAlias

from hall.tournaments.web import files, journals, people, playing, readings, seating
from hall.tournaments.web.declaration import BookOperation, BookReading
from hall.tournaments.web.running import arrivals, clock, seats, signatures, timetable, undoing

AnyOperation: TypeAlias = BookOperation | journals.TakeFromJournal | people.ForgetPlayer
AnyReading: TypeAlias = BookReading | readings.ListTournaments
OPERATIONS: Final[tuple[type[AnyOperation], ...]] = (
    people.OpenTournament,
    people.RegisterPlayers,
    people.WithdrawPlayer,
    seating.CutToFinal,
    seating.DrawSeats,
    seating.SeatByStandings,
    seating.RepairSeats,
    seating.SeatByHand,
    seating.DropSession,
    clock.EquipTable,
    arrivals.CheckPlayersIn,
    clock.SetUpTables,
    timetable.SetTimetable,
    timetable.HoldTimetable,
    timetable.ResumeTimetable,
    clock.BeginSession,
    clock.GiveSignal,
    clock.ExtendTime,
    clock.GiveExtraHand,
    arrivals.ArriveLate,
    arrivals.SubstitutePlayer,
    arrivals.ExcusePlayer,
    people.SwapSeats,
    playing.EnterScores,
    journals.TakeFromJournal,
    signatures.SignTable,
    signatures.TellSignatures,
    playing.CorrectTable,
    playing.CloseSession,
    playing.GivePenalty,
    playing.CancelPenalty,
    undoing.UndoEntries,
    people.ForgetPlayer,
)
READINGS: Final[tuple[type[AnyReading], ...]] = (
    readings.ListTournaments,
    readings.ShowTournament,
    readings.ShowStandings,
    readings.ShowVersions,
    readings.ShowPenalties,
    readings.ShowEntries,
    seats.CompareSeats,
    files.ShowReport,
    files.ListSheets,
    files.ShowSheet,
)
