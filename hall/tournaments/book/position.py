"""The position of a tournament: its entries folded. Folding checks nothing; ``refusing`` decides what may be entered."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, fields

import msgspec

from hall.tournaments.book import entries as of
from hall.tournaments.book.entries import AnyEntry, FourPlayers
from hall.tournaments.book.timetable import resumed
from referee.rules.ruleset import Ruleset

At = tuple[int, int]
"""Session and table, both from 1."""


@dataclass(slots=True)
class BookPosition:
    """The state after all entries, by topic. If several entries are about one thing, the last one counts.

    Attributes:
        players: by id, in the order in which they were registered.
        withdrawn: by player, the first session that he does not play.
        cuts: by the first session of a final, who plays it.
        seats: the tables of each session as they were planned.
        seeds: of the draws of seats, by session.
        equipped: by table with Jantaku, its name in the hall.
        set_up: by session and table, the players that the hall sent to the table.
        swaps: of each session, in their order; seating a session again forgets them.
        substitutes: by session and player.
        timetable: when each session begins by itself, in their order.
        held: why no session begins by itself now; None: the timetable runs.
        signals_s: by session, when its start signal was given (``TimedEntry.at_s``).
        extra_minutes: of a table in a session, beyond what the rules give. ``granted``: tables that may deal one more hand.
        arrived: by session and player, when he was there.
        late: minutes by session and player.
        excused: sessions and players whose points for being late or absent were given back.
        closed: by session, the day on which it was first closed.
        played: results of journals.
        entered: by table, the scores that each person entered.
        penalties: by number, those that people gave, including cancelled ones.
        history: all entries, those taken back included.
    """

    opened: of.TournamentOpened | None = None
    ruleset: Ruleset | None = None
    players: dict[str, of.PlayerRegistered] = field(default_factory=dict)
    withdrawn: dict[str, int] = field(default_factory=dict)
    cuts: dict[int, of.FinalCut] = field(default_factory=dict)
    seats: dict[int, tuple[FourPlayers, ...]] = field(default_factory=dict)
    seeds: dict[int, int | None] = field(default_factory=dict)
    equipped: dict[int, str] = field(default_factory=dict)
    set_up: dict[At, FourPlayers] = field(default_factory=dict)
    swaps: dict[int, list[of.PlayersSwapped]] = field(default_factory=dict)
    substitutes: dict[tuple[int, str], of.PlayerSubstituted] = field(default_factory=dict)
    arrived: dict[tuple[int, str], int] = field(default_factory=dict)
    late: dict[tuple[int, str], int] = field(default_factory=dict)
    excused: dict[tuple[int, str], of.PlayerExcused] = field(default_factory=dict)
    timetable: tuple[of.PlannedRound, ...] = ()
    held: of.TimetableHeld | None = None
    begun: set[int] = field(default_factory=set)
    signals_s: dict[int, int] = field(default_factory=dict)
    extra_minutes: dict[At, int] = field(default_factory=dict)
    granted: set[At] = field(default_factory=set)
    closed: dict[int, int] = field(default_factory=dict)
    played: dict[At, of.TablePlayed] = field(default_factory=dict)
    entered: dict[At, dict[str, of.TableEntered]] = field(default_factory=dict)
    signed: set[At] = field(default_factory=set)
    corrected: dict[At, of.TableCorrected] = field(default_factory=dict)
    penalties: dict[int, of.PenaltyGiven] = field(default_factory=dict)
    cancelled: dict[int, of.PenaltyCancelled] = field(default_factory=dict)
    history: list[AnyEntry] = field(default_factory=list)

    @property
    def rules(self) -> Ruleset:
        assert self.ruleset is not None
        return self.ruleset


def folded(entries: Iterable[AnyEntry]) -> BookPosition:
    """Return the position after these entries."""
    position = BookPosition()
    for entry in entries:
        fold(position, entry)
    return position


def fold(position: BookPosition, entry: AnyEntry) -> None:
    """Add one more entry to a position."""
    position.history.append(entry)
    match entry:
        case of.TournamentOpened():
            position.opened = entry
            position.ruleset = Ruleset.from_mapping(entry.ruleset)
        case of.PlayerRegistered():
            position.players[entry.player] = entry
            position.withdrawn.pop(entry.player, None)
        case of.PlayerWithdrawn():
            position.withdrawn[entry.player] = entry.since
        case of.PlayerSubstituted() | of.PlayerArrived() | of.PlayerLate() | of.PlayerExcused():
            _fold_arrival(position, entry)
        case of.PenaltyGiven():
            position.penalties[entry.penalty] = entry
        case of.PenaltyCancelled():
            position.cancelled[entry.penalty] = entry
        case of.TableEquipped():
            position.equipped.pop(entry.table, None)
            if entry.hall_table:
                position.equipped[entry.table] = entry.hall_table
        case (
            of.FinalCut() | of.SessionSeated() | of.PlayersSwapped() | of.SessionBegun() | of.SessionClosed()
        ):
            _fold_session(position, entry)
        case of.StepUndone():
            anew = folded(standing(position.history).values())
            anew.history = position.history
            for each in fields(position):
                setattr(position, each.name, getattr(anew, each.name))
        case _:
            _fold_running(position, entry)


def standing(history: Sequence[AnyEntry]) -> dict[int, AnyEntry]:
    """Return the entries that were not taken back, by number; an undo that was itself taken back takes nothing back."""
    undone: set[int] = set()
    found = {}
    for number in range(len(history), 0, -1):
        entry = history[number - 1]
        if number in undone:
            continue
        if isinstance(entry, of.StepUndone):
            undone.update(range(entry.first, entry.last + 1))
        else:
            found[number] = entry
    return dict(reversed(found.items()))


def _fold_arrival(
    position: BookPosition, entry: of.PlayerSubstituted | of.PlayerArrived | of.PlayerLate | of.PlayerExcused
) -> None:
    who = entry.session, entry.player
    match entry:
        case of.PlayerArrived():
            position.arrived.pop(who, None)
            if entry.here:
                position.arrived[who] = entry.at_s
        case of.PlayerExcused():
            position.excused[who] = entry
        case of.PlayerSubstituted():
            _follow(
                position,
                entry.session,
                {_plays_for(position, entry.session, entry.player): entry.substitute},
            )
            position.substitutes[who] = entry
            position.excused.pop(who, None)
        case of.PlayerLate():
            position.late[who] = entry.minutes
            position.excused.pop(who, None)


def _fold_timetable(
    position: BookPosition, entry: of.TimetableSet | of.TimetableHeld | of.TimetableResumed
) -> None:
    position.held = entry if isinstance(entry, of.TimetableHeld) else None
    if isinstance(entry, of.TimetableSet):
        position.timetable = entry.rounds
    elif isinstance(entry, of.TimetableResumed):
        position.timetable = resumed(position.timetable, position.begun, entry)


def _fold_session(
    position: BookPosition,
    entry: of.FinalCut | of.SessionSeated | of.PlayersSwapped | of.SessionBegun | of.SessionClosed,
) -> None:
    match entry:
        case of.FinalCut():
            position.cuts[entry.session] = entry
            for session in [each for each in position.seats if each >= entry.session]:
                del position.seats[session]
        case of.SessionSeated():
            position.swaps.pop(entry.session, None)
            position.seats.pop(entry.session, None)
            if entry.tables:
                position.seats[entry.session] = entry.tables
                position.seeds[entry.session] = entry.seed
        case of.PlayersSwapped():
            position.swaps.setdefault(entry.session, []).append(entry)
            one, other = (_plays_for(position, entry.session, each) for each in (entry.one, entry.other))
            _follow(position, entry.session, {one: other, other: one})
        case of.SessionBegun():
            position.begun.add(entry.session)
            position.signals_s[entry.session] = entry.at_s
        case of.SessionClosed():
            position.closed.setdefault(entry.session, entry.day)


def _fold_running(
    position: BookPosition,
    entry: of.TimetableSet
    | of.TimetableHeld
    | of.TimetableResumed
    | of.TablePlayed
    | of.TableEntered
    | of.TableSigned
    | of.TableCorrected
    | of.TimeExtended
    | of.ExtraHandGiven
    | of.TableSetUp,
) -> None:
    if isinstance(entry, of.TimetableSet | of.TimetableHeld | of.TimetableResumed):
        _fold_timetable(position, entry)
        return
    at = entry.session, entry.table
    match entry:
        case of.TableSetUp():
            position.set_up[at] = entry.players
        case of.TimeExtended():
            position.extra_minutes[at] = position.extra_minutes.get(at, 0) + entry.minutes
        case of.ExtraHandGiven():
            position.granted.add(at)
        case of.TablePlayed():
            position.played[at] = entry
        case of.TableEntered():
            position.entered.setdefault(at, {})[entry.by] = entry
        case of.TableSigned():
            position.signed.add(at)
        case of.TableCorrected():
            position.corrected[at] = entry


def _plays_for(position: BookPosition, session: int, player: str) -> str:
    """Return the person who plays in a planned player's seat."""
    stands_in = position.substitutes.get((session, player))
    return player if stands_in is None else stands_in.substitute


