"""Reads the tags of an mjlog, in their order, into a record."""

import re
from collections.abc import Iterator
from functools import lru_cache
from html import unescape
from typing import Any, Final, NamedTuple
from urllib.parse import unquote

from msgspec.structs import replace

from referee.melds import Meld
from referee.records.mjlog.melds import decode
from referee.records.mjlog.names import (
    DISCARDERS,
    DRAWERS,
    HANCHAN,
    MJLOG_DRAWS,
    MJLOG_YAKU,
    NO_OPEN_TANYAO,
    NO_RED,
    THREE_PLAYERS,
    TILE_IDS,
    face_of,
)
from referee.records.neutral.errors import RecordError
from referee.records.neutral.prolog import declares, skip_silent
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
from referee.records.neutral.values import (
    counter,
    json_value,
    number,
    numbers,
    own_rules,
    printable,
    seat,
    setting,
)
from referee.tiles import Tile

_TAG: Final = re.compile(r"<(/?)([A-Za-z]+[0-9]*)((?:\s+\w+=(?:\"[^\"<]*\"|'[^'<]*'))*)\s*/?>")
_ATTRIBUTE: Final = re.compile(r"(\w+)=(?:\"([^\"]*)\"|'([^']*)')")
_MOVES: Final = re.compile(rf"(?:<[{DRAWERS}{DISCARDERS}][0-9]+/>)+")
"""Draws and discards, one after the other."""
_PLAY: Final = frozenset({"N", "REACH", "DORA", "AGARI", "RYUUKYOKU"})


class _TileMove(NamedTuple):
    """A tile that a player, as mjlog numbers them, drew or discarded."""

    player: int
    tile_id: int
    face: Tile
    discarded: bool


class _Hand:
    """A hand while it is being read; ``record`` is the hand without its acts."""

    def __init__(self, record: HandRecord) -> None:
        self.record = record
        self.acts: list[Act] = []
        self.index = 0
        self.drawn = [-1] * 4
        self.riichi = [False] * 4


