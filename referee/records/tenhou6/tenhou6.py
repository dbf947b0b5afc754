"""tenhou6: the JSON of tenhou.net/6, with one array of draws and one of discards per player.

It has no way to say that a tile is unknown, so a game is written only if every concealed tile is known.
"""

import json
from typing import Any

from referee.records.neutral.errors import RecordError
from referee.records.neutral.record import GameRecord, HandRecord
from referee.records.neutral.values import Four, four_names, json_value, own_rules, setting, whole
from referee.records.tenhou6.hand import read_hand
from referee.records.tenhou6.write import HandWriter

_TENHOU_ROOMS = "般上特鳳"
"""The name of every room of tenhou contains one of these, before its rules."""


def looks_like(text: str) -> bool:
    """Return whether the text is tenhou6: a JSON object with a log."""
    return text.lstrip().startswith("{") and '"log"' in text


def write(record: GameRecord) -> str:
    """The JSON text of a game.

    Raises:
        NotWritableError: a tile that the format needs is not known, or a hand has no end; says where.
    """
    red = setting(record.ruleset, record.overrides, "scoring.red_fives", True)
    own: dict[str, Any] = {"rule": {"name": record.ruleset, "overrides": record.overrides}}
    if any(hand.completed for hand in record.hands):
        own["completed"] = [list(hand.completed) for hand in record.hands]
    game: dict[str, Any] = {
        "title": ["", ""],
        "name": list(record.names),
        "rule": {"disp": record.ruleset, "aka": 1 if red else 0},
        "jantaku": own,
        "log": [HandWriter(hand, f"hand {at}").hand_log() for at, hand in enumerate(record.hands, 1)],
    }
    if record.final is not None:
        totals = record.totals or (0, 0, 0, 0)
        pairs = zip(record.final, totals, strict=True)
        game["sc"] = [part for score, total in pairs for part in (score, total / 1000)]
    return json.dumps(game, ensure_ascii=False, separators=(",", ":")) + "\n"


def parse(text: str, path: str = "") -> GameRecord:
    """The game of a tenhou6 text.

    Raises:
        RecordError: not JSON, not this format, or the plays do not fit together; gives hand and place.
    """
    try:
        game = json_value(text)
    except json.JSONDecodeError as error:
        raise RecordError(
            path, f"line {error.lineno}, column {error.colno}", f"not JSON: {error.msg}"
        ) from None
    except ValueError as error:
        raise RecordError(path, "start", str(error)) from None
    if not isinstance(game, dict) or not isinstance(game.get("log"), list) or not game["log"]:
        raise RecordError(path, "log", "no hand in this record")
    place = "name"
    try:
        names = four_names(game.get("name"))
        place = "rule"
        ruleset, overrides = _rules(game)
        place = "sc"
        final, totals = _standing(game.get("sc"))
        hands: list[HandRecord] = []
        for at, log in enumerate(game["log"], 1):
            place = f"hand {at}"
            hands.append(read_hand(log, dora_first=_dora_first(ruleset, overrides)))
    except ValueError as error:
        raise RecordError(path, place, str(error)) from None
    return GameRecord(path, names, ruleset, overrides, tuple(hands), final, totals)


def _rules(game: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    """Ruleset and overrides, from our own note or from tenhou's name of the room."""
    own = game.get("jantaku")
    noted = own_rules(own.get("rule")) if isinstance(own, dict) else None
    if noted is not None:
        return noted
    rule = game.get("rule")
    rule = rule if isinstance(rule, dict) else {}
    room = str(rule.get("disp", ""))
    if "三" in room:
        raise ValueError("a game of three players")
    overrides: dict[str, Any] = {}
    if not any(rule.get(key) for key in ("aka", "aka51", "aka52", "aka53")):
        overrides["scoring.red_fives"] = False
    if any(letter in room for letter in _TENHOU_ROOMS) and "喰" not in room:
        overrides["scoring.open_tanyao"] = False
    if "東" in room:
        overrides["flow.rounds"] = 1
    return "tenhou", overrides


def _dora_first(ruleset: str, overrides: dict[str, Any]) -> bool:
    """Return whether the rules turn an open kan's indicator before the rinshan draw; the format does not show it."""
    return bool(setting(ruleset, overrides, "timing.kan_dora_open", "before_discard") == "before_draw")


def _standing(sc: Any) -> tuple[Four | None, Four | None]:
    """Scores and totals at the end, if they are given."""
    if not isinstance(sc, list) or len(sc) != 8:
        return None, None
    scores = [whole(score) for score in sc[::2]]
    totals = []
    for total in sc[1::2]:
        if isinstance(total, bool) or not isinstance(total, int | float) or not abs(total) < 10**6:
            raise ValueError(f"total {str(total)[:40]}")
        totals.append(round(1000 * total))
    return (scores[0], scores[1], scores[2], scores[3]), (totals[0], totals[1], totals[2], totals[3])
