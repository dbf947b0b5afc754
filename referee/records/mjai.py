"""Reads and writes mjai: one JSON object a line. Concealed tiles may be ``?``.

Beside what the format names we write ``dice`` in ``start_kyoku``, ``rule`` in ``start_game`` and ``pao`` in ``hora``;
a reader does not need them. https://gimite.net/pukiwiki/index.php?Mjai
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

from referee.melds import Meld, MeldKind
from referee.records.errors import RecordError
from referee.records.record import (
    Act,
    Discard,
    Draw,
    DrawnGame,
    GameRecord,
    HandRecord,
    KanDora,
    MeldCall,
    RiichiAccepted,
    RiichiDeclared,
    WinClaim,
)
from referee.tiles import KIND, NAMES, UNKNOWN, Tile, parse_tile

if TYPE_CHECKING:
    from collections.abc import Iterator

HONOURS: Final = "ESWNPFC"
_TO_MJAI: Final[tuple[str, ...]] = (
    *NAMES[:27],
    *HONOURS,
    "5mr",
    "5pr",
    "5sr",
    "?",
)
_FROM_MJAI: Final[dict[str, Tile]] = {name: tile for tile, name in enumerate(_TO_MJAI)}

YAKU: Final = {
    "menzen_tsumo": "menzenchin_tsumoho", "riichi": "reach", "ippatsu": "ippatsu", "chankan": "chankan",
    "rinshan_kaihou": "rinshankaiho", "haitei": "haiteiraoyue", "houtei": "hoteiraoyui", "pinfu": "pinfu",
    "tanyao": "tanyaochu", "iipeikou": "ipeko", "seat_wind": "jikaze", "round_wind": "bakaze",
    "haku": "sangenpai", "hatsu": "sangenpai", "chun": "sangenpai", "double_riichi": "double_reach",
    "chiitoitsu": "chitoitsu", "chanta": "honchantaiyao", "ittsuu": "ikkitsukan",
    "sanshoku_doujun": "sanshokudojun", "sanshoku_doukou": "sanshokudoko", "sankantsu": "sankantsu",
    "toitoi": "toitoiho", "sanankou": "sananko", "shousangen": "shosangen", "honroutou": "honroto",
    "ryanpeikou": "ryanpeko", "junchan": "junchantaiyao", "honitsu": "honiso", "chinitsu": "chiniso",
    "renhou": "renho", "dora": "dora", "ura_dora": "uradora", "aka_dora": "akadora",
}  # fmt: skip
"""mjai's names; others stand under our own name."""
YAKUMAN: Final = {
    "tenhou": "tenho", "chiihou": "chiho", "renhou": "renho", "daisangen": "daisangen", "suuankou": "suanko",
    "suuankou_tanki": "suanko_tanki", "tsuuiisou": "tsuiso", "ryuuiisou": "ryuiso", "chinroutou": "chinroto",
    "chuuren_poutou": "churenpoton", "junsei_chuuren_poutou": "junsei_churenpoton",
    "kokushi_musou": "kokushimuso", "kokushi_musou_juusanmen": "kokushimuso_jusanmen", "daisuushii": "daisushi",
    "shousuushii": "shosushi", "suukantsu": "sukantsu",
}  # fmt: skip
YAKUMAN_FAN: Final = 100
"""Fan written for a yakuman: more than any sum of yaku and dora."""
DRAWS: Final = {
    "exhaustive": "fanpai", "nagashi": "nagashimangan", "nine_terminals": "kyushukyuhai",
    "four_winds": "sufonrenta", "four_riichi": "suchareach", "four_kans": "sukaikan", "triple_ron": "sanchaho",
    "chombo": "chombo",
}  # fmt: skip
_DRAW_OF: Final = {reason: result for result, reason in DRAWS.items()}
_YAKU_OF: Final = {theirs: ours for ours, theirs in YAKU.items() if theirs != "sangenpai"}
_YAKUMAN_OF: Final = {theirs: ours for ours, theirs in YAKUMAN.items()}
_DRAGONS: Final = {31: "haku", 32: "hatsu", 33: "chun"}
BET: Final = 1000


def pai(tile: Tile) -> str:
    """Mjai's name of a tile."""
    return _TO_MJAI[tile]


def tile_of(name: Any) -> Tile:
    """The tile of mjai's name (or of an mpsz name, as some programs write).

    Raises:
        ValueError: no such tile.
    """
    if name in _FROM_MJAI:
        return _FROM_MJAI[name]
    return parse_tile(name)


