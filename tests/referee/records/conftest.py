"""Games that the project played for itself, as records and as files."""

from __future__ import annotations

import base64
from typing import TYPE_CHECKING, Any

import pytest
from msgspec.structs import replace

from referee.records.journaled import records_of
from referee.records.mjlog.names import MJLOG_DRAWS, MJLOG_YAKU
from referee.records.neutral.record import (
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
from referee.tiles import KIND, RED_MAN

if TYPE_CHECKING:
    from collections.abc import Callable

    from referee.melds import Meld
    from referee.tiles import Tile
    from tests.referee.conftest import Table


@pytest.fixture(scope="session")
def games(played: Callable[..., Table]) -> list[GameRecord]:
    """Twelve games under tenhou's rules."""
    return [next(records_of(played(seed).entries, f"game{seed}")) for seed in range(12)]


def plain(record: GameRecord, *, tenhou6: bool = False) -> GameRecord:
    """A record without what formats number, order or leave out as they like: index, order of a hand, wall, path.

    With ``tenhou6`` also without what that one has no word for: dice, fu, who is tenpai beside nagashi mangan.
    """
    hands = []
    for hand in record.hands:
        acts: list[Any] = []
        for act in hand.acts:
            changed: dict[str, Any] = {"index": 0}
            if isinstance(act, WinClaim):
                changed["concealed"] = tuple(sorted(act.concealed))
                changed["said"] = {
                    key: value for key, value in act.said.items() if not tenhou6 or key != "fu"
                }
                if "yakuman" in act.said:
                    changed["said"]["yakuman"] = sorted(act.said["yakuman"])
            elif isinstance(act, DrawnGame):
                changed["shown"] = tuple(
                    None if tiles is None else tuple(sorted(tiles)) for tiles in act.shown
                )
                if tenhou6 and act.result == "nagashi":
                    changed["said"] = {key: value for key, value in act.said.items() if key != "tenpai"}
            acts.append(replace(act, **changed))
        dealt = tuple(tuple(sorted(tiles)) for tiles in hand.hands)
        hands.append(
            replace(
                hand,
                acts=tuple(acts),
                wall=(),
                dice=(1, 1) if tenhou6 else hand.dice,
                hands=(dealt[0], dealt[1], dealt[2], dealt[3]),
            )
        )
    return replace(record, hands=tuple(hands), path="")


@pytest.fixture(scope="session")
def alike() -> Callable[..., GameRecord]:
    return plain


class Mjlog:
    """Writes a record as mjlog, tile ids given out in the order in which the tiles are met."""

    def __init__(self, record: GameRecord) -> None:
        self.record = record

    def text(self) -> str:
        rounds = self.record.overrides.get("flow.rounds", 2)
        bits = 1 + (8 if rounds == 2 else 0)
        tags = ['<mjloggm ver="2.3">', f'<GO type="{bits}" lobby="0"/>']
        tags.append('<UN n0="%41" n1="B" n2="C" n3="D" dan="0,0,0,0" rate="1,1,1,1" sx="M,M,M,M"/>')
        tags.append('<TAIKYOKU oya="0"/>')
        for hand in self.record.hands:
            tags += self._hand(hand)
        if self.record.final is not None:
            points = ",".join(f"{score // 100},0.0" for score in self.record.final)
            tags[-1] = tags[-1].replace("/>", f' owari="{points}"/>')
        return "".join(tags) + "</mjloggm>"

    def _ids(self, held: list[int], tile: Tile) -> int:
        return next(number for number in held if self.face(number) == tile)

    @staticmethod
    def face(number: int) -> Tile:
        return RED_MAN + number // 36 if number in {16, 52, 88} else number // 4

    def _new(self, tile: Tile) -> int:
        number = next(each for each in self.free if self.face(each) == tile)
        self.free.remove(number)
        return number

    def _hand(self, hand: HandRecord) -> list[str]:
        self.free = list(range(136))
        self.held = [[self._new(tile) for tile in tiles] for tiles in hand.hands]
        self.pons: dict[tuple[int, int], tuple[list[int], int]] = {}
        self.scores = list(hand.scores)
        self.thrown = self.last_drawn = -1
        self.ura: list[int] = []
        seed = (
            hand.round,
            hand.honba,
            hand.bets,
            hand.dice[0] - 1,
            hand.dice[1] - 1,
            self._new(hand.indicator),
        )
        dealt = " ".join(f'hai{seat}="{",".join(map(str, ids))}"' for seat, ids in enumerate(self.held))
        ten = ",".join(str(score // 100) for score in hand.scores)
        tags = [f'<INIT seed="{",".join(map(str, seed))}" ten="{ten}" oya="{hand.round % 4}" {dealt}/>']
        return tags + [self._act(act) for act in hand.acts]

    def _act(self, act: Any) -> str:
        if isinstance(act, RecordedDraw):
            number = self._new(act.tile)
            self.held[act.seat].append(number)
            self.last_drawn = number
            return f"<{'TUVW'[act.seat]}{number}/>"
        if isinstance(act, Discard):
            held = self.held[act.seat]
            kept = [each for each in held if each != self.last_drawn]
            number = self.last_drawn if act.tsumogiri else self._ids(kept, act.tile)
            held.remove(number)
            self.thrown, self.last_drawn = number, -1
            return f"<{'DEFG'[act.seat]}{number}/>"
        if isinstance(act, MeldCall):
            return f'<N who="{act.seat}" m="{self._meld(act.seat, act.meld)}"/>'
        if isinstance(act, RecordedRiichi):
            return f'<REACH who="{act.seat}" step="1"/>'
        if isinstance(act, RecordedBet):
            self.scores[act.seat] -= 1000
            return f'<REACH who="{act.seat}" step="2"/>'
        if isinstance(act, KanDora):
            return f'<DORA hai="{self._new(act.tile)}"/>'
        if isinstance(act, WinClaim):
            return self._win(act)
        return self._drawn(act)

    def _meld(self, seat: int, meld: Meld) -> int:
        kind = KIND[meld.tiles[0]]
        self.last_drawn = -1
        if meld.kind == "ankan":
            self.held[seat] = [number for number in self.held[seat] if number // 4 != kind]
            return kind * 4 << 8
        assert meld.source is not None
        away = (meld.source - seat) % 4
        if meld.kind == "daiminkan":
            self.held[seat] = [number for number in self.held[seat] if number // 4 != kind]
            return self.thrown << 8 | away
        if meld.kind == "kakan":
            ids, called = self.pons[seat, kind]
            fourth = next(number for number in range(kind * 4, kind * 4 + 4) if number not in ids)
            self.held[seat].remove(fourth)
            self.thrown = fourth
            return (kind * 3 + ids.index(called)) << 9 | (fourth % 4) << 5 | 16 | away
        own = list(meld.tiles)
        assert meld.claimed is not None
        own.remove(meld.claimed)
        ids = []
        for tile in own:
            ids.append(self._ids(self.held[seat], tile))
            self.held[seat].remove(ids[-1])
        ids = sorted([*ids, self.thrown])
        if meld.kind == "pon":
            self.pons[seat, kind] = (ids, self.thrown)
            unused = next(copy for copy in range(4) if kind * 4 + copy not in ids)
            return (kind * 3 + ids.index(self.thrown)) << 9 | unused << 5 | 8 | away
        base = ids[0] // 4
        low = base // 9 * 7 + base % 9
        code = (low * 3 + ids.index(self.thrown)) << 10 | 4 | away
        for place, number in enumerate(ids):
            code |= (number % 4) << (3 + 2 * place)
        return code

    def _changes(self, act: Any) -> str:
        pairs = [
            f"{score // 100},{change // 100}"
            for score, change in zip(self.scores, act.said["changes"], strict=True)
        ]
        self.scores = [score + change for score, change in zip(self.scores, act.said["changes"], strict=True)]
        return ",".join(pairs)

    def _win(self, act: WinClaim) -> str:
        held = list(self.held[act.seat])
        won = self.last_drawn if act.seat == act.source else self.thrown
        if act.seat != act.source:
            held.append(won)
        said = act.said
        if "yakuman" in said:
            worth = 'yakuman="' + ",".join(str(MJLOG_YAKU.index(name)) for name in said["yakuman"]) + '"'
        else:
            worth = (
                'yaku="'
                + ",".join(f"{MJLOG_YAKU.index(name)},{han}" for name, han in said["yaku"].items())
                + '"'
            )
        if act.ura and not self.ura:
            self.ura = [self._new(tile) for tile in act.ura]
        ura = f' doraHaiUra="{",".join(map(str, self.ura))}"' if act.ura else ""
        pao = f' paoWho="{said["liable"]}"' if "liable" in said else ""
        return (
            f'<AGARI ba="0,0" hai="{",".join(map(str, sorted(held)))}" machi="{won}" '
            f'ten="{said.get("fu", 0)},{said["points"]},0" {worth}{ura} who="{act.seat}" fromWho="{act.source}"{pao} '
            f'sc="{self._changes(act)}"/>'
        )

    def _drawn(self, act: DrawnGame) -> str:
        word = next(word for word, result in MJLOG_DRAWS.items() if result == act.result)
        kind = f'type="{word}" ' if word else ""
        hands = " ".join(
            f'hai{seat}="{",".join(map(str, self.held[seat]))}"'
            for seat, tiles in enumerate(act.shown)
            if tiles is not None
        )
        return f'<RYUUKYOKU {kind}ba="0,0" sc="{self._changes(act)}" {hands}/>'


@pytest.fixture(scope="session")
def as_mjlog() -> Callable[[GameRecord], str]:
    return lambda record: Mjlog(record).text()


@pytest.fixture(scope="session")
def shuffle_seed() -> str:
    """A seed of the right size that the project made up."""
    return (
        "mt19937ar-sha512-n288-base64,"
        + base64.b64encode(bytes(number * 7 % 256 for number in range(2496))).decode()
    )
