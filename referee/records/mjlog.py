"""Reads tenhou's mjlog: one line of XML-like tags (the format of the official game records)."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import unquote

from referee.melds import Meld
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
from referee.records.shuffle import METHOD, Shuffles
from referee.tiles import KIND, RED_MAN, Tile

if TYPE_CHECKING:
    from collections.abc import Iterator

_TAG: Final = re.compile(r"<(/?)([A-Za-z]+)(\d*)\s*([^<>]*?)/?>")
_ATTRIBUTE: Final = re.compile(r'(\w+)="([^"]*)"')
_DRAWERS: Final = "TUVW"
_DISCARDERS: Final = "DEFG"
_SKIPPED: Final = frozenset({"mjloggm", "SHUFFLE", "GO", "UN", "BYE", "TAIKYOKU"})
NO_RED, NO_OPEN_TANYAO, HANCHAN, THREE_PLAYERS = 2, 4, 8, 16

YAKU: Final = (
    "menzen_tsumo", "riichi", "ippatsu", "chankan", "rinshan_kaihou", "haitei", "houtei", "pinfu", "tanyao",
    "iipeikou", "seat_wind", "seat_wind", "seat_wind", "seat_wind", "round_wind", "round_wind", "round_wind",
    "round_wind", "haku", "hatsu", "chun", "double_riichi", "chiitoitsu", "chanta", "ittsuu", "sanshoku_doujun",
    "sanshoku_doukou", "sankantsu", "toitoi", "sanankou", "shousangen", "honroutou", "ryanpeikou", "junchan",
    "honitsu", "chinitsu", "renhou", "tenhou", "chiihou", "daisangen", "suuankou", "suuankou_tanki", "tsuuiisou",
    "ryuuiisou", "chinroutou", "chuuren_poutou", "junsei_chuuren_poutou", "kokushi_musou",
    "kokushi_musou_juusanmen", "daisuushii", "shousuushii", "suukantsu", "dora", "ura_dora", "aka_dora",
)  # fmt: skip
"""Names of the yaku by tenhou's numbers."""
DRAWS: Final = {
    "": "exhaustive", "nm": "nagashi", "yao9": "nine_terminals", "kaze4": "four_winds", "reach4": "four_riichi",
    "kan4": "four_kans", "ron3": "triple_ron",
}  # fmt: skip


@dataclass(slots=True)
class _Hand:
    """A hand while it is being read."""

    start: dict[str, str]
    acts: list[Act] = field(default_factory=list)
    index: int = 0
    drawn: list[int] = field(default_factory=lambda: [-1] * 4)
    riichi: list[bool] = field(default_factory=lambda: [False] * 4)
    pons: dict[tuple[int, int], Meld] = field(default_factory=dict)
    last: tuple[int, Tile] = (-1, 0)


