"""Writes a record as mjlog."""

import json
from collections.abc import Iterable, Sequence
from typing import Final
from urllib.parse import quote

from referee.hands.payments import BET
from referee.records.mjlog.melds import CodedMeld, encode
from referee.records.mjlog.names import (
    DISCARDERS,
    DRAWERS,
    HANCHAN,
    MJLOG_DRAWS,
    MJLOG_LIMITS,
    MJLOG_YAKU,
    NO_OPEN_TANYAO,
    NO_RED,
    RATED,
    URA_DORA,
)
from referee.records.mjlog.tile_ids import with_ids
from referee.records.neutral.errors import NotWritableError
from referee.records.neutral.record import (
    Act,
    Discard,
    DrawnGame,
    GameRecord,
    HandRecord,
    KanDora,
    MeldCall,
    RecordedBet,
    RecordedDraw,
    RecordedRiichi,
    WinClaim,
)
from referee.records.neutral.values import setting

_WINDS: Final = {"seat_wind": MJLOG_YAKU.index("seat_wind"), "round_wind": MJLOG_YAKU.index("round_wind")}
_WORDS: Final = {result: word for word, result in MJLOG_DRAWS.items()}


class Writer:
    """Writes one game. Rules that tenhou's bits cannot express are written beside them in ``GO``."""

    def __init__(self, record: GameRecord) -> None:
        """Start with nothing written."""
        self.record = record
        self.red = bool(self._setting("scoring.red_fives", True))

    def _setting(self, key: str, default: object) -> object:
        return setting(self.record.ruleset, self.record.overrides, key, default)

    def text(self) -> str:
        """The text of the game.

        Raises:
            NotWritableError: says in which hand and at which event.
        """
        record = self.record
        names = " ".join(f'n{seat}="{quote(name)}"' for seat, name in enumerate(record.names))
        tags = [
            '<mjloggm ver="2.3">',
            f"<GO {self._rules()}{self._completed()}/>",
            f'<UN {names} dan="0,0,0,0" rate="1500.00,1500.00,1500.00,1500.00" sx="C,C,C,C"/>',
            '<TAIKYOKU oya="0"/>',
        ]
        for at, hand in enumerate(record.hands, 1):
            try:
                tags += _HandWriter(with_ids(hand, red=self.red)).tags()
            except NotWritableError as error:
                raise NotWritableError(f"hand {at}, {error}") from None
        if record.final is not None and record.hands and record.hands[-1].acts:
            totals = record.totals or (0, 0, 0, 0)
            pairs = zip(record.final, totals, strict=True)
            owari = ",".join(f"{_hundreds(score)},{total / 1000:.1f}" for score, total in pairs)
            tags[-1] = tags[-1].replace("/>", f' owari="{owari}"/>')
        return "".join(tags) + "</mjloggm>\n"

    def _completed(self) -> str:
        """Return the attribute for hands that were filled in, if there are any."""
        hands = [list(hand.completed) for hand in self.record.hands]
        return f' completed="{quote(json.dumps(hands, separators=(",", ":")))}"' if any(hands) else ""

    def _rules(self) -> str:
        bits = RATED
        bits |= 0 if self.red else NO_RED
        bits |= 0 if self._setting("scoring.open_tanyao", True) else NO_OPEN_TANYAO
        bits |= 0 if self._setting("flow.rounds", 2) == 1 else HANCHAN
        overrides = {
            **({} if self.red else {"scoring.red_fives": False}),
            **({"scoring.open_tanyao": False} if bits & NO_OPEN_TANYAO else {}),
            **({} if bits & HANCHAN else {"flow.rounds": 1}),
        }
        text = f'type="{bits}" lobby="0"'
        if self.record.ruleset == "tenhou" and self.record.overrides == overrides:
            return text
        rule = {"name": self.record.ruleset, "overrides": self.record.overrides}
        return f'{text} rule="{quote(json.dumps(rule, separators=(",", ":")))}"'