class MjlogReader:
    """Reads one game; ``first`` is the number that mjlog gives the player of our seat 0."""

    def __init__(self, text: str, path: str) -> None:
        self.path = path
        self.text = text
        self.at = 0
        self.tag = ""
        self.hands: list[HandRecord] = []
        self.hand: _Hand | None = None
        self.first = 0
        self.red = True
        self.names = ["", "", "", ""]
        self.ruleset = "tenhou"
        self.overrides: dict[str, Any] = {}
        self.final: tuple[int, int, int, int] | None = None
        self.totals: tuple[int, int, int, int] | None = None

    def read_game(self) -> GameRecord:
        """The game.

        Raises:
            RecordError: with hand, event and byte.
        """
        try:
            for tag, attributes in self._tags():
                self._tag(tag, attributes)
        except RecordError:
            raise
        except (KeyError, ValueError) as error:
            reason = f"no {error}" if isinstance(error, KeyError) else str(error)
            raise self._error(f"<{self.tag}>: {reason}") from None
        self._close_hand()
        if not self.hands:
            raise RecordError(self.path, "end", "no hand in this record")
        names = self._turned(self.names)
        return GameRecord(
            path=self.path,
            names=(names[0], names[1], names[2], names[3]),
            ruleset=self.ruleset,
            overrides=self.overrides,
            hands=tuple(self.hands),
            final=self.final,
            totals=self.totals,
        )

    def _error(self, reason: str) -> RecordError:
        number_of_hand = len(self.hands) + (self.hand is not None)
        index = self.hand.index if self.hand else 0
        byte = len(self.text[: self.at].encode("utf-8", "replace"))
        return RecordError(self.path, f"hand {number_of_hand}, event {index}, byte {byte}", reason)

    def _tags(self) -> Iterator[tuple[str, dict[str, str]]]:
        """Yield the tags in order; ``at`` is where the newest begins. Runs of draws and discards are read here at once."""
        end = 0
        while True:
            self.at = end
            moves = _MOVES.match(self.text, end)
            if moves is not None and self.hand is not None:
                end = moves.end()
                self._moves(self.hand, moves[0])
                continue
            match = _TAG.match(self.text, end)
            if match is None:
                self.at = after = skip_silent(self.text, end)
                if after == len(self.text):
                    return
                if after == end:
                    raise self._broken_off()
                end = after
                continue
            end = match.end()
            closing, name, rest = match.groups()
            if not closing:
                self.tag = name
                yield name, {key: one or two for key, one, two in _ATTRIBUTE.findall(rest)} if rest else {}

    def _broken_off(self) -> RecordError:
        """Return the error that says why nothing can be read from ``at`` on."""
        if declares(self.text, self.at):
            return self._error("the document type declares entities, which a record needs none of")
        if self.hand is not None:
            self.hand.index += 1
        return self._error(f"not a whole tag: {self.text[self.at : self.at + 40]!r}")

    def _turned(self, values: list[Any]) -> list[Any]:
        """Reorder values from the order of the record's players to that of the seats."""
        return values[self.first :] + values[: self.first]

    def _seat(self, text: str) -> int:
        return (seat(number(text)) - self.first) % 4

    def _face(self, tile_id: int) -> Tile:
        return face_of(tile_id, red=self.red)

    def _faces(self, ids: list[int]) -> tuple[Tile, ...]:
        return tuple([face_of(tile_id, red=self.red) for tile_id in ids])

    def _tag(self, tag: str, attributes: dict[str, str]) -> None:
        hand = self.hand
        if tag == "INIT":
            self._close_hand()
            self.hand = _Hand(self._start(attributes))
        elif tag[-1].isdigit() or tag in _PLAY:
            if hand is None:
                raise ValueError("play before the first hand")
            if _MOVES.fullmatch(f"<{tag}/>"):
                self._moves(hand, f"<{tag}/>")
                return
            hand.index += 1
            hand.acts.append(self._act(hand, tag, attributes))
        else:
            self._setting(tag, attributes)

    def _act(self, hand: _Hand, tag: str, attributes: dict[str, str]) -> Act:
        if tag == "N":
            return self._call(hand, self._seat(attributes["who"]), number(attributes["m"]))
        if tag == "REACH":
            return self._reach(hand, self._seat(attributes["who"]), attributes["step"])
        if tag == "DORA":
            tile_id = number(attributes["hai"])
            return KanDora(hand.index, self._face(tile_id), (tile_id,))
        if tag == "AGARI":
            return self._win(hand, attributes)
        if tag == "RYUUKYOKU":
            return self._draw_game(hand, attributes)
        raise ValueError("no such tag")

    def _setting(self, tag: str, attributes: dict[str, str]) -> None:
        """Read a tag about the game as a whole; an unknown tag is ignored."""
        if tag == "GO":
            self._rules(number(attributes["type"]), attributes.get("rule", ""))
        elif tag == "TAIKYOKU":
            self.first = seat(number(attributes["oya"]))
        elif tag == "UN" and "dan" in attributes:  # without dan a player has reconnected
            self.names = [printable(unquote(unescape(attributes.get(f"n{seat}", "")))) for seat in range(4)]

    def _rules(self, bits: int, rule: str) -> None:
        if bits & THREE_PLAYERS:
            raise ValueError("a game of three players")
        own = own_rules(json_value(unquote(rule))) if rule else None
        if own is not None:
            self.ruleset, self.overrides = own
        else:
            if bits & NO_RED:
                self.overrides["scoring.red_fives"] = False
            if bits & NO_OPEN_TANYAO:
                self.overrides["scoring.open_tanyao"] = False
            if not bits & HANCHAN:
                self.overrides["flow.rounds"] = 1
        self.red = bool(setting(self.ruleset, self.overrides, "scoring.red_fives", True))

    def _reach(self, hand: _Hand, who: int, step: str) -> Act:
        if step == "1":
            hand.riichi[who] = True
            return RecordedRiichi(hand.index, who)
        if step == "2":
            return RecordedBet(hand.index, who)
        raise ValueError(f"step {step!r}")

    def _moves(self, hand: _Hand, text: str) -> None:
        """Read draws and discards, one after the other."""
        acts, drawn, riichi = hand.acts, hand.drawn, hand.riichi
        for self.tag in text[1:-2].split("/><"):
            hand.index += 1
            player, tile_id, face, discarded = _tile_move(self.tag, self.red)
            who = (player - self.first) % 4
            if discarded:
                acts.append(Discard(hand.index, who, face, drawn[who] == tile_id, riichi[who], (tile_id,)))
                riichi[who], drawn[who] = False, -1
            else:
                acts.append(RecordedDraw(hand.index, who, face, (tile_id,)))
                drawn[who] = tile_id
            self.at += len(self.tag) + len("</>")

    def _call(self, hand: _Hand, who: int, code: int) -> MeldCall:
        coded = decode(code)
        hand.drawn[who] = -1
        ids = sorted(coded.ids, key=lambda tile_id: (tile_id // 4, self._face(tile_id), tile_id))
        tiles = self._faces(ids)
        ids.append(coded.named)
        if coded.kind == "ankan":
            return MeldCall(hand.index, who, Meld("ankan", tiles), tuple(ids))
        added = None
        if coded.added is not None:
            ids.append(coded.added)
            added = self._face(coded.added)
        meld = Meld(coded.kind, tiles, self._face(coded.named), (who + coded.away) % 4, added)
        return MeldCall(hand.index, who, meld, tuple(ids))

    def _win(self, hand: _Hand, attributes: dict[str, str]) -> WinClaim:
        recorded: dict[str, Any] = {}
        fu = None
        if "ten" in attributes:
            fu, recorded["points"], _limit = (counter(each) for each in numbers(attributes["ten"]))
        if "sc" in attributes:
            recorded["changes"] = self._changes(attributes["sc"])
        if "yakuman" in attributes:
            recorded["yakuman"] = [_yaku(each) for each in numbers(attributes["yakuman"])]
        elif "yaku" in attributes:
            each = numbers(attributes["yaku"])
            pairs = [(yaku, counter(han)) for yaku, han in zip(each[::2], each[1::2], strict=True)]
            recorded["yaku"] = {_yaku(yaku): han for yaku, han in pairs if han}
            recorded["han"] = sum(han for _, han in pairs)
            if fu is not None:
                recorded["fu"] = fu
        if "paoWho" in attributes:
            recorded["liable"] = self._seat(attributes["paoWho"])
        won = number(attributes["machi"])
        concealed = numbers(attributes["hai"])
        if won in concealed:
            concealed.remove(won)
        ura = numbers(attributes.get("doraHaiUra", ""))
        self._ending(attributes)
        return WinClaim(
            hand.index,
            self._seat(attributes["who"]),
            self._seat(attributes["fromWho"]),
            self._face(won),
            self._faces(concealed),
            self._faces(ura),
            recorded,
            (won, *concealed, *ura),
        )

    def _draw_game(self, hand: _Hand, attributes: dict[str, str]) -> DrawnGame:
        word = attributes.get("type", "")
        if word not in MJLOG_DRAWS:
            raise ValueError(f"type {word!r}")
        result = MJLOG_DRAWS[word]
        keys = self._turned([f"hai{who}" for who in range(4)])
        ids = [numbers(attributes[key]) if key in attributes else None for key in keys]
        recorded: dict[str, Any] = {}
        if "sc" in attributes:
            recorded["changes"] = self._changes(attributes["sc"])
        if result in {"exhaustive", "nagashi"}:
            recorded["tenpai"] = [at for at, each in enumerate(ids) if each is not None]
        self._ending(attributes)
        shown = tuple(None if each is None else self._faces(each) for each in ids)
        return DrawnGame(
            hand.index, result, shown, recorded, tuple(tile_id for each in ids for tile_id in each or ())
        )

    def _changes(self, text: str) -> list[int]:
        found = [change * 100 for change in numbers(text)[1::2]]
        if len(found) != 4:
            raise ValueError(f"sc={text[:40]!r}")
        return self._turned(found)

    def _ending(self, attributes: dict[str, str]) -> None:
        if "owari" not in attributes:
            return
        parts = attributes["owari"].split(",")
        scores = self._turned([number(text) * 100 for text in parts[::2]])
        totals = self._turned([round(1000 * _decimal(text)) for text in parts[1::2]])
        if len(scores) != 4 or len(totals) != 4:
            raise ValueError(f"owari={attributes['owari'][:40]!r}")
        self.final = (scores[0], scores[1], scores[2], scores[3])
        self.totals = (totals[0], totals[1], totals[2], totals[3])

    def _start(self, start: dict[str, str]) -> HandRecord:
        seed, scores = numbers(start["seed"]), self._turned([100 * each for each in numbers(start["ten"])])
        if len(seed) != 6 or min(seed) < 0 or max(seed[3:5]) > 5 or len(scores) != 4:
            raise ValueError(f"seed={start['seed'][:40]!r}, ten={start['ten'][:40]!r}")
        if "oya" in start and self._seat(start["oya"]) != seed[0] % 4:
            raise ValueError(f"the dealer is {start['oya']} in round {seed[0]}")
        ids = self._turned([numbers(start[f"hai{who}"]) for who in range(4)])
        if any(len(each) != 13 for each in ids):
            raise ValueError("four hands of 13 are dealt")
        hands = [self._faces(each) for each in ids]
        return HandRecord(
            round=seed[0],
            honba=seed[1],
            bets=seed[2],
            dice=(seed[3] + 1, seed[4] + 1),
            scores=(scores[0], scores[1], scores[2], scores[3]),
            hands=(hands[0], hands[1], hands[2], hands[3]),
            indicator=self._face(seed[5]),
            acts=(),
            ids=(*(tile_id for each in ids for tile_id in each), seed[5]),
        )

    def _close_hand(self) -> None:
        hand = self.hand
        if hand is None:
            return
        self.hands.append(replace(hand.record, acts=tuple(hand.acts)))
        self.hand = None


@lru_cache(maxsize=16 * TILE_IDS)
def _tile_move(tag: str, red: bool) -> _TileMove:
    """Read a draw or a discard from a tag; ``red`` if the game has red fives."""
    discarded, tile_id = tag[0] in DISCARDERS, number(tag[1:])
    player = (DISCARDERS if discarded else DRAWERS).index(tag[0])
    return _TileMove(player, tile_id, face_of(tile_id, red=red), discarded)


def _yaku(each: int) -> str:
    if not 0 <= each < len(MJLOG_YAKU):
        raise ValueError(f"yaku {each}")
    return MJLOG_YAKU[each]


def _decimal(text: str) -> float:
    if not re.fullmatch(r"-?[0-9]{1,6}(\.[0-9]{1,3})?", text):
        raise ValueError(f"{text[:40]!r} is not a number")
    return float(text)