class _Reader:
    def __init__(self, text: str, path: str) -> None:
        self.path = path
        self.text = text
        self.hands: list[HandRecord] = []
        self.hand: _Hand | None = None
        self.first = 0
        self.red = True
        self.names = ["", "", "", ""]
        self.overrides: dict[str, Any] = {}
        self.shuffles: Shuffles | None = None
        self.final: tuple[int, int, int, int] | None = None

    def read(self) -> GameRecord:
        """Read all tags; an error tells hand and tag."""
        tag = ""
        try:
            for tag, attributes in self._tags():
                self._tag(tag, attributes)
            self._close_hand()
        except RecordError:
            raise
        except (KeyError, ValueError, IndexError) as error:
            index = self.hand.index if self.hand else 0
            place = f"hand {len(self.hands) + (self.hand is not None)}, tag {index} <{tag}>"
            reason = f"no {error}" if isinstance(error, KeyError) else str(error)
            raise RecordError(self.path, place, reason) from None
        if not self.hands:
            raise RecordError(self.path, "end", "no hand in this record")
        names = self.names
        return GameRecord(
            path=self.path,
            names=(names[0], names[1], names[2], names[3]),
            ruleset="tenhou",
            overrides=self.overrides,
            hands=tuple(self.hands),
            final=self.final,
        )

    def _tags(self) -> Iterator[tuple[str, dict[str, str]]]:
        end = 0
        for match in _TAG.finditer(self.text):
            between = self.text[end : match.start()].strip()
            if between and not between.startswith("<?xml"):
                raise RecordError(self.path, f"character {end}", f"not a tag: {between[:40]!r}")
            end = match.end()
            closing, name, number, rest = match.groups()
            if not closing:
                yield name + number, dict(_ATTRIBUTE.findall(rest))
        if self.text[end:].strip():
            raise RecordError(self.path, f"character {end}", f"not a tag: {self.text[end : end + 40]!r}")

    def _seat(self, text: str) -> int:
        who = int(text)
        if not 0 <= who <= 3:
            raise ValueError(f"seat {who}")
        return (who - self.first) % 4

    def _face(self, number: int) -> Tile:
        if not 0 <= number < 136:
            raise ValueError(f"tile {number}")
        if self.red and number in {16, 52, 88}:
            return RED_MAN + number // 36
        return number // 4

    def _faces(self, text: str) -> tuple[Tile, ...]:
        return tuple(self._face(int(number)) for number in text.split(",")) if text else ()

    def _tag(self, tag: str, attributes: dict[str, str]) -> None:
        if tag in _SKIPPED:
            self._setting(tag, attributes)
            return
        if tag == "INIT":
            self._close_hand()
            self.hand = _Hand(attributes)
            return
        hand = self.hand
        if hand is None:
            raise ValueError("play before the first hand")
        hand.index += 1
        letter, number = tag[0], tag[1:]
        if letter in _DRAWERS and number.isdigit():
            seat = self._seat(str(_DRAWERS.index(letter)))
            hand.drawn[seat] = int(number)
            hand.acts.append(Draw(hand.index, seat, self._face(int(number))))
        elif letter in _DISCARDERS and number.isdigit():
            self._discard(hand, self._seat(str(_DISCARDERS.index(letter))), int(number))
        elif tag == "N":
            self._call(hand, self._seat(attributes["who"]), int(attributes["m"]))
        elif tag == "REACH":
            seat = self._seat(attributes["who"])
            if attributes["step"] == "1":
                hand.riichi[seat] = True
                hand.acts.append(RiichiDeclared(hand.index, seat))
            else:
                hand.acts.append(RiichiAccepted(hand.index, seat))
        elif tag == "DORA":
            hand.acts.append(KanDora(hand.index, self._face(int(attributes["hai"]))))
        elif tag == "AGARI":
            self._win(hand, attributes)
        elif tag == "RYUUKYOKU":
            self._draw_game(hand, attributes)
        else:
            raise ValueError("unknown tag")

    def _setting(self, tag: str, attributes: dict[str, str]) -> None:
        if tag == "SHUFFLE" and attributes.get("seed", "").startswith(METHOD):  # other seeds tell no wall
            self.shuffles = Shuffles(attributes["seed"])
        elif tag == "GO":
            bits = int(attributes["type"])
            if bits & THREE_PLAYERS:
                raise ValueError("a game of three players")
            if bits & NO_RED:
                self.red = False
                self.overrides["scoring.red_fives"] = False
            if bits & NO_OPEN_TANYAO:
                self.overrides["scoring.open_tanyao"] = False
            if not bits & HANCHAN:
                self.overrides["flow.rounds"] = 1
        elif tag == "TAIKYOKU":
            self.first = int(attributes["oya"])
            self.names = self.names[self.first :] + self.names[: self.first]
        elif tag == "UN" and "dan" in attributes:
            self.names = [unquote(attributes.get(f"n{seat}", "")) for seat in range(4)]

    def _discard(self, hand: _Hand, seat: int, number: int) -> None:
        tile = self._face(number)
        hand.acts.append(Discard(hand.index, seat, tile, hand.drawn[seat] == number, hand.riichi[seat]))
        hand.riichi[seat] = False
        hand.drawn[seat] = -1
        hand.last = (seat, tile)

    def _call(self, hand: _Hand, seat: int, code: int) -> None:
        meld = self._meld(hand, seat, code)
        if meld.kind == "pon":
            hand.pons[seat, KIND[meld.tiles[0]]] = meld
        if meld.added is not None:
            hand.last = (seat, meld.added)
        elif meld.kind == "ankan":
            hand.last = (seat, meld.tiles[0])
        hand.drawn[seat] = -1
        hand.acts.append(MeldCall(hand.index, seat, meld))

    def _meld(self, hand: _Hand, seat: int, code: int) -> Meld:
        source = (seat + (code & 3)) % 4
        if code & 4:
            packed = code >> 10
            called, packed = packed % 3, packed // 3
            base = packed // 7 * 9 + packed % 7
            ids = [(base + place) * 4 + (code >> (3 + 2 * place) & 3) for place in range(3)]
            return Meld("chi", self._sorted(ids), self._face(ids[called]), source)
        if code & 8 or code & 16:
            packed = code >> 9
            called, kind = packed % 3, packed // 3
            unused = code >> 5 & 3
            ids = [kind * 4 + copy for copy in range(4) if copy != unused]
            if code & 8:
                return Meld("pon", self._sorted(ids), self._face(ids[called]), source)
            added = self._face(kind * 4 + unused)
            pon = hand.pons.get((seat, kind))
            if pon is None:
                raise ValueError("a kan of a pon that is not there")
            return Meld("kakan", self._sorted([*ids, kind * 4 + unused]), pon.claimed, pon.source, added)
        if code & 32:
            raise ValueError("a call of the game of three")
        number = code >> 8
        tiles = self._sorted([number // 4 * 4 + copy for copy in range(4)])
        return (
            Meld("ankan", tiles) if source == seat else Meld("daiminkan", tiles, self._face(number), source)
        )

    def _sorted(self, ids: list[int]) -> tuple[Tile, ...]:
        return tuple(sorted((self._face(number) for number in ids), key=lambda tile: (KIND[tile], tile)))

    def _scores(self, text: str) -> list[int]:
        numbers = [int(number) * 100 for number in text.split(",")]
        return numbers[self.first :] + numbers[: self.first]

    def _changes(self, text: str) -> list[int]:
        numbers = [int(number) * 100 for number in text.split(",")][1::2]
        if len(numbers) != 4:
            raise ValueError(f"sc={text!r}")
        return numbers[self.first :] + numbers[: self.first]

    def _win(self, hand: _Hand, attributes: dict[str, str]) -> None:
        fu, points, _limit = (int(number) for number in attributes["ten"].split(","))
        said: dict[str, Any] = {"points": points, "changes": self._changes(attributes["sc"])}
        if "yakuman" in attributes:
            said["yakuman"] = [YAKU[int(number)] for number in attributes["yakuman"].split(",")]
        else:
            numbers = [int(number) for number in attributes["yaku"].split(",")]
            said["yaku"] = {
                YAKU[yaku]: han for yaku, han in zip(numbers[::2], numbers[1::2], strict=True) if han
            }
            said["han"], said["fu"] = sum(numbers[1::2]), fu
        if "paoWho" in attributes:
            said["liable"] = self._seat(attributes["paoWho"])
        tile = self._face(int(attributes["machi"]))
        concealed = list(self._faces(attributes["hai"]))
        concealed.remove(tile)
        self._ending(attributes)
        hand.acts.append(
            WinClaim(
                hand.index,
                self._seat(attributes["who"]),
                self._seat(attributes["fromWho"]),
                tile,
                tuple(concealed),
                self._faces(attributes.get("doraHaiUra", "")),
                said,
            )
        )

    def _draw_game(self, hand: _Hand, attributes: dict[str, str]) -> None:
        result = DRAWS[attributes.get("type", "")]
        hands = [
            self._faces(attributes[f"hai{who}"]) if f"hai{who}" in attributes else None for who in range(4)
        ]
        shown = hands[self.first :] + hands[: self.first]
        said: dict[str, Any] = {"changes": self._changes(attributes["sc"])}
        if result in {"exhaustive", "nagashi"}:
            said["tenpai"] = [seat for seat in range(4) if shown[seat] is not None]
        self._ending(attributes)
        hand.acts.append(DrawnGame(hand.index, result, tuple(shown), said))

    def _ending(self, attributes: dict[str, str]) -> None:
        if "owari" in attributes:
            points = [int(text) * 100 for text in attributes["owari"].split(",")[::2]]
            points = points[self.first :] + points[: self.first]
            self.final = (points[0], points[1], points[2], points[3])

    def _close_hand(self) -> None:
        hand = self.hand
        if hand is None:
            return
        start = hand.start
        number, honba, bets, first_die, second_die, indicator = (
            int(text) for text in start["seed"].split(",")
        )
        scores = self._scores(start["ten"])
        dealt = [self._faces(start[f"hai{who}"]) for who in range(4)]
        dealt = dealt[self.first :] + dealt[: self.first]
        wall: tuple[Tile, ...] = ()
        if self.shuffles is not None:
            wall = tuple(self._face(number) for number in self.shuffles.next_wall()[0])
        self.hands.append(
            HandRecord(
                round=number,
                honba=honba,
                bets=bets,
                dice=(first_die + 1, second_die + 1),
                scores=(scores[0], scores[1], scores[2], scores[3]),
                hands=(dealt[0], dealt[1], dealt[2], dealt[3]),
                indicator=self._face(indicator),
                acts=tuple(hand.acts),
                wall=wall,
            )
        )
        self.hand = None


def looks_like(text: str) -> bool:
    """Whether the text is an mjlog."""
    return text.lstrip().startswith(("<mjloggm", "<?xml")) and "<mjloggm" in text[:200]


def parse(text: str, path: str = "") -> GameRecord:
    """The game of an mjlog.

    Raises:
        RecordError: the text is damaged, or a game of three players; with hand and tag.
    """
    return _Reader(text, path).read()