class _HandWriter:
    """Writes one hand, whose tiles all have ids; keeps track of scores, bets and indicators."""

    def __init__(self, hand: HandRecord) -> None:
        self.hand = hand
        self.scores = list(hand.scores)
        self.bets = hand.bets
        self.honba = hand.honba
        self.indicators = [hand.ids[-1]]
        self.melds: dict[int, list[CodedMeld]] = {seat: [] for seat in range(4)}

    def tags(self) -> list[str]:
        hand = self.hand
        seed = (hand.round, hand.honba, hand.bets, hand.dice[0] - 1, hand.dice[1] - 1, hand.ids[-1])
        dealt = [hand.ids[13 * seat : 13 * seat + 13] for seat in range(4)]
        hands = " ".join(f'hai{seat}="{_list(ids)}"' for seat, ids in enumerate(dealt))
        ten = _list(_hundreds(score) for score in hand.scores)
        return [
            f'<INIT seed="{_list(seed)}" ten="{ten}" oya="{hand.round % 4}" {hands}/>',
            *(self._tag(act) for act in hand.acts),
        ]

    def _tag(self, act: Act) -> str:
        if isinstance(act, RecordedDraw):
            return f"<{DRAWERS[act.seat]}{act.ids[0]}/>"
        if isinstance(act, Discard):
            return f"<{DISCARDERS[act.seat]}{act.ids[0]}/>"
        if isinstance(act, MeldCall):
            return f'<N who="{act.seat}" m="{self._meld(act)}"/>'
        if isinstance(act, RecordedRiichi):
            return f'<REACH who="{act.seat}" step="1"/>'
        if isinstance(act, RecordedBet):
            self.scores[act.seat] -= BET
            self.bets += 1
            ten = _list(_hundreds(score) for score in self.scores)
            return f'<REACH who="{act.seat}" ten="{ten}" step="2"/>'
        if isinstance(act, KanDora):
            self.indicators.append(act.ids[0])
            return f'<DORA hai="{act.ids[0]}"/>'
        return self._win(act) if isinstance(act, WinClaim) else self._drawn(act)

    def _meld(self, act: MeldCall) -> int:
        meld = act.meld
        added = act.ids[-1] if meld.kind == "kakan" else None
        count = len(meld.tiles)
        away = 0 if meld.source is None else (meld.source - act.seat) % 4
        coded = CodedMeld(meld.kind, tuple(sorted(act.ids[:count])), act.ids[count], added, away)
        try:
            code = encode(coded)
        except ValueError as error:
            raise NotWritableError(f"event {act.index}: {error}") from None
        melds = self.melds[act.seat]
        grown = [each for each in melds if each.kind == "pon" and each.ids[0] // 4 == coded.ids[0] // 4]
        if meld.kind == "kakan" and grown:
            melds[melds.index(grown[0])] = coded
        else:
            melds.append(coded)
        return code

    def _changes(self, changes: Sequence[int]) -> str:
        pairs = list(zip(self.scores, changes, strict=True))
        self.scores = [score + change for score, change in pairs]
        return _list(_hundreds(each) for pair in pairs for each in pair)

    def _win(self, act: WinClaim) -> str:
        recorded = act.recorded
        won, shown = act.ids[0], act.ids[1 : 1 + len(act.concealed)]
        ura = act.ids[1 + len(act.concealed) :]
        melds = [encode(meld) for meld in reversed(self.melds[act.seat])]
        parts = [
            f'ba="{self.honba},{self.bets}"',
            f'hai="{_list(sorted((*shown, won)))}"',
            *([f'm="{_list(melds)}"'] if melds else []),
            f'machi="{won}"',
            *self._worth(act),
            f'doraHai="{_list(self.indicators)}"',
            *([f'doraHaiUra="{_list(ura)}"'] if ura else []),
            f'who="{act.seat}" fromWho="{act.source}"',
            *([f'paoWho="{recorded["liable"]}"'] if "liable" in recorded else []),
            *([f'sc="{self._changes(recorded["changes"])}"'] if "changes" in recorded else []),
        ]
        self.bets = 0  # the first winner has taken them
        return f"<AGARI {' '.join(parts)}/>"

    def _worth(self, act: WinClaim) -> list[str]:
        recorded = act.recorded
        parts = []
        if "points" in recorded:
            parts.append(f'ten="{recorded.get("fu", 0)},{recorded["points"]},{self._limit(act)}"')
        if "yakuman" in recorded:
            parts.append(f'yakuman="{_list(self._yaku(name, act) for name in recorded["yakuman"])}"')
        elif "yaku" in recorded:
            pairs = [(self._yaku(name, act), han) for name, han in recorded["yaku"].items()]
            if act.ura and "ura_dora" not in recorded["yaku"]:
                pairs.append((URA_DORA, 0))
            parts.append(f'yaku="{_list(each for pair in pairs for each in pair)}"')
        return parts

    def _limit(self, act: WinClaim) -> int:
        recorded = act.recorded
        if "yakuman" in recorded:
            return MJLOG_LIMITS[0][1]
        han = recorded.get("han", sum(recorded.get("yaku", {}).values()))
        mangan = 12000 if act.seat == self.hand.round % 4 else 8000
        found = next((limit for least, limit in MJLOG_LIMITS if han >= least), 0)
        return max(found, int(recorded["points"] >= mangan))

    def _yaku(self, name: str, act: WinClaim) -> int:
        if name in _WINDS:
            turn = (act.seat - self.hand.round) % 4 if name == "seat_wind" else self.hand.round // 4 % 4
            return _WINDS[name] + turn
        if name not in MJLOG_YAKU:
            raise NotWritableError(f"event {act.index}: mjlog has no number for {name}")
        return MJLOG_YAKU.index(name)

    def _drawn(self, act: DrawnGame) -> str:
        if act.result not in _WORDS:
            raise NotWritableError(f"event {act.index}: mjlog has no word for {act.result}")
        word = _WORDS[act.result]
        parts = [*([f'type="{word}"'] if word else []), f'ba="{self.honba},{self.bets}"']
        if "changes" in act.recorded:
            parts.append(f'sc="{self._changes(act.recorded["changes"])}"')
        at = 0
        for seat, tiles in enumerate(act.shown):
            if tiles is not None:
                parts.append(f'hai{seat}="{_list(act.ids[at : at + len(tiles)])}"')
                at += len(tiles)
        return f"<RYUUKYOKU {' '.join(parts)}/>"


def _list(values: Iterable[int]) -> str:
    return ",".join(map(str, values))


def _hundreds(points: int) -> int:
    if points % 100:
        raise NotWritableError(f"{points} points are no whole hundreds")
    return points // 100
