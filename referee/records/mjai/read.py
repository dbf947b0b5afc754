"""Reads mjai lines, in their order, into a record."""

from itertools import zip_longest
from typing import Any, Final

from msgspec.structs import replace

from referee.hands.payments import BET
from referee.melds import Meld, MeldKind
from referee.records.mjai.names import MJAI_DRAW_OF, MJAI_HONOURS, tile_of, tiles_of, yaku_of
from referee.records.neutral.endings import kind_of_draw, openers
from referee.records.neutral.errors import RecordError
from referee.records.neutral.held import Held
from referee.records.neutral.record import (
    Act,
    Adjusted,
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
from referee.records.neutral.values import Four, as_list, counter, four, four_names, own_rules, seat, whole
from referee.tiles import KIND, UNKNOWN, Tile

START: Final = (25000, 25000, 25000, 25000)
"""Scores of a game that gives none."""
EAST_ONLY: Final = 4
"""``kyoku_first`` of a game of one round."""
_SILENT: Final = frozenset({"none", "hello", "error"})
_CALLS: Final[dict[str, MeldKind]] = {
    "chi": "chi", "pon": "pon", "daiminkan": "daiminkan", "ankan": "ankan", "kakan": "kakan",
}  # fmt: skip


class MjaiReader:
    """Takes the lines of one game. The lines of several games would be read as one, hand after hand."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.names = ("", "", "", "")
        self.ruleset = "tenhou"
        self.overrides: dict[str, Any] = {}
        self.hands: list[HandRecord] = []
        self.hand: HandRecord | None = None
        self.held = Held(((), (), (), ()))
        self.acts: list[Act] = []
        self.index = 0
        self.reach = [False] * 4
        self.pons: dict[tuple[int, int], Meld] = {}
        self.scores: Four = START
        self.bets = 0
        self.final: Four | None = None
        self.totals: Four | None = None
        self.adjusted: Adjusted | None = None

    @property
    def place(self) -> str:
        """The hand and event of the newest line."""
        return f"hand {len(self.hands) + (self.hand is not None)}, event {self.index}"

    def record(self) -> GameRecord:
        """The game of all lines taken.

        Raises:
            RecordError: there is no hand in it.
        """
        self._close()
        if not self.hands:
            raise RecordError(self.path, "end", "no hand in this record")
        hands = tuple(_bets_paid(self.hands))
        return GameRecord(
            self.path,
            self.names,
            self.ruleset,
            self.overrides,
            hands,
            self.final,
            self.totals,
            self.adjusted,
        )

    def read_line(self, line: dict[str, Any]) -> None:
        """Take in the next line.

        Raises:
            KeyError: something is missing.
            ValueError: something is not understood.
        """
        kind = str(line["type"])
        if kind == "start_game":
            self._start_game(line)
        elif kind == "start_kyoku":
            self._close()
            self.index = 0
            self.hand = self._start(line)
        elif kind == "end_game":
            self.adjusted = _adjusted(line)
            self.final = four(line["scores"]) if "scores" in line else None
            self.totals = four(line["totals"]) if "totals" in line else None
        elif kind == "end_kyoku":
            self._close()
        elif self.hand is not None:
            self.index += 1
            if kind not in _SILENT:
                act = self._act(kind, line)
                self._follow(act, line)
                self.acts.append(act)
                if "adjusted" in line:
                    self.hand = replace(self.hand, adjusted_within=_adjusted(line))
        elif kind not in _SILENT:
            raise ValueError(f"{kind[:40]} before start_kyoku")

    def _start_game(self, line: dict[str, Any]) -> None:
        self.names = four_names(line.get("names"))
        own = own_rules(line.get("rule"))
        if own is not None:
            self.ruleset, self.overrides = own
            return
        if line.get("aka_flag") is False:
            self.overrides["scoring.red_fives"] = False
        if line.get("kyoku_first") == EAST_ONLY:
            self.overrides["flow.rounds"] = 1

    def _start(self, line: dict[str, Any]) -> HandRecord:
        wind, kyoku = line["bakaze"], whole(line["kyoku"])
        if wind not in list(MJAI_HONOURS[:4]) or not 1 <= kyoku <= 4:
            raise ValueError(f"bakaze {str(wind)[:40]!r}, kyoku {kyoku}")
        if seat(line.get("oya", kyoku - 1)) != kyoku - 1:
            raise ValueError(f"oya {line['oya']} in kyoku {kyoku}")
        hands = [tiles_of(names) for names in as_list(line["tehais"])]
        if len(hands) != 4 or any(len(tiles) != 13 for tiles in hands):
            raise ValueError("four hands of 13 are dealt")
        dice = [whole(each) for each in as_list(line.get("dice") or [1, 1])]
        if len(dice) != 2 or not all(1 <= each <= 6 for each in dice):
            raise ValueError(f"dice {dice}")
        self.scores = four(line["scores"]) if "scores" in line else self.scores
        self.bets = counter(line.get("kyotaku", self.bets))
        self.held = Held(hands)
        return HandRecord(
            round=MJAI_HONOURS.index(wind) * 4 + kyoku - 1,
            honba=counter(line["honba"]),
            bets=self.bets,
            dice=(dice[0], dice[1]),
            scores=self.scores,
            hands=(hands[0], hands[1], hands[2], hands[3]),
            indicator=tile_of(line["dora_marker"]),
            acts=(),
            adjusted=_adjusted(line),
        )

    def _act(self, kind: str, line: dict[str, Any]) -> Act:
        index = self.index
        if kind == "dora":
            return KanDora(index, tile_of(line["dora_marker"]))
        if kind == "ryukyoku":
            return self._ryukyoku(line)
        actor = seat(line["actor"])
        if kind == "tsumo":
            return RecordedDraw(index, actor, tile_of(line["pai"]))
        if kind == "dahai":
            return Discard(index, actor, tile_of(line["pai"]), bool(line.get("tsumogiri")), self.reach[actor])
        if kind == "reach":
            return RecordedRiichi(index, actor)
        if kind == "reach_accepted":
            return RecordedBet(index, actor)
        if kind == "hora":
            return self._hora(actor, line)
        if kind in _CALLS:
            return MeldCall(index, actor, self._meld(_CALLS[kind], actor, line))
        raise ValueError(f"unknown type {kind[:40]!r}")

    def _follow(self, act: Act, line: dict[str, Any]) -> None:
        """Keep up with hands, declarations, scores and bets."""
        if isinstance(act, RecordedDraw):
            self.held.draw(act.seat, act.tile)
        elif isinstance(act, Discard):
            self.held.discard(act.seat, act.tile)
            self.reach[act.seat] = False
        elif isinstance(act, MeldCall):
            self.held.meld(act.seat, act.meld)
            if act.meld.kind == "pon":
                self.pons[act.seat, KIND[act.meld.tiles[0]]] = act.meld
        elif isinstance(act, RecordedRiichi):
            self.reach[act.seat] = True
        elif isinstance(act, RecordedBet):
            self.bets += 1
            self.scores = four([score - BET * (at == act.seat) for at, score in enumerate(self.scores)])
        elif isinstance(act, WinClaim | DrawnGame):
            self.bets = 0 if isinstance(act, WinClaim) else self.bets
            changes = act.recorded.get("changes", [0] * 4)
            self.scores = four([score + change for score, change in zip(self.scores, changes, strict=True)])
        if "scores" in line:
            self.scores = four(line["scores"])

    def _meld(self, kind: MeldKind, actor: int, line: dict[str, Any]) -> Meld:
        consumed = tiles_of(line["consumed"])
        if len(consumed) != {"chi": 2, "pon": 2, "ankan": 4}.get(kind, 3):
            raise ValueError(f"a {kind} of {len(consumed)} own tiles")
        if kind == "ankan":
            return Meld("ankan", _sorted(consumed))
        tile = tile_of(line["pai"])
        tiles = _sorted((*consumed, tile))
        if kind == "kakan":
            pon = self.pons.get((actor, KIND[tile]))
            claimed, source = (pon.claimed, pon.source) if pon is not None else (None, None)
            return Meld("kakan", tiles, claimed, source, tile)
        return Meld(kind, tiles, tile, seat(line["target"]))

    def _hora(self, actor: int, line: dict[str, Any]) -> WinClaim:
        source = seat(line["target"])
        tile = tile_of(line["pai"]) if "pai" in line else self._won(actor, source)
        shown = list(tiles_of(line.get("hora_tehais") or []))
        if not shown or UNKNOWN in shown:
            shown = list(self.held.concealed(actor, tile if actor == source else None))
        elif len(shown) % 3 == 2 and tile in shown:
            shown.remove(tile)
        recorded: dict[str, Any] = {}
        if "hora_points" in line:
            recorded["points"] = counter(line["hora_points"])
        if "deltas" in line:
            recorded["changes"] = list(four(line["deltas"]))
        if line.get("yakus"):
            recorded |= self._claimed_worth(actor, line, [*shown, tile])
        elif tile == UNKNOWN and "fan" in line:  # entered by hand: its value is known, its yaku are not
            recorded |= {"yaku": {}, "han": counter(line["fan"]), "fu": counter(line.get("fu", 0))}
        if line.get("pao") is not None:
            recorded["liable"] = seat(line["pao"])
        ura = tiles_of(line.get("uradora_markers") or line.get("ura_markers") or [])
        return WinClaim(self.index, actor, source, tile, tuple(shown), ura, recorded)

    def _won(self, actor: int, source: int) -> Tile:
        """The tile of a win that names none: the drawn tile, or the newest open one."""
        drawn = self.held.drawn[actor] if actor == source else None
        if drawn is None and self.held.thrown is not None:
            drawn = self.held.thrown[1]
        if drawn is None:
            raise ValueError("a win without a tile")
        return drawn

    def _claimed_worth(self, actor: int, line: dict[str, Any], concealed: list[Tile]) -> dict[str, Any]:
        melds = [act.meld for act in self.acts if isinstance(act, MeldCall) and act.seat == actor]
        kinds = [KIND[tile] for tile in concealed]
        kinds += [KIND[tile] for meld in melds if meld.kind != "kakan" for tile in meld.tiles]
        worth = yaku_of(line["yakus"], kinds)
        if "yaku" in worth:
            worth["han"] = counter(line["fan"]) if "fan" in line else sum(worth["yaku"].values())
            if "fu" in line:
                worth["fu"] = counter(line["fu"])
        return worth

    def _ryukyoku(self, line: dict[str, Any]) -> DrawnGame:
        recorded: dict[str, Any] = {}
        if "deltas" in line:
            recorded["changes"] = list(four(line["deltas"]))
        if "offenders" in line:
            recorded["offenders"] = [seat(each) for each in as_list(line["offenders"])]
        changes = recorded.get("changes", [0] * 4)
        reason = line.get("reason")
        result = kind_of_draw(self.acts, changes) if reason is None else MJAI_DRAW_OF.get(str(reason))
        if result is None:
            raise ValueError(f"unknown reason {str(reason)[:40]!r}")
        tehais = line.get("tehais") or [["?"]] * 4
        tenpais = line.get("tenpais")
        if not len(as_list(tehais)) == len(as_list(tenpais or tehais)) == 4:
            raise ValueError("tehais and tenpais are lists of four")
        hands = [None if names is None else tiles_of(names) for names in tehais]
        if tenpais:
            opened = [at for at in range(4) if tenpais[at]]
            if result in {"exhaustive", "nagashi"}:
                recorded["tenpai"] = opened
        elif "tehais" in line and () not in hands:
            opened = [at for at, tiles in enumerate(hands) if tiles is not None and UNKNOWN not in tiles]
        else:
            opened = openers(result, changes, self.held)
        return DrawnGame(
            self.index,
            result,
            tuple(self._shown(at, hands[at]) if at in opened else None for at in range(4)),
            recorded,
        )

    def _shown(self, at: int, tiles: tuple[Tile, ...] | None) -> tuple[Tile, ...]:
        """The tiles of an opened hand; if the line does not show them, those that are known."""
        return tiles if tiles and UNKNOWN not in tiles else self.held.concealed(at)

    def _close(self) -> None:
        if self.hand is not None:
            self.hands.append(replace(self.hand, acts=tuple(self.acts)))
        self.hand, self.acts, self.pons, self.reach = None, [], {}, [False] * 4


def _bets_paid(hands: list[HandRecord]) -> list[HandRecord]:
    """Add bets to the hands of a dialect that does not record them: a riichi stands unless its tile is won on."""
    acts = [act for hand in hands for act in hand.acts]
    if any(isinstance(act, RecordedBet) for act in acts):
        return hands
    return [replace(hand, acts=tuple(_with_bets(hand.acts))) for hand in hands]


def _with_bets(acts: tuple[Act, ...]) -> list[Act]:
    found: list[Act] = []
    for act, following in zip_longest(acts, acts[1:]):
        found.append(act)
        won = isinstance(following, WinClaim) or (
            isinstance(following, DrawnGame) and following.result == "triple_ron"
        )
        if isinstance(act, Discard) and act.riichi and following is not None and not won:
            found.append(RecordedBet(act.index, act.seat))
    return found


def _adjusted(line: dict[str, Any]) -> Adjusted | None:
    """Read an adjustment that a judge made by hand, as this program writes it."""
    points = line.get("adjusted")
    if not isinstance(points, dict):
        return None
    return Adjusted(four(points.get("deltas")), whole(points.get("kyotaku", 0)))


def _sorted(tiles: tuple[Tile, ...]) -> tuple[Tile, ...]:
    return tuple(sorted(tiles, key=lambda tile: (KIND[tile], tile)))