def _follow(position: BookPosition, session: int, other_of: dict[str, str]) -> None:
    """Exchange the players in a session's results from journals: a journal knows only seats, not who sat there."""
    for at, played in position.played.items():
        if at[0] == session and other_of.keys() & set(played.players):
            first, second, third, fourth = (other_of.get(each, each) for each in played.players)
            position.played[at] = msgspec.structs.replace(
                played,
                players=(first, second, third, fourth),
                penalties=tuple(
                    msgspec.structs.replace(each, player=other_of.get(each.player, each.player))
                    for each in played.penalties
                ),
                hands=tuple(
                    msgspec.structs.replace(each, player=other_of.get(each.player, each.player))
                    for each in played.hands
                ),
                disqualified=tuple(other_of.get(each, each) for each in played.disqualified),
            )


def plays(position: BookPosition, player: str, session: int) -> bool:
    """Return whether a player takes part in a session: registered, present by then, not withdrawn, and not cut."""
    known, left = position.players.get(player), position.withdrawn.get(player)
    if any(player not in cut.players for first, cut in position.cuts.items() if first <= session):
        return False
    return known is not None and known.since <= session and (left is None or session < left)


def seated(position: BookPosition, session: int) -> tuple[FourPlayers, ...]:
    """Return the people who actually sat at each table of a session: the plan with swaps and substitutes applied."""
    tables = [list(table) for table in position.seats.get(session, ())]
    for swap in position.swaps.get(session, ()):
        other_of = {swap.one: swap.other, swap.other: swap.one}
        tables = [[other_of.get(player, player) for player in table] for table in tables]
    found = []
    for table in tables:
        first, second, third, fourth = (
            position.substitutes[session, player].substitute
            if (session, player) in position.substitutes
            else player
            for player in table
        )
        found.append((first, second, third, fourth))
    return tuple(found)