def looks_like(text: str) -> bool:
    """Whether the text is mjai: its first line is a JSON object with a type."""
    first = text.lstrip().split("\n", 1)[0]
    return first.startswith("{") and '"type"' in first and '"log"' not in first


def write(record: GameRecord) -> str:
    """The lines of a game, each ended by a line feed."""
    return "".join(
        json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n" for line in _lines(record)
    )


def _lines(record: GameRecord) -> Iterator[dict[str, Any]]:
    yield {
        "type": "start_game",
        "names": list(record.names),
        "rule": {"name": record.ruleset, "overrides": record.overrides},
    }
    for hand in record.hands:
        yield from _hand_lines(hand)
    end: dict[str, Any] = {"type": "end_game"}
    if record.final is not None:
        end["scores"] = list(record.final)
    yield end


def _hand_lines(hand: HandRecord) -> Iterator[dict[str, Any]]:
    scores = list(hand.scores)
    yield {
        "type": "start_kyoku",
        "bakaze": HONOURS[hand.round // 4 % 4],
        "dora_marker": pai(hand.indicator),
        "kyoku": hand.round % 4 + 1,
        "honba": hand.honba,
        "kyotaku": hand.bets,
        "oya": hand.round % 4,
        "scores": list(scores),
        "tehais": [[pai(tile) for tile in tiles] for tiles in hand.hands],
        "dice": list(hand.dice),
    }
    for act in hand.acts:
        if isinstance(act, RiichiAccepted):
            scores[act.seat] -= BET
            deltas = [-BET if seat == act.seat else 0 for seat in range(4)]
            yield {"type": "reach_accepted", "actor": act.seat, "deltas": deltas, "scores": list(scores)}
        elif isinstance(act, WinClaim | DrawnGame):
            changes = act.said.get("changes", [0, 0, 0, 0])
            scores = [score + change for score, change in zip(scores, changes, strict=True)]
            line = _hora(act) if isinstance(act, WinClaim) else _ryukyoku(act)
            yield line | {"deltas": list(changes), "scores": list(scores)}
        else:
            yield _act_line(act)
    if hand.acts and isinstance(hand.acts[-1], WinClaim | DrawnGame):
        yield {"type": "end_kyoku"}


def _act_line(act: Act) -> dict[str, Any]:
    if isinstance(act, Draw):
        return {"type": "tsumo", "actor": act.seat, "pai": pai(act.tile)}
    if isinstance(act, Discard):
        return {"type": "dahai", "actor": act.seat, "pai": pai(act.tile), "tsumogiri": act.tsumogiri}
    if isinstance(act, RiichiDeclared):
        return {"type": "reach", "actor": act.seat}
    if isinstance(act, KanDora):
        return {"type": "dora", "dora_marker": pai(act.tile)}
    assert isinstance(act, MeldCall)
    meld = act.meld
    line: dict[str, Any] = {"type": meld.kind, "actor": act.seat}
    consumed = list(meld.tiles)
    if meld.kind == "kakan":
        assert meld.added is not None
        consumed.remove(meld.added)
        line["pai"] = pai(meld.added)
    elif meld.claimed is not None:
        consumed.remove(meld.claimed)
        line |= {"target": meld.source, "pai": pai(meld.claimed)}
    return line | {"consumed": [pai(tile) for tile in consumed]}


def _hora(act: WinClaim) -> dict[str, Any]:
    said = act.said
    if "yakuman" in said:
        yakus = [[YAKUMAN.get(name, name), YAKUMAN_FAN] for name in said["yakuman"]]
    else:
        yakus = [[YAKU.get(name, name), han] for name, han in said.get("yaku", {}).items()]
    line: dict[str, Any] = {
        "type": "hora",
        "actor": act.seat,
        "target": act.source,
        "pai": pai(act.tile),
        "uradora_markers": [pai(tile) for tile in act.ura],
        "hora_tehais": [pai(tile) for tile in act.concealed],
        "yakus": yakus,
        "fu": said.get("fu", 0),
        "fan": sum(fan for _, fan in yakus),
        "hora_points": said.get("points", 0),
    }
    if "liable" in said:
        line["pao"] = said["liable"]
    return line


def _ryukyoku(act: DrawnGame) -> dict[str, Any]:
    line: dict[str, Any] = {
        "type": "ryukyoku",
        "reason": DRAWS[act.result],
        "tehais": [None if tiles is None else [pai(tile) for tile in tiles] for tiles in act.shown],
    }
    if "tenpai" in act.said:
        line["tenpais"] = [seat in act.said["tenpai"] for seat in range(4)]
    return line


def parse(text: str, path: str = "") -> GameRecord:
    """The game of mjai lines.

    Raises:
        RecordError: a line that is no JSON object, of an unknown type or without what its type needs; with its number.
    """
    reader = _Reader(path)
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        try:
            reader.take(json.loads(line))
        except json.JSONDecodeError as error:
            raise RecordError(path, f"line {number}", f"not JSON: {error}") from None
        except KeyError as error:
            raise RecordError(path, f"line {number}", f"{error} is missing") from None
        except (ValueError, TypeError, IndexError) as error:
            raise RecordError(path, f"line {number}", str(error)) from None
    return reader.record()


class _Reader:
    def __init__(self, path: str) -> None:
        self.path = path
        self.names = ("", "", "", "")
        self.ruleset = "tenhou"
        self.overrides: dict[str, Any] = {}
        self.hands: list[HandRecord] = []
        self.start: dict[str, Any] | None = None
        self.acts: list[Act] = []
        self.index = 0
        self.reach = [False] * 4
        self.melds: dict[tuple[int, int], Meld] = {}
        self.final: tuple[int, int, int, int] | None = None

    def record(self) -> GameRecord:
        self._close()
        if not self.hands:
            raise RecordError(self.path, "end", "no hand in this record")
        return GameRecord(self.path, self.names, self.ruleset, self.overrides, tuple(self.hands), self.final)

    def take(self, line: Any) -> None:
        if not isinstance(line, dict):
            raise TypeError("not a JSON object")
        kind = line["type"]
        if kind == "start_game":
            self._start_game(line)
        elif kind == "start_kyoku":
            self._close()
            self.start, self.index = line, 0
        elif kind == "end_game":
            if "scores" in line:
                self.final = _four(line["scores"])
        elif kind in {"end_kyoku", "none", "hello"}:
            self._close()
        else:
            if self.start is None:
                raise ValueError(f"{kind} before start_kyoku")
            self.index += 1
            self.acts.append(self._act(kind, line))

    def _start_game(self, line: dict[str, Any]) -> None:
        names = [str(name) for name in line.get("names") or [""] * 4]
        if len(names) != 4:
            raise ValueError(f"{len(names)} players")
        self.names = (names[0], names[1], names[2], names[3])
        rule = line.get("rule")
        if isinstance(rule, dict):
            self.ruleset, self.overrides = str(rule["name"]), dict(rule["overrides"])
        elif line.get("aka_flag") is False:
            self.overrides = {"scoring.red_fives": False}

    def _act(self, kind: str, line: dict[str, Any]) -> Act:
        index = self.index
        if kind == "dora":
            return KanDora(index, tile_of(line["dora_marker"]))
        if kind == "ryukyoku":
            return self._ryukyoku(line)
        seat = _seat(line["actor"])
        if kind == "tsumo":
            return Draw(index, seat, tile_of(line["pai"]))
        if kind == "dahai":
            riichi, self.reach[seat] = self.reach[seat], False
            return Discard(index, seat, tile_of(line["pai"]), bool(line.get("tsumogiri")), riichi)
        if kind == "reach":
            self.reach[seat] = True
            return RiichiDeclared(index, seat)
        if kind == "reach_accepted":
            return RiichiAccepted(index, seat)
        if kind == "hora":
            return self._hora(seat, line)
        if kind in {"chi", "pon", "daiminkan", "ankan", "kakan"}:
            return MeldCall(index, seat, self._meld(kind, seat, line))
        raise ValueError(f"unknown type {kind!r}")

    def _meld(self, kind: MeldKind | str, seat: int, line: dict[str, Any]) -> Meld:
        consumed = [tile_of(name) for name in line["consumed"]]
        if kind == "ankan":
            return Meld("ankan", _sorted(consumed))
        tile = tile_of(line["pai"])
        tiles = _sorted([*consumed, tile])
        if kind == "kakan":
            pon = self.melds.get((seat, KIND[tile]))
            if pon is None:
                raise ValueError("kakan of a pon that is not there")
            return Meld("kakan", tiles, pon.claimed, pon.source, tile)
        meld = Meld(
            "chi" if kind == "chi" else "pon" if kind == "pon" else "daiminkan",
            tiles,
            tile,
            _seat(line["target"]),
        )
        if kind == "pon":
            self.melds[seat, KIND[tile]] = meld
        return meld

    def _hora(self, seat: int, line: dict[str, Any]) -> WinClaim:
        source = _seat(line["target"])
        concealed = [tile_of(name) for name in line.get("hora_tehais", [])]
        melds = sum(
            1
            for act in self.acts
            if isinstance(act, MeldCall) and act.seat == seat and act.meld.kind != "kakan"
        )
        newest = [act for act in self.acts if isinstance(act, Draw | Discard)]
        tile = tile_of(line["pai"]) if "pai" in line else newest[-1].tile
        if len(concealed) == 14 - 3 * melds:
            concealed.remove(tile)
        said: dict[str, Any] = {}
        if "hora_points" in line:
            said["points"] = line["hora_points"]
        if "deltas" in line:
            said["changes"] = list(line["deltas"])
        if line.get("yakus"):
            said |= self._said_yaku(line, seat, concealed, tile)
        if "pao" in line:
            said["liable"] = _seat(line["pao"])
        ura = tuple(tile_of(name) for name in line.get("uradora_markers") or line.get("ura_markers") or [])
        return WinClaim(self.index, seat, source, tile, tuple(concealed), ura, said)

    def _said_yaku(
        self, line: dict[str, Any], seat: int, concealed: list[Tile], tile: Tile
    ) -> dict[str, Any]:
        yakus = [(str(name), int(han)) for name, han in line["yakus"]]
        yakuman = [_YAKUMAN_OF.get(name, name) for name, han in yakus if han >= YAKUMAN_FAN]
        if yakuman:
            return {"yakuman": yakuman}
        kinds = [KIND[each] for each in (*concealed, tile)]
        for act in self.acts:
            if isinstance(act, MeldCall) and act.seat == seat and act.meld.kind != "kakan":
                kinds += [KIND[each] for each in act.meld.tiles]
        dragons = iter([name for kind, name in _DRAGONS.items() if kinds.count(kind) >= 3])
        said = {
            next(dragons, name) if name == "sangenpai" else _YAKU_OF.get(name, name): han
            for name, han in yakus
            if han
        }
        return {"yaku": said, "han": line["fan"], "fu": line["fu"]}

    def _ryukyoku(self, line: dict[str, Any]) -> DrawnGame:
        result = _DRAW_OF.get(line.get("reason", "fanpai"))
        if result is None:
            raise ValueError(f"unknown reason {line['reason']!r}")
        shown: list[tuple[Tile, ...] | None] = []
        for names in line.get("tehais") or [None] * 4:
            tiles = None if names is None else tuple(tile_of(name) for name in names)
            shown.append(None if tiles is None or UNKNOWN in tiles else tiles)
        said: dict[str, Any] = {}
        if "deltas" in line:
            said["changes"] = list(line["deltas"])
        if "tenpais" in line:
            said["tenpai"] = [seat for seat, tenpai in enumerate(line["tenpais"]) if tenpai]
            shown = [tiles if seat in said["tenpai"] else None for seat, tiles in enumerate(shown)]
        return DrawnGame(self.index, result, tuple(shown), said)

    def _close(self) -> None:
        start = self.start
        if start is None:
            return
        hands = [tuple(tile_of(name) for name in names) for names in start["tehais"]]
        if len(hands) != 4 or any(len(tiles) != 13 for tiles in hands):
            raise ValueError("four hands of 13 are dealt")
        dice = start.get("dice", [1, 1])
        self.hands.append(
            HandRecord(
                round=HONOURS.index(start["bakaze"]) * 4 + int(start["kyoku"]) - 1,
                honba=int(start["honba"]),
                bets=int(start["kyotaku"]),
                dice=(int(dice[0]), int(dice[1])),
                scores=_four(start["scores"]),
                hands=(hands[0], hands[1], hands[2], hands[3]),
                indicator=tile_of(start["dora_marker"]),
                acts=tuple(self.acts),
            )
        )
        self.start, self.acts, self.melds, self.reach = None, [], {}, [False] * 4


def _four(values: list[Any]) -> tuple[int, int, int, int]:
    first, second, third, fourth = (int(value) for value in values)
    return first, second, third, fourth


def _seat(value: Any) -> int:
    if value not in {0, 1, 2, 3}:
        raise ValueError(f"seat {value!r}")
    return int(value)


def _sorted(tiles: list[Tile]) -> tuple[Tile, ...]:
    return tuple(sorted(tiles, key=lambda tile: (KIND[tile], tile)))
