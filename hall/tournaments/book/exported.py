"""A whole tournament as plain JSON values, as docs/tables/tournament-api.md describes them."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final

import msgspec

from hall.tournaments.book.arrivals import arrivals, proposed
from hall.tournaments.book.entries import AnyEntry, BigHand
from hall.tournaments.book.position import BookPosition, folded, plays, seated
from hall.tournaments.book.tallying import counted, penalties, results, standings_of, unsettled, versions
from hall.tournaments.book.teams import team_standings

FORMAT: Final = 1


def exported(entries: Sequence[AnyEntry]) -> dict[str, Any]:
    """Return everything in the book; totals are in points of the table."""
    position = folded(entries)
    assert position.opened is not None
    sessions = counted(position)
    rows = standings_of(position, sessions)
    found = {
        "format": FORMAT,
        "title": position.opened.title,
        "ruleset": position.opened.ruleset,
        "ties": tuple(dict.fromkeys((position.opened.ties, position.opened.then_ties))),
        "incomplete": position.opened.incomplete,
        "cuts": [
            {"session": first, "players": len(cut.players), "carried": cut.carried}
            for first, cut in sorted(position.cuts.items())
        ],
        "players": [
            {
                "id": player,
                "name": each.name,
                "country": each.country,
                "club": each.club,
                "team": each.team,
                "since": each.since,
                "withdrawn": position.withdrawn.get(player),
            }
            for player, each in position.players.items()
        ],
        "sessions": [_session(position, number) for number in sorted(position.seats)],
        "timetable": position.timetable,
        "held": None if position.held is None else {"session": position.held.session},
        "penalties": [
            {
                "session": each.hanchan,
                "player": each.player,
                "points": each.points,
                "reason": each.reason,
                "grade": each.ruling,
                "judge": each.judge,
            }
            for each in penalties(position)
        ],
        "standings": {
            "sessions": sessions,
            "places": rows,
            "teams": team_standings(position, sessions, rows),
        },
        "versions": [
            {
                "version": each.version,
                "entry": each.entry,
                "sessions": each.sessions,
                "places": each.standings,
            }
            for each in versions(entries)
        ],
    }
    plain: dict[str, Any] = msgspec.to_builtins(found)
    return plain


def _session(position: BookPosition, number: int) -> dict[str, Any]:
    of_table = {each.table: each for each in results(position, (number,))}
    lacking = unsettled(position, number)
    tables = []
    for table, players in enumerate(seated(position, number), 1):
        found = of_table.get(table)
        tables.append(
            {
                "table": table,
                "players": found.players if found else players,
                "scores": found.scores if found else None,
                "places": found.places if found else None,
                "totals": found.totals if found else None,
                "source": found.source if found else lacking.get(table),
                "signed": found.signed if found else False,
                "hands": _hands(position, number, table),
                "hall_table": position.equipped.get(table, ""),
                "extra_minutes": position.extra_minutes.get((number, table), 0),
                "hand_granted": (number, table) in position.granted,
            }
        )
    return {
        "session": number,
        "seed": position.seeds.get(number),
        "begun": number in position.begun,
        "closed": number in position.closed,
        "day": _day(position, number),
        "signal_s": position.signals_s.get(number) or None,
        "arrivals": arrivals(position, number),
        "proposed": proposed(position, number),
        "tables": tables,
        "byes": [
            player
            for player in position.players
            if plays(position, player, number) and not any(player in each for each in position.seats[number])
        ],
    }


def _day(position: BookPosition, session: int) -> str:
    """Return the date of a session: that of its start signal, or else of the timetable; empty if it has neither."""
    signal_s = position.signals_s.get(session)
    if signal_s:
        return datetime.fromtimestamp(signal_s).astimezone().date().isoformat()
    return next((each.day for each in position.timetable if each.session == session), "")


def _hands(position: BookPosition, session: int, table: int) -> tuple[BigHand, ...]:
    played = position.played.get((session, table))
    return () if played is None else played.hands
