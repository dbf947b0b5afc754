"""The value of a win by another engine, jansou, wherever its settings can express the ruleset."""

from dataclasses import replace
from functools import cache

from jansou.core.hand import SOURCE_OF_RELATIVE, Hand, Meld, MeldType
from jansou.core.rules import PRESETS, Rules
from jansou.core.tiles import Tile, TileKind, Wind
from jansou.scoring.context import WinContext
from jansou.scoring.score import ScoringError, score
from jansou.scoring.yaku import Yaku

from referee.hands.win import Win
from referee.melds import Meld as OwnMeld
from referee.rules.ruleset import Ruleset
from referee.tiles import KIND
from tests.referee.hands.plain_scorer import Worth

MELDS = {
    "chi": MeldType.CHII,
    "pon": MeldType.PON,
    "daiminkan": MeldType.DAIMINKAN,
    "ankan": MeldType.ANKAN,
    "kakan": MeldType.SHOUMINKAN,
}
RED = range(34, 37)
DOUBLED = frozenset({"suuankou_tanki", "kokushi_musou_juusanmen", "junsei_chuuren_poutou", "daisuushii"})


@cache
def tile(face: int) -> Tile:
    return Tile(TileKind(list(TileKind)[KIND[face]]), red=face in RED)


@cache
def settings(ruleset: Ruleset) -> Rules:
    """Jansou's rules with this ruleset's yaku and points."""
    own = ruleset.scoring
    return replace(
        PRESETS["tenhou"],
        double_wind_fu=own.double_wind_pair_fu,
        kiriage_mangan=own.kiriage_mangan,
        kazoe_yakuman=own.counted_yakuman,
        multiple_yakuman=own.yakuman_add,
        double_yakuman=bool(own.double_yakuman),
        aka_dora=own.red_fives,
        ura_dora=own.ura_dora,
        kan_dora=own.kan_dora,
        kuitan=own.open_tanyao,
        ippatsu=own.ippatsu,
    )


def differs(win: Win, ruleset: Ruleset, ours: Worth | None) -> str:
    """Describe the point on which the two engines disagree; empty if they agree or jansou knows no such rule."""
    own = ruleset.scoring
    if not win.tile_apart or (win.first_turn and not win.tsumo and own.renhou != "off"):
        return ""
    hand = Hand(
        tuple(tile(each) for each in (*win.concealed, win.tile)), tuple(melded(meld) for meld in win.melds)
    )
    first = win.first_turn and win.tsumo and not win.melds
    context = WinContext(
        settings(ruleset),
        round_wind=Wind(win.round_wind),
        seat_wind=Wind(win.seat_wind),
        is_tsumo=win.tsumo,
        riichi=win.riichi == 1,
        double_riichi=win.riichi == 2,
        ippatsu=win.ippatsu and own.ippatsu,
        haitei=win.last_tile and win.tsumo and not win.rinshan,
        houtei=win.last_tile and not win.tsumo and not win.chankan,
        rinshan=win.rinshan,
        chankan=win.chankan,
        tenhou=first and win.seat_wind == 0,
        chiihou=first and win.seat_wind != 0,
        dora_indicators=tuple(map(tile, win.dora_indicators if own.kan_dora else win.dora_indicators[:1])),
        ura_indicators=tuple(map(tile, win.ura_indicators)) if own.ura_dora else (),
    )
    try:
        theirs = score(hand, tile(win.tile), context)
    except ScoringError:
        return "" if ours is None or own.sanrenkou else f"no win for jansou, books {ours}: {win}"
    yaku = {each.yaku for each in theirs.yaku}
    if unlike(yaku, win, ruleset):
        return ""
    if ours is None:
        return f"a win for jansou, {[each.name for each in yaku]}, none in the books: {win}"
    base, yakuman, han, fu = ours
    same = (base, bool(yakuman)) == (theirs.base, theirs.is_yakuman)
    if same and base < 2000 and not yakuman:
        same = (han, fu) == (theirs.han, theirs.fu.total)
    if same:
        return ""
    value = (theirs.base, theirs.is_yakuman, theirs.han, theirs.fu.total, [each.name for each in yaku])
    return f"value: books {ours}, jansou {value}: {win}"


def unlike(yaku: set[Yaku], win: Win, ruleset: Ruleset) -> bool:
    """Return whether the ruleset scores one of these yaku in a way that jansou cannot, or has one of its own."""
    own = ruleset.scoring
    is_open = any(meld.kind != "ankan" for meld in win.melds)
    alike = Yaku.RYANPEIKOU in yaku and not (own.ryanpeikou_identical and own.ryanpeikou_one_suit)
    three_colours = Yaku.SANSHOKU_DOUKOU in yaku and is_open and own.sanshoku_doukou_open_han != 2
    doubled = bool(own.double_yakuman) and set(own.double_yakuman) != DOUBLED and Yaku.DAISUUSHI in yaku
    return alike or three_colours or doubled or ((own.sanrenkou or own.suurenkou) and in_a_row(win))


def in_a_row(win: Win) -> bool:
    """Three kinds in a row of which there are three each (TAB's sanrenkou, suurenkou)."""
    kinds = [KIND[each] for each in (*win.concealed, win.tile)]
    kinds += [KIND[each] for meld in win.melds for each in meld.tiles]
    threes = {kind for kind in range(27) if kinds.count(kind) >= 3}
    return any({low, low + 1, low + 2} <= threes for low in threes if low % 9 < 7)


def melded(meld: OwnMeld) -> Meld:
    """A meld in jansou's form; the player it was called from does not affect its value."""
    sort = MELDS[meld.kind]
    if meld.kind == "ankan":
        return Meld(sort, tuple(map(tile, meld.tiles)))
    assert meld.claimed is not None
    added = tile(meld.added) if meld.added is not None else None
    return Meld(sort, tuple(map(tile, meld.tiles)), tile(meld.claimed), SOURCE_OF_RELATIVE[1], added)
