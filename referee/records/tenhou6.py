"""Reads and writes tenhou6: the JSON of tenhou.net/6, one array of draws and discards a player.

It has no way to say that a tile is unknown, so a game is written only if every concealed tile is known.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

from referee.records.errors import RecordError
from referee.records.record import (
    Discard,
    Draw,
    DrawnGame,
    GameRecord,
    HandRecord,
    KanDora,
    MeldCall,
    WinClaim,
)
from referee.records.tenhou6_hand import read_hand
from referee.records.tenhou6_names import DRAWS, number_of, win_texts
from referee.tiles import UNKNOWN, Tile

if TYPE_CHECKING:
    from collections.abc import Iterable

    from referee.melds import Meld

TSUMOGIRI: Final = 60
NO_DISCARD: Final = 0
"""Stands in the discards after a called kan, which is followed by no discard of its own."""


class NotWritableError(ValueError):
    """A game cannot be written as tenhou6; the text says why."""


def looks_like(text: str) -> bool:
    """Whether the text is tenhou6: a JSON object with a log."""
    return text.lstrip().startswith("{") and '"log"' in text


def write(record: GameRecord) -> str:
    """The JSON text of a game.

    Raises:
        NotWritableError: a tile that the format must name is not known, or a hand has no end; says where.
    """
    game: dict[str, Any] = {
        "title": ["", ""],
        "name": list(record.names),
        "rule": {
            "disp": record.ruleset,
            "aka": 0 if record.overrides.get("scoring.red_fives") is False else 1,
        },
        "jantaku": {"rule": {"name": record.ruleset, "overrides": record.overrides}},
        "log": [_Writer(hand, f"hand {at}").hand_log() for at, hand in enumerate(record.hands, 1)],
    }
    if record.final is not None:
        game["sc"] = [part for score in record.final for part in (score, 0)]
    return json.dumps(game, ensure_ascii=False, separators=(",", ":")) + "\n"


class _Writer:
    """Writes one hand."""

    def __init__(self, hand: HandRecord, place: str) -> None:
        self.hand = hand
        self.place = place
        self.takes: list[list[int | str]] = [[], [], [], []]
        self.discards: list[list[int | str]] = [[], [], [], []]
        self.indicators = [hand.indicator]
        self.ura: tuple[Tile, ...] = ()
        self.result: list[Any] = []

    def _numbers(self, tiles: Iterable[Tile]) -> list[int]:
        found = list(tiles)
        if UNKNOWN in found:
            raise NotWritableError(
                f"{self.place}: a concealed tile is not known, and tenhou6 has no name for that"
            )
        return [number_of(tile) for tile in found]

    def _number(self, tile: Tile) -> int:
        return self._numbers((tile,))[0]

    def hand_log(self) -> list[Any]:
        """The array of the hand."""
        hand = self.hand
        dealt = [sorted(self._numbers(tiles)) for tiles in hand.hands]
        for act in hand.acts:
            if isinstance(act, Draw):
                self.takes[act.seat].append(self._number(act.tile))
            elif isinstance(act, Discard):
                number: int | str = TSUMOGIRI if act.tsumogiri else self._number(act.tile)
                self.discards[act.seat].append(f"r{number}" if act.riichi else number)
            elif isinstance(act, MeldCall):
                self._meld(act.seat, act.meld)
            elif isinstance(act, KanDora):
                self.indicators.append(act.tile)
            elif isinstance(act, WinClaim):
                self._win(act)
            elif isinstance(act, DrawnGame):
                self._drawn(act)
        if not self.result:
            raise NotWritableError(f"{self.place}: the hand has no end")
        players: list[Any] = []
        for seat in range(4):
            players += [dealt[seat], self.takes[seat], self.discards[seat]]
        return [
            [hand.round, hand.honba, hand.bets],
            list(hand.scores),
            self._numbers(self.indicators),
            self._numbers(self.ura),
            *players,
            self.result,
        ]

    def _meld(self, seat: int, meld: Meld) -> None:
        own = list(meld.tiles)
        if meld.kind == "ankan":
            numbers = [str(number) for number in self._numbers(own)]
            self.discards[seat].append("".join([*numbers[1:], "a" + numbers[0]]))
            return
        assert meld.claimed is not None
        assert meld.source is not None
        own.remove(meld.claimed)
        if meld.added is not None:
            own.remove(meld.added)
        claimed = str(self._number(meld.claimed))
        rest = [str(number) for number in self._numbers(own)]
        away = (meld.source - seat) % 4
        place = {3: 0, 2: 1, 1: len(rest)}[away]
        if meld.kind == "kakan":
            assert meld.added is not None
            rest.insert(place, f"k{self._number(meld.added)}{claimed}")
            self.discards[seat].append("".join(rest))
            return
        rest.insert(place, {"chi": "c", "pon": "p", "daiminkan": "m"}[meld.kind] + claimed)
        self.takes[seat].append("".join(rest))
        if meld.kind == "daiminkan":
            self.discards[seat].append(NO_DISCARD)

    def _win(self, act: WinClaim) -> None:
        said = act.said
        self.ura = act.ura or self.ura
        liable = said.get("liable", act.seat)
        dealer = self.hand.round % 4
        texts = win_texts(said, tsumo=act.seat == act.source, dealer=act.seat == dealer)
        if not self.result:
            self.result = ["和了"]
        self.result += [list(said.get("changes", [0] * 4)), [act.seat, act.source, liable, *texts]]

    def _drawn(self, act: DrawnGame) -> None:
        changes = list(act.said.get("changes", [0] * 4))
        if act.result not in DRAWS:
            raise NotWritableError(f"{self.place}: tenhou6 has no word for {act.result}")
        word = DRAWS[act.result]
        if act.result == "exhaustive" and not any(changes):
            word = "全員聴牌" if act.said.get("tenpai") else "全員不聴"
        self.result = [word, changes] if any(changes) else [word]


def parse(text: str, path: str = "") -> GameRecord:
    """The game of a tenhou6 text.

    Raises:
        RecordError: not JSON, not this format, or plays that do not fit together; with hand and place.
    """
    try:
        game = json.loads(text)
    except json.JSONDecodeError as error:
        raise RecordError(
            path, f"line {error.lineno}, column {error.colno}", f"not JSON: {error.msg}"
        ) from None
    if not isinstance(game, dict) or not isinstance(game.get("log"), list) or not game["log"]:
        raise RecordError(path, "log", "no hand in this record")
    names = [str(name) for name in game.get("name") or [""] * 4]
    if len(names) != 4:
        raise RecordError(path, "name", f"{len(names)} players")
    overrides: dict[str, Any] = {}
    ruleset = "tenhou"
    own = game.get("jantaku")
    if isinstance(own, dict):
        ruleset, overrides = str(own["rule"]["name"]), dict(own["rule"]["overrides"])
    else:
        rule = game.get("rule", {})
        if not any(rule.get(key) for key in ("aka", "aka51", "aka52", "aka53")):
            overrides["scoring.red_fives"] = False
        if "東" in str(rule.get("disp", "")):
            overrides["flow.rounds"] = 1
    hands = []
    for at, log in enumerate(game["log"], 1):
        try:
            hands.append(read_hand(log))
        except (ValueError, IndexError, KeyError, TypeError) as error:
            raise RecordError(path, f"hand {at}", str(error)) from None
    final = None
    if isinstance(game.get("sc"), list) and len(game["sc"]) == 8:
        points = [int(score) for score in game["sc"][::2]]
        final = (points[0], points[1], points[2], points[3])
    return GameRecord(path, (names[0], names[1], names[2], names[3]), ruleset, overrides, tuple(hands), final)
