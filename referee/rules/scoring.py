"""The worth of a hand, and who pays for it (group ``scoring``)."""

from typing import Final, Literal, TypeAlias

from msgspec import Struct

Renhou: TypeAlias = Literal["off", "mangan", "yakuman"]
RenhouUntil: TypeAlias = Literal["own_turn", "dealer_second_turn"]
UnclearTile: TypeAlias = Literal["no_wait", "no_win", "ignored"]
Payer: TypeAlias = Literal["discarder", "liable"]
DOUBLE_YAKUMAN: Final = (
    "suuankou_tanki",
    "kokushi_musou_juusanmen",
    "junsei_chuuren_poutou",
    "daisuushii",
)
"""Yakuman that some rulebook counts twice."""


class Scoring(Struct, frozen=True, kw_only=True):
    """The worth of a hand, and who pays for it."""

    red_fives: bool
    """One red five in each suit is in the set; each is worth a han. MJ 1.3; WRC 3.3: none; TEN: GO type bit 2."""
    ippatsu: bool
    """Ippatsu counts. WRC 6.5.1, MJ 4.2.1, SAI 48."""
    ura_dora: bool
    """The tile under the first indicator counts for riichi. WRC 6.4, MJ 3.3.14, SAI 24.7."""
    kan_dora: bool
    """Each kan turns an indicator. WRC 6.4, MJ 3.3.5-7, SAI 43.3."""
    kan_ura_dora: bool
    """The tiles under kan dora indicators count for riichi too. WRC 6.4, MJ 3.3.14, SAI 24.7 (reading)."""
    kiriage_mangan: bool
    """A base value of 1920 (4 han 30 fu, 3 han 60 fu) is a mangan. WRC 6.1, SAI 47; MJ examples: no."""
    counted_yakuman: bool
    """13 han and more without a yakuman are one yakuman; else sanbaiman. WRC 6.1, SAI 47: no; TAB, REF: yes."""
    yakuman_add: bool
    """Several yakuman in one hand add up. WRC 6.5, MJ 4.2.5: no; SAI 47.2, REF, TEN: yes."""
    double_yakuman: tuple[str, ...]
    """Yaku that count as two yakuman, of ``DOUBLE_YAKUMAN``. REF (stars); all others: none."""
    double_wind_pair_fu: int
    """Fu of a pair of the wind that is seat and round wind, 2 or 4. WRC 6.3, MJ 4.1.1: 4; SAI 49.1(5): 2."""
    open_least_fu: int
    """Fu of an open hand without any other: 30 ("open pinfu") or 20. WRC 6.3, MJ 4.1.1, SAI 49."""
    pinfu_tsumo: bool
    """Pinfu and tsumo combine, at 20 fu. WRC 6.3, MJ 4.1.1, SAI 49."""
    renhou: Renhou
    """Ron in the first, unbroken turns. WRC 6.5.4: a mangan that takes no other yaku or dora; MJ 4.2.6, TAB: yakuman."""
    renhou_until: RenhouUntil
    """The end of the time for renhou, if no call breaks the turns: the winner's first turn (WRC 6.5.4, TAB as a reading) or
    the dealer's second (MJ 4.2.6)."""
    unclear_tile: UnclearTile
    """The effect of a tsumo whose tile was not kept apart: no fu and no yaku of a wait (WRC 5.6); no win but tenhou (SAI
    45.5); or none (MJ 3.3.12, "should"), and if nobody saw which tile it was, the one that scores most (MJ 3.4.9)."""
    daisharin: bool
    """Closed 22334455667788 of pin is a yakuman. MJ 4.2.6."""
    daisharin_every_suit: bool
    """Its like in sou (daichikurin) and man (daisuurin) too. MJ 4.2.6."""
    sanrenkou: bool
    """Three pungs of consecutive numbers in a suit, 2 han. TAB."""
    suurenkou: bool
    """Four pungs of consecutive numbers in a suit, yakuman. TAB."""
    sanshoku_doukou_open_han: int
    """Han of sanshoku doukou in an open hand. WRC 6.5.2, SAI 48: 2; MJ 4.2.2: 1."""
    open_tanyao: bool
    """Tanyao counts in an open hand. WRC 6.5.1, MJ 4.2.1, SAI 48; TEN: GO type bit 4."""
    ryanpeikou_identical: bool
    """Four identical chows make ryanpeikou. WRC 6.5.3: no ("distinct"); REF: yes."""
    ryanpeikou_one_suit: bool
    """Both pairs of chows may be in one suit. TAB: no; all others: yes."""
    chiitoitsu_alike: bool
    """Four equal tiles are two of the seven pairs. WRC 6.5.2: no, as in all others."""
    suuankou_ron: bool
    """Suuankou by ron on the pair. WRC 6.5.6; TAB "(self-draw)" read as yes."""
    first_turn_after_ankan: bool
    """Tenhou and chiihou are possible after one's own concealed kan. WRC 6.5.6: no, as in all others."""
    haitei_with_rinshan: bool
    """The last tile, drawn as a rinshan tile, counts as haitei too. WRC 6.5.1, MJ 4.2.1, SAI 14: no."""
    double_riichi_han: int
    """Han of double riichi, riichi included. WRC 6.5.1, MJ 4.2.1, SAI 48, TAB, REF: 2."""
    pao_daisangen: bool
    """The player who feeds the third dragon set is liable for daisangen. WRC 6.2, MJ 3.3.9; SAI: none."""
    pao_daisuushii: bool
    """The player who feeds the fourth wind set is liable for daisuushii. WRC 6.2, MJ 3.3.9; SAI: none."""
    pao_suukantsu: bool
    """The player who feeds the fourth kan is liable for suukantsu. WRC 6.2, TEN: no."""
    pao_ankan_visible: bool
    """A concealed kan counts among the sets that lay open before. WRC 6.2: yes; MJ 3.3.9: earlier sets are called."""
    pao_whole_hand: bool
    """The liable player answers for every yakuman of the hand, not only for the fed one. WRC 6.2, MJ 3.3.9, TEN."""
    pao_ron_counters: Payer
    """The player who pays the counters when another player's discard is won on: the discarder (WRC 6.2), the liable player (TEN)."""
    ippatsu_own_draw: bool
    """Ippatsu counts on the player's next draw too. WRC 6.5.1, MJ 3.3.14; SAI 48 with 16 (reading)."""
    renhou_or_better: bool
    """With renhou as a mangan, a hand that is worth more without it is scored without it. WRC 5.7.6 (reading of 6.5.4)."""
