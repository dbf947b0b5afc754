"""Writes the games of a tournament as JSON, for sites that rate players; its names are the same in every language."""

from collections.abc import Sequence
from typing import Any, Final

import msgspec

from hall.tournaments.sheets.programme import Programme

GAMES_FORMAT: Final = 1


def games_file(programme: Programme, sessions: Sequence[int]) -> bytes:
    """Write each game that has a result, its seats from East on, and everybody who played in one.

    ``points`` are those that lay before a player at the end; ``total`` has uma and oka, but no penalties. Both are in
    points of the table.
    """
    games: list[dict[str, Any]] = []
    for number in sessions:
        session = programme.session(number)
        for table in session.tables:
            if table.scores is None or table.places is None or table.totals is None:
                continue
            seats = zip(table.players, table.scores, table.places, table.totals, strict=True)
            games.append(
                {
                    "day": session.day,
                    "session": number,
                    "table": table.table,
                    "seats": [
                        {"player": player, "points": points, "place": place, "total": total}
                        for player, points, place, total in seats
                    ],
                }
            )
    played = {seat["player"] for game in games for seat in game["seats"]}
    people = [each for player, each in programme.people.items() if player in played]
    whole = {
        "format": "jantaku-games",
        "version": GAMES_FORMAT,
        "title": programme.title,
        "ruleset": programme.rules.name,
        "start_points": programme.rules.flow.start_points,
        "players": [
            {"id": each.id, "name": each.shown, "country": each.country, "club": each.club} for each in people
        ],
        "games": games,
    }
    return msgspec.json.format(msgspec.json.encode(whole), indent=1) + b"\n"
