"""Yaku and yakuman by hand: every yaku that a hand scores, open and closed, and where the rulebooks differ.

A row: ruleset with changed settings of ``scoring`` (WRC unless another is named), the hand as ``Report.plays`` reads
it, and exactly what it scores: yaku with their han, or yakuman, or "-" for no win; then attributes of the score.
"""

from ast import literal_eval

import pytest

from tests.referee.hands.conftest import report

TABLE = """
# WRC 6.5.1: riichi is one han, double riichi two in all.
234567m345s999p2p ron:2p riichi = riichi 1
234567m345s999p2p ron:2p riichi ippatsu = riichi 1, ippatsu 1
234567m345s999p2p ron:2p double ippatsu = double_riichi 2, ippatsu 1
234567m345s999p2p ron:2p = -
tenhou double_riichi_han=3: 234567m345s999p2p ron:2p double = double_riichi 3
tenhou ippatsu=False: 234567m345s999p2p ron:2p riichi ippatsu = riichi 1

# WRC 6.5.1, 5.4.8: menzen tsumo needs a closed hand, and a concealed kan keeps it closed.
234567m345s999p2p tsumo:2p = menzen_tsumo 1
234567m345s2p ankan:9999p tsumo:2p = menzen_tsumo 1
234567m345s2p pon:999p tsumo:2p = -

# WRC 6.3, 6.5.1: pinfu is four chows, a two-sided wait and a pair of no value; TEN: it may be apart from tsumo.
23467m345s789p22p ron:8m = pinfu 1, fu=30, ron=1000
23467m345s789p22p tsumo:8m = menzen_tsumo 1, pinfu 1, fu=20, from_dealer=700, from_other=400
23412m345s789p22p ron:3m = -
23457m345s789p22p ron:6m = -
234567m345s789p2p ron:2p = -
23467m345s789p55z ron:8m = -
23467m345s789p22z ron:8m = -
23467m345s789p11z ron:8m = -
23467m345s789p33z ron:8m = pinfu 1
tenhou pinfu_tsumo=False: 23467m345s789p22p tsumo:8m = menzen_tsumo 1, fu=30

# WRC 6.5.1: iipeikou needs a closed hand, tanyao does not; TEN: open tanyao can be off.
223344m999p345s1s ron:1s = iipeikou 1
223344m345s1s pon:999p ron:1s = -
234567m345s666p2p ron:2p = tanyao 1
234567m345s2p pon:666p ron:2p = tanyao 1
tenhou open_tanyao=False: 234567m345s2p pon:666p ron:2p = -
tenhou open_tanyao=False: 234567m345s666p2p ron:2p = tanyao 1

# WRC 6.5.1: seat wind, round wind and dragons each count; a wind that is both scores twice.
234567m345s2p pon:111z ron:2p east = seat_wind 1, round_wind 1
234567m345s2p pon:222z ron:2p west round:S = round_wind 1
234567m345s2p pon:333z ron:2p west round:S = seat_wind 1
234567m345s2p pon:444z ron:2p west round:S = -
234567m2p pon:555z kakan:6666z ron:2p = haku 1, hatsu 1
234567m345s2p daiminkan:7777z ron:2p = chun 1

# WRC 6.5.1, SAI 14: the last tile; drawn after a kan it is no haitei. A robbed kan is scored as a ron.
234567m345s2p pon:999p tsumo:2p last = haitei 1
234567m345s2p pon:999p ron:2p last = houtei 1
234567m345s2p daiminkan:9999p tsumo:2p rinshan = rinshan_kaihou 1
234567m345s2p daiminkan:9999p tsumo:2p rinshan last = rinshan_kaihou 1
tenhou haitei_with_rinshan=True: 234567m345s2p daiminkan:9999p tsumo:2p rinshan last = rinshan_kaihou 1, haitei 1
34567m345s22p pon:999p rob:2m = chankan 1, ron=1000

# WRC 6.5.2; MJ scoring example 3: seven pairs are 25 fu, 1600, for East 2400; TEN: four alike may be two of them.
1133m5588p2244s5z ron:5z = chiitoitsu 2, fu=25, ron=1600
1133m5588p2244s5z ron:5z east = chiitoitsu 2, ron=2400
1111m5588p2244s5z ron:5z = -
tenhou chiitoitsu_alike=True: 1111m5588p2244s5z ron:5z = chiitoitsu 2

# WRC 6.5.2, 6.5.3: ittsuu, sanshoku, chanta and junchan lose a han when open; without a chow it is honroutou.
123456789s345m8p ron:8p = ittsuu 2
123456789s8p chi:345m ron:8p = ittsuu 1
234m234p234s789s9m ron:9m = sanshoku_doujun 2
234m234p789s9m chi:234s ron:9m = sanshoku_doujun 1
123m789p99p111s44z ron:9p = chanta 2
123m789p99p44z pon:111s ron:9p = chanta 1
123m789p99p111s99m ron:9p = junchan 3
123m789p99p99m pon:111s ron:9p = junchan 2
111m99p44z pon:111s pon:999s ron:9p = honroutou 2, toitoi 2
111m99m44z pon:999p pon:111s ron:4z = honroutou 2, toitoi 2
1199m1199p11s44z5z ron:5z = honroutou 2, chiitoitsu 2

# WRC 6.5.2: sets of pungs; one completed by ron is not concealed (6.3).
222m666m33s88s pon:999p ron:3s = toitoi 2
222m666m33s88s pon:999p tsumo:3s = toitoi 2, sanankou 2
222m666m333s8s pon:999p ron:8s = toitoi 2, sanankou 2
222m666m34s88s ankan:9999p ron:5s = sanankou 2
34s99s kakan:2222m daiminkan:8888p ankan:3333p ron:5s = sankantsu 2
34s567m77z pon:555z pon:666z ron:5s = haku 1, hatsu 1, shousangen 2

# WRC 6.5.2, SAI 48: sanshoku doukou is two han; MJ 4.2.2: one when open.
wrc-2015: 222m222p34s99s pon:222s ron:5s = sanshoku_doukou 2
saikouisen-2025: 222m222p34s99s pon:222s ron:5s = sanshoku_doukou 2
riichi-mj: 222m222p34s99s pon:222s ron:5s = sanshoku_doukou 1
wrc-2015: 222m222p222s34s99s ron:5s riichi = riichi 1, sanshoku_doukou 2, sanankou 2
saikouisen-2025: 222m222p222s34s99s ron:5s riichi = riichi 1, sanshoku_doukou 2, sanankou 2
riichi-mj: 222m222p222s34s99s ron:5s riichi = riichi 1, sanshoku_doukou 2, sanankou 2

# WRC 6.5.3: ryanpeikou, better than seven pairs, of "distinct" chows; REF "may be different"; TAB "in 2 different suits".
223344m667788p9s ron:9s = ryanpeikou 3
22233334444m99s ron:2m = sanankou 2
reference-sheet: 22233334444m99s ron:2m = ryanpeikou 3, pinfu 1
223344667788m9s ron:9s = ryanpeikou 3
scoring-tables: 223344667788m9s ron:9s = chiitoitsu 2

# WRC 6.5.3, 6.5.5: honitsu and chinitsu lose a han when open. TAB: sanrenkou, three pungs in a row in a suit.
123456m888m444z9m ron:9m = honitsu 3
123456m888m9m pon:444z ron:9m = honitsu 2
111345567888m9m ron:9m = chinitsu 6
345567888m9m pon:111m ron:9m = chinitsu 5
scoring-tables: 222m44z67s pon:333m pon:444m ron:8s = sanrenkou 2
222m44z67s pon:333m pon:444m ron:8s = -

# WRC 6.5.4: renhou is a mangan that takes nothing else; 5.7.6: unless the hand is worth more without it. TAB: a yakuman.
23467m345s789p22p ron:8m first dora:1m = renhou 5, limit=mangan, ron=8000
234567m345s999p2p ron:2p first = renhou 5
111345567888m9m ron:9m first = chinitsu 6, ron=12000
tenhou: 234567m345s999p2p ron:2p first = -
234567m345s999p2p ron:2p first east = -
scoring-tables: 234567m345s999p2p ron:2p first = yakuman renhou

# WRC 6.1: 13 han without a yakuman are a sanbaiman; TAB, REF, TEN: one yakuman, never two.
111345567888m9m tsumo:9m riichi ippatsu dora:7m7m = riichi 1, ippatsu 1, menzen_tsumo 1, chinitsu 6, dora 6, limit=sanbaiman
tenhou: 111345567888m9m tsumo:9m riichi ippatsu dora:7m7m = riichi 1, ippatsu 1, menzen_tsumo 1, chinitsu 6, dora 6, limit=yakuman, points=32000, yakuman_counted=1
tenhou: 111345567888m9m tsumo:9m riichi ippatsu dora:7m7m7m7m7m = riichi 1, ippatsu 1, menzen_tsumo 1, chinitsu 6, dora 15, points=32000
tenhou: 111345567888m9m tsumo:9m riichi ippatsu dora:7m = riichi 1, ippatsu 1, menzen_tsumo 1, chinitsu 6, dora 3, limit=sanbaiman

# WRC 6.5.6: yakuman of closed hands.
tenhou: 19m19p19s1234567z ron:7z = yakuman kokushi_musou_juusanmen, ron=32000
tenhou: 19m19p19s1234561z ron:7z = yakuman kokushi_musou, ron=32000
tenhou: 19m19p19s1234561z tsumo:7z east = yakuman kokushi_musou, from_other=16000
tenhou: 1113345678999p ron:2p = yakuman chuuren_poutou, ron=32000
tenhou: 223344666888s6z ron:6z = yakuman ryuuiisou, ron=32000
tenhou: 22334466888s66z ron:2s = -
tenhou: 22334466888s66z ron:6z = yakuman ryuuiisou, ron=32000
tenhou: 111222333444m5m ron:5m = yakuman suuankou_tanki, ron=32000
tenhou: 1122334455667z ron:7z = yakuman tsuuiisou, ron=32000
19m19p19s1234561z rob:7z = yakuman kokushi_musou

# WRC 6.5.6: nine gates, completed on any tile; no kan.
tenhou: 1112345678999s ron:1s = yakuman junsei_chuuren_poutou, ron=32000
tenhou: 1112345678999s ron:2s = yakuman junsei_chuuren_poutou
tenhou: 1112345678999s ron:3s = yakuman junsei_chuuren_poutou
tenhou: 1112345678999s ron:4s = yakuman junsei_chuuren_poutou
tenhou: 1112345678999p ron:5p = yakuman junsei_chuuren_poutou
tenhou: 1112345678999s ron:6s = yakuman junsei_chuuren_poutou
tenhou: 1112345678999s ron:7s = yakuman junsei_chuuren_poutou
tenhou: 1112345678999s ron:8s = yakuman junsei_chuuren_poutou
tenhou: 1112345678999s ron:9s = yakuman junsei_chuuren_poutou
tenhou: 1112345678s ankan:9999s ron:8s = chinitsu 6

# WRC 6.5.6: yakuman of open hands.
tenhou: 34s22m pon:555z daiminkan:6666z pon:777z ron:5s = yakuman daisangen
tenhou: 34s44z pon:111z pon:222z kakan:3333z ron:2s = yakuman shousuushii
tenhou: 5m pon:111z pon:222z kakan:3333z pon:444z ron:5m = yakuman daisuushii
tenhou: 1m999p pon:111s pon:999s pon:999m ron:1m = yakuman chinroutou
tenhou: 4z555z pon:111z pon:222z pon:666z ron:4z = yakuman tsuuiisou
tenhou: 5m ankan:1111z ankan:2222p kakan:3333s daiminkan:8888m ron:5m = yakuman suukantsu

# WRC 6.5.6, MJ scoring example 2: four concealed pungs, one of them a kan, by tsumo or on the pair.
222m333p66s88s ankan:4444p tsumo:8s = yakuman suuankou
222m333p66s88s ankan:4444p ron:8s = tanyao 1, toitoi 2, sanankou 2
222m333p666s8s ankan:4444p ron:8s = yakuman suuankou_tanki
222m333p666s8s ankan:4444p tsumo:8s = yakuman suuankou_tanki
scoring-tables suuankou_ron=False: 222m333p666s8s ankan:4444p ron:8s = tanyao 1, toitoi 2, sanankou 2
scoring-tables suuankou_ron=False: 222m333p666s8s ankan:4444p tsumo:8s = yakuman suuankou_tanki

# WRC 6.5.6: tenhou for the dealer, chiihou for the others, neither after a concealed kan.
234567m345s999p2p tsumo:2p first east = yakuman tenhou
234567m345s999p2p tsumo:2p first west = yakuman chiihou
234567m345s2p ankan:9999p tsumo:2p first east = menzen_tsumo 1
tenhou first_turn_after_ankan=True: 234567m345s2p ankan:9999p tsumo:2p first east = yakuman tenhou

# REF: suuankou tanki, the thirteen waits of kokushi and of nine gates count twice; daisuushii does not.
reference-sheet: 19m19p19s1234567z ron:7z = yakuman kokushi_musou_juusanmen kokushi_musou_juusanmen, ron=64000
reference-sheet: 1112345678999p ron:5p = yakuman junsei_chuuren_poutou junsei_chuuren_poutou, ron=64000
reference-sheet: 111222333444m5m ron:5m = yakuman suuankou_tanki suuankou_tanki, ron=64000
reference-sheet: 19m19p19s1234561z ron:7z = yakuman kokushi_musou, ron=32000
reference-sheet: 1113345678999p ron:2p = yakuman chuuren_poutou, ron=32000
reference-sheet: 5m pon:111z pon:222z kakan:3333z pon:444z ron:5m = yakuman daisuushii, ron=32000

# MJ 4.2.6: the big wheel is optional; pin only, or its like in the other suits.
riichi-mj: 2233445566778p ron:8p = tanyao 1, chinitsu 6, ryanpeikou 3, pinfu 1
riichi-mj daisharin=True: 2233445566778p ron:8p = yakuman daisharin
riichi-mj daisharin=True: 2233445566778s ron:8s = tanyao 1, chinitsu 6, ryanpeikou 3, pinfu 1
riichi-mj daisharin=True daisharin_every_suit=True: 2233445566778s ron:8s = yakuman daichikurin
riichi-mj daisharin=True daisharin_every_suit=True: 2233445566778m ron:8m = yakuman daisuurin

# TAB: suurenkou, four pungs in a row in a suit. WRC 6: the best of all readings, here pungs rather than pairs.
scoring-tables: 5z222m pon:333m pon:444m pon:555m ron:5z = yakuman suurenkou
scoring-tables: 5z222m pon:333m pon:444m pon:666m ron:5z = honitsu 2, toitoi 2, sanrenkou 2
tenhou: 222333444s666z8s tsumo:8s = yakuman suuankou_tanki ryuuiisou

# WRC 6.5, MJ 4.2.5: one yakuman at most; SAI 47.2: up to four are printed, 128,000; REF: they add, and stars count.
7z ankan:1111z ankan:2222z ankan:3333z ankan:4444z ron:7z = yakuman suuankou_tanki suukantsu tsuuiisou daisuushii, yakuman_counted=1, ron=32000
riichi-mj: 7z ankan:1111z ankan:2222z ankan:3333z ankan:4444z ron:7z = yakuman suuankou_tanki suukantsu tsuuiisou daisuushii, yakuman_counted=1, ron=32000
saikouisen-2025: 7z ankan:1111z ankan:2222z ankan:3333z ankan:4444z ron:7z = yakuman suuankou_tanki suukantsu tsuuiisou daisuushii, yakuman_counted=4, ron=128000
tenhou: 7z ankan:1111z ankan:2222z ankan:3333z ankan:4444z ron:7z = yakuman suuankou_tanki suukantsu tsuuiisou daisuushii, yakuman_counted=4, ron=128000
reference-sheet: 7z ankan:1111z ankan:2222z ankan:3333z ankan:4444z ron:7z = yakuman suuankou_tanki suuankou_tanki suukantsu tsuuiisou daisuushii, yakuman_counted=5, ron=160000

# MJ, scoring example 1: by self-draw, by discard (WRC 6.1 rounds 1920 up), and melded with a dora: open pinfu, 22 fu are 30.
riichi-mj: 12345678s345m66p tsumo:9s riichi = riichi 1, menzen_tsumo 1, pinfu 1, ittsuu 2, limit=mangan, from_dealer=4000, from_other=2000, points=8000
riichi-mj: 12345678s345m66p tsumo:9s riichi east = riichi 1, menzen_tsumo 1, pinfu 1, ittsuu 2, from_other=4000, points=12000
riichi-mj: 12345678s345m66p ron:9s riichi = riichi 1, pinfu 1, ittsuu 2, fu=30, items=base 20+closed_ron 10, ron=7700
riichi-mj: 12345678s345m66p ron:9s riichi east = riichi 1, pinfu 1, ittsuu 2, ron=11600
12345678s345m66p ron:9s riichi = riichi 1, pinfu 1, ittsuu 2, ron=8000
12345678s345m66p ron:9s riichi east = riichi 1, pinfu 1, ittsuu 2, ron=12000
riichi-mj: 12345678s66p chi:345m ron:9s dora:6s = ittsuu 1, dora 1, fu=30, items=base 20+open_pinfu 2, ron=2000
riichi-mj: 12345678s66p chi:345m ron:9s dora:6s east = ittsuu 1, dora 1, ron=2900

# MJ, scoring example 2: suuankou, for which dora are irrelevant; by discard the last pung is not concealed: a baiman.
riichi-mj: 222m333444p66s88s tsumo:8s dora:3p = yakuman suuankou, from_dealer=16000, from_other=8000, points=32000
riichi-mj: 222m333444p66s88s tsumo:8s dora:3p east = yakuman suuankou, from_other=16000, points=48000
riichi-mj: 222m333444p66s88s ron:8s dora:3p = sanankou 2, toitoi 2, tanyao 1, dora 3, limit=baiman, ron=16000
riichi-mj: 222m333444p66s88s ron:8s dora:3p east = sanankou 2, toitoi 2, tanyao 1, dora 3, ron=24000

# MJ, scoring example 3: seven pairs by self-draw, a haneman; by discard 25 fu in spite of dragons and a pair wait.
riichi-mj: 2233m5588p466s22p tsumo:4s riichi ippatsu = riichi 1, ippatsu 1, menzen_tsumo 1, tanyao 1, chiitoitsu 2, limit=haneman, from_dealer=6000, from_other=3000, points=12000
riichi-mj: 2233m5588p466s22p tsumo:4s riichi ippatsu east = riichi 1, ippatsu 1, menzen_tsumo 1, tanyao 1, chiitoitsu 2, from_other=6000, points=18000
riichi-mj: 1133m5588p466s55z ron:4s = chiitoitsu 2, fu=25, items=chiitoitsu 25, ron=1600
riichi-mj: 1133m5588p466s55z ron:4s east = chiitoitsu 2, ron=2400

# MJ, scoring examples 4 and 5: East on a discarded west; of three waits the 7 circles finishes the edge wait: 32 fu are 40.
riichi-mj: 111z12399s33z chi:789s ron:3z dora:6s east = honitsu 2, seat_wind 1, round_wind 1, chanta 1, dora 1, limit=haneman, ron=18000
riichi-mj: 2345678911p333z tsumo:7p = honitsu 3, menzen_tsumo 1, fu=40, items=base 20+ankou 3z 8+edge_wait 2+tsumo 2, from_dealer=4000, from_other=2000, points=8000

# WRC 6.4, example: an indicator and an equal kan dora indicator, a pung of the dora: 6 han.
234567m345s999p2p ron:2p riichi dora:8p8p = riichi 1, dora 6
"""
ROWS = [
    pytest.param(row, id=f"{section[2:]} {row}")
    for section, *lines in (block.splitlines() for block in TABLE.strip().split("\n\n"))
    for row in lines
]


@pytest.mark.parametrize("row", ROWS)
def test_a_hand_scores_exactly_these_yaku(row: str) -> None:
    left, _, right = row.partition(" = ")
    rules, colon, hand = left.rpartition(": ")
    name, *settings = rules.split() if colon else ["wrc-2015"]
    changed = dict(each.split("=") for each in settings)
    found = report(name, **{f"scoring__{key}": literal_eval(value) for key, value in changed.items()}).plays(
        hand
    )
    parts = right.split(", ")
    yaku = [each for each in parts if "=" not in each]
    if yaku == ["-"]:
        assert found is None
        return
    if yaku[0].startswith("yakuman "):
        assert (["yakuman", *found.yakuman], found.yaku) == (yaku[0].split(), ())
        assert (found.fu, found.limit) == (0, "yakuman")
    else:
        assert {f"{name} {han}" for name, han in found.yaku} == set(yaku)
        assert (found.yakuman, found.han) == ((), sum(han for _, han in found.yaku))
    seen = {"items": "+".join(f"{name} {fu}" for name, fu in found.fu_items)}
    for key, _, value in (each.partition("=") for each in parts if "=" in each):
        assert (seen.get(key) or str(getattr(found, key))) == value
