"""A second scorer, slow and plain: every way to split the tiles, every group the winning tile can finish, every yaku as
the rulebooks word it. It shares no code with the product except the names of tiles and settings.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from referee.hands.win import Win
from referee.rules.ruleset import Ruleset
from referee.tiles import KIND

HONOURS = set(range(27, 34))
TERMINALS = {0, 8, 9, 17, 18, 26}
OUTER = HONOURS | TERMINALS
GREENS = {19, 20, 21, 23, 25, 32}
DRAGONS, WINDS = {31, 32, 33}, {27, 28, 29, 30}
NINE_GATES = [3, 1, 1, 1, 1, 1, 1, 1, 3]
DORA_AFTER = {8: 0, 17: 9, 26: 18, 30: 27, 33: 31}


@dataclass(frozen=True)
class Group:
    """A group or the pair: its kinds, whether it is concealed, and whether the winning tile finishes it."""

    kinds: tuple[int, ...]
    concealed: bool
    finished: bool = False

    @property
    def chow(self) -> bool:
        return self.kinds[0] != self.kinds[1]

    @property
    def pung(self) -> bool:
        return not self.chow and len(self.kinds) >= 3


Reading = list[Group]
Worth = tuple[int, int, int, int]
"""Base value, number of yakuman, han, fu; compared in this order."""


def splits(counts: list[int]) -> Iterator[list[tuple[int, ...]]]:
    """Every way to take groups from the tiles, the lowest tile first."""
    lowest = next((kind for kind in range(34) if counts[kind]), None)
    if lowest is None:
        yield []
        return
    shapes = [(lowest, lowest, lowest)]
    if lowest < 27 and lowest % 9 < 7:
        shapes.append((lowest, lowest + 1, lowest + 2))
    for shape in shapes:
        rest = counts.copy()
        for kind in shape:
            rest[kind] -= 1
        if min(rest) >= 0:
            for more in splits(rest):
                yield [shape, *more]


def readings(win: Win) -> Iterator[Reading]:
    """Every reading, with the winning tile in every possible group."""
    tile = KIND[win.tile]
    counts = [0] * 34
    for each in (*win.concealed, win.tile):
        counts[KIND[each]] += 1
    melds = [Group(tuple(KIND[each] for each in meld.tiles), meld.kind == "ankan") for meld in win.melds]
    for pair in range(34):
        if counts[pair] < 2:
            continue
        rest = counts.copy()
        rest[pair] -= 2
        for shapes in splits(rest):
            own = [*shapes, (pair, pair)]
            for place, shape in enumerate(own):
                if tile in shape:
                    yield [
                        *(
                            Group(kinds, concealed=at != place or win.tsumo, finished=at == place)
                            for at, kinds in enumerate(own)
                        ),
                        *melds,
                    ]


def wait_fu(group: Group, tile: int) -> int:
    """Fu for the wait, if the winning tile finished this group or pair."""
    if len(group.kinds) == 2:
        return 2
    if group.pung:
        return 0
    low = group.kinds[0]
    edge = (low % 9 == 0 and tile == low + 2) or (low % 9 == 6 and tile == low)
    return 2 if edge or tile == low + 1 else 0


def group_fu(group: Group) -> int:
    if not group.pung:
        return 0
    fu = 2 * (4 if len(group.kinds) == 4 else 1) * (2 if group.concealed else 1)
    return fu * 2 if group.kinds[0] in OUTER else fu


class Judge:
    """A win under a ruleset, reading by reading."""

    def __init__(self, win: Win, ruleset: Ruleset) -> None:
        self.win, self.rules = win, ruleset.scoring
        self.tile = KIND[win.tile]
        faces = [*win.concealed, win.tile, *(tile for meld in win.melds for tile in meld.tiles)]
        self.reds = sum(face >= 34 for face in faces)
        self.tiles = [KIND[face] for face in faces]
        self.kinds = set(self.tiles)
        self.closed = all(meld.kind == "ankan" for meld in win.melds)
        self.kans = sum("kan" in meld.kind for meld in win.melds)
        self.clear = win.tile_apart or not win.tsumo or self.rules.unclear_tile == "ignored"

    def best(self) -> Worth | None:
        win, rules = self.win, self.rules
        first = win.first_turn and self.closed and (not win.melds or rules.first_turn_after_ankan)
        tenhou = first and win.tsumo and win.seat_wind == 0
        if not win.tile_apart and win.tsumo and rules.unclear_tile == "no_win" and not tenhou:
            return None
        found = []
        for reading in readings(win):
            found.append(self.worth_yakuman(self.group_yakuman(reading) + self.whole_yakuman()))
            found.append(self.worth_of(*self.group_worth(reading)))
        if not win.melds:
            counts = sorted(self.tiles.count(kind) for kind in self.kinds)
            if counts == [2] * 7:
                found.append(self.worth_yakuman(self.whole_yakuman()))
                found.append(self.worth_of({**self.whole_yaku(), "chiitoitsu": 2}, 25))
            if self.kinds == OUTER:
                before = [KIND[tile] for tile in win.concealed]
                many = "kokushi_musou_juusanmen" if len(set(before)) == 13 and self.clear else "kokushi_musou"
                found.append(self.worth_yakuman([many, *self.first_yakuman()]))
        if not found:
            return None
        best = max((worth for worth in found if worth is not None), default=None)
        if first and not win.tsumo and win.seat_wind and not win.melds and rules.renhou == "mangan":
            renhou = (2000, 0, 5, 0)
            return renhou if best is None or best[0] <= renhou[0] else best
        return best

    def worth_yakuman(self, names: list[str]) -> Worth | None:
        if not names:
            return None
        each = [2 if name in self.rules.double_yakuman else 1 for name in names]
        number = sum(each) if self.rules.yakuman_add else max(each)
        return 8000 * number, number, 0, 0

    def worth_of(self, yaku: dict[str, int], fu: int) -> Worth | None:
        if not yaku:
            return None
        han = sum(yaku.values()) + self.dora()
        rules = self.rules
        base = min(fu * 2 ** (2 + han), 2000)
        if base == 1920 and rules.kiriage_mangan:
            base = 2000
        for least, limit in ((5, 2000), (6, 3000), (8, 4000), (11, 6000)):
            if han >= least:
                base = limit
        if han >= 13 and rules.counted_yakuman:
            base = 8000
        return base, 0, han, fu

    def dora(self) -> int:
        win, rules = self.win, self.rules
        shown = list(win.dora_indicators if rules.kan_dora else win.dora_indicators[:1])
        if win.riichi and rules.ura_dora:
            shown += win.ura_indicators if rules.kan_ura_dora else win.ura_indicators[:1]
        kinds = [KIND[tile] for tile in shown]
        return sum(self.tiles.count(DORA_AFTER.get(kind, kind + 1)) for kind in kinds) + (
            self.reds if rules.red_fives else 0
        )

    def first_yakuman(self) -> list[str]:
        win, rules = self.win, self.rules
        if not win.first_turn or not self.closed or (win.melds and not rules.first_turn_after_ankan):
            return []
        if win.tsumo:
            return ["chiihou" if win.seat_wind else "tenhou"]
        return ["renhou"] if win.seat_wind and rules.renhou == "yakuman" and not win.melds else []

    def whole_yakuman(self) -> list[str]:
        names = self.first_yakuman()
        if self.kinds <= HONOURS:
            names.append("tsuuiisou")
        if self.kinds <= TERMINALS:
            names.append("chinroutou")
        if self.kinds <= GREENS:
            names.append("ryuuiisou")
        suit = min(self.kinds) // 9
        if not self.win.melds and suit < 3 and max(self.kinds) // 9 == suit:
            counts = [self.tiles.count(9 * suit + number) for number in range(9)]
            if all(have >= want for have, want in zip(counts, NINE_GATES, strict=True)):
                counts[self.tile - 9 * suit] -= 1
                pure = counts == NINE_GATES and self.clear
                names.append("junsei_chuuren_poutou" if pure else "chuuren_poutou")
            wheels = {0, 1, 2} if self.rules.daisharin_every_suit else {1}
            if self.rules.daisharin and suit in wheels and counts == [0, 2, 2, 2, 2, 2, 2, 2, 0]:
                names.append("daisharin")
        return names

    def group_yakuman(self, reading: Reading) -> list[str]:
        pungs = {group.kinds[0] for group in reading if group.pung}
        pair = next(group for group in reading if len(group.kinds) == 2)
        names = []
        if sum(group.pung and group.concealed for group in reading) == 4:
            if not pair.finished:
                names.append("suuankou")
            elif self.win.tsumo or self.rules.suuankou_ron:
                names.append("suuankou_tanki" if self.clear else "suuankou")
        if self.kans == 4:
            names.append("suukantsu")
        if pungs >= DRAGONS:
            names.append("daisangen")
        if pungs >= WINDS:
            names.append("daisuushii")
        elif len(pungs & WINDS) == 3 and pair.kinds[0] in WINDS:
            names.append("shousuushii")
        if self.rules.suurenkou and in_a_row(pungs, 4):
            names.append("suurenkou")
        return names

    def whole_yaku(self) -> dict[str, int]:
        """Yaku that do not depend on the reading."""
        win, rules, yaku = self.win, self.rules, {}
        if self.closed:
            if win.riichi:
                yaku["riichi"] = rules.double_riichi_han if win.riichi == 2 else 1
                if win.ippatsu and rules.ippatsu:
                    yaku["ippatsu"] = 1
            if win.tsumo:
                yaku["tsumo"] = 1
        if win.tsumo and win.rinshan:
            yaku["rinshan"] = 1
        if win.tsumo and win.last_tile and (not win.rinshan or rules.haitei_with_rinshan):
            yaku["haitei"] = 1
        if not win.tsumo and win.chankan:
            yaku["chankan"] = 1
        if not win.tsumo and win.last_tile and not win.chankan:
            yaku["houtei"] = 1
        if not self.kinds & OUTER and (self.closed or rules.open_tanyao):
            yaku["tanyao"] = 1
        if self.kinds <= OUTER:
            yaku["honroutou"] = 2
        suits = {kind // 9 for kind in self.kinds if kind < 27}
        if len(suits) == 1:
            less = 0 if self.closed else 1
            if self.kinds & HONOURS:
                yaku["honitsu"] = 3 - less
            else:
                yaku["chinitsu"] = 6 - less
        return yaku

    def group_worth(self, reading: Reading) -> tuple[dict[str, int], int]:
        """Yaku and rounded fu of a reading."""
        win, rules = self.win, self.rules
        yaku = self.whole_yaku()
        less = 0 if self.closed else 1
        pair = next(group.kinds[0] for group in reading if len(group.kinds) == 2)
        chows = [group.kinds[0] for group in reading if group.chow]
        pungs = {group.kinds[0] for group in reading if group.pung}
        groups = [set(group.kinds) for group in reading]
        if 27 + win.seat_wind in pungs:
            yaku["seat"] = 1
        if 27 + win.round_wind in pungs:
            yaku["round"] = 1
        if pungs & DRAGONS:
            yaku["dragons"] = len(pungs & DRAGONS)
        if len(pungs & DRAGONS) == 2 and pair in DRAGONS:
            yaku["shousangen"] = 2
        if len(pungs) == 4:
            yaku["toitoi"] = 2
        if sum(group.pung and group.concealed for group in reading) >= 3:  # four where they are no yakuman
            yaku["sanankou"] = 2
        if self.kans == 3:
            yaku["sankantsu"] = 2
        if any({number, number + 9, number + 18} <= set(chows) for number in range(9)):
            yaku["doujun"] = 2 - less
        if any({number, number + 9, number + 18} <= pungs for number in range(9)):
            yaku["doukou"] = 2 if self.closed else rules.sanshoku_doukou_open_han
        if any({first, first + 3, first + 6} <= set(chows) for first in (0, 9, 18)):
            yaku["ittsuu"] = 2 - less
        if rules.sanrenkou and in_a_row(pungs, 3):
            yaku["sanrenkou"] = 2
        if chows and all(group & TERMINALS for group in groups):
            yaku["junchan"] = 3 - less
        elif chows and all(group & OUTER for group in groups):
            yaku["chanta"] = 2 - less
        if self.closed:
            yaku |= self.equal_chows(chows)
        fu = self.fu(reading, pair)
        if fu is None:
            yaku["pinfu"] = 1
            fu = 20 if win.tsumo else 30
        return yaku, fu

    def equal_chows(self, chows: list[int]) -> dict[str, int]:
        twice = sorted(kind for kind in set(chows) for _ in range(chows.count(kind) // 2))
        if len(twice) == 2:
            alike, one_suit = twice[0] == twice[1], twice[0] // 9 == twice[1] // 9
            if (self.rules.ryanpeikou_identical or not alike) and (
                self.rules.ryanpeikou_one_suit or not one_suit
            ):
                return {"ryanpeikou": 3}
        return {"iipeikou": 1} if twice else {}

    def fu(self, reading: Reading, pair: int) -> int | None:
        """Rounded fu; None for pinfu."""
        win, rules = self.win, self.rules
        fu = sum(group_fu(group) for group in reading)
        seat, prevailing = pair == 27 + win.seat_wind, pair == 27 + win.round_wind
        if seat and prevailing:
            fu += rules.double_wind_pair_fu
        elif pair in DRAGONS or seat or prevailing:
            fu += 2
        finished = next(group for group in reading if group.finished)
        if self.clear:
            fu += wait_fu(finished, self.tile)
        pinfu = self.closed and fu == 0 and finished.chow and self.clear
        if pinfu and (not win.tsumo or rules.pinfu_tsumo):
            return None
        if win.tsumo:
            fu += 2
        elif self.closed:
            fu += 10
        if not self.closed and fu == 0:
            return rules.open_least_fu
        return (20 + fu + 9) // 10 * 10


def in_a_row(pungs: set[int], number: int) -> bool:
    """Return whether so many pungs of a suit have consecutive numbers."""
    return any(
        all(kind + step in pungs for step in range(number))
        for kind in pungs
        if kind < 27 and kind % 9 + number <= 9
    )
