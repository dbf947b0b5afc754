"""Every row of the rulebooks' comparison (RULESETS.md) is a setting: this table says which."""

import re
from pathlib import Path

import pytest
from msgspec.structs import fields

from referee.rules.ruleset import GROUPS

ROWS: dict[str, dict[str, str]] = {
    "Game": {
        "start / return points": "flow.start_points flow.return_points flow.oka",
        "uma": "flow.uma flow.uma_by_floating",
        "ties": "flow.ties",
        "game ends": "flow.rounds flow.extra_rounds flow.target_points flow.agari_yame flow.tenpai_yame flow.ends_below_zero",
        "score below zero": "flow.ends_below_zero",
        "riichi with under 1000 points": "calls.riichi_below_1000",
        "riichi needs ≥ 4 live tiles": "calls.riichi_least_tiles",
        "bets left at the end": "flow.bets_left",
        "dealer repeats": "flow.dealer_repeats_tenpai flow.dealer_repeats_abort flow.winners",
        "counter (honba) added": "flow.counter_on_draw flow.counter_on_abort",
        "honba value": "flow.honba_ron flow.honba_tsumo flow.honba_each_winner display.honba_shown",
        "noten payments": "flow.noten_points",
        "announcing": "calls.announce_order calls.announce_change calls.tenpai_optional calls.riichi_noten_call "
        "calls.all_tenpai_word display.noten_hand",
        "tenpai": "calls.exhausted_wait calls.tenpai_needs_yaku",
        "chombo": "flow.chombo_payment flow.chombo_bets_returned",
        "score correction": "flow.correction_until",
        "time limit": "flow.time_limit_minutes fouls.dice_out_of_time",
        "red fives": "scoring.red_fives",
        "seats": "flow.seat_draw",
    },
    "Calls and riichi": {
        "precedence": "calls.precedence calls.illegal_pon_yields calls.ron_until timing.simultaneous_ms",
        "pon/kan open until": "timing.pon_until timing.pon_window_ms timing.pon_pause_ms",
        "chii open": "timing.chi_from timing.chi_until timing.riichi_bet_first",
        "ron open until": "calls.ron_until calls.ron_after_tsumo",
        "drawing too fast": "fouls.early_draw",
        "several winners": "flow.winners flow.bets_to_owner flow.honba_each_winner calls.head_bump_until",
        "call procedure": "calls.take_order fouls.discard_before_meld timing.show_ms",
        "changing a call": "calls.call_change calls.meld_change_agreed timing.call_correction_ms fouls.call_changed "
        "fouls.win_call_changed",
        "claimed tile not taken": "calls.take_within_discards",
        "words": "calls.words",
        "kuikae": "calls.kuikae_same calls.kuikae_other_end",
        "4th kan by several players": "flow.abort_four_kans fouls.fifth_kan",
        "kan on the last tile": "calls.kan_on_last_tile",
        "kan dora": "calls.kan_dora_concealed calls.kan_dora_open calls.robbed_indicator_back scoring.kan_dora",
        "robbing a kan": "calls.chankan calls.chankan_until timing.chankan_ms",
        "ankan in riichi": "calls.riichi_ankan",
        "furiten": "calls.furiten_until calls.furiten_needs_yaku",
        "furiten riichi": "calls.riichi_furiten fouls.riichi_furiten",
        "ippatsu": "scoring.ippatsu scoring.ippatsu_own_draw calls.chankan_breaks_ippatsu",
        "ura dora": "scoring.ura_dora scoring.kan_ura_dora",
        "riichi tile is won on": "calls.riichi_void_if_won_on",
        "riichi tile is called": "calls.riichi_turned",
        "winning tile not clear": "scoring.unclear_tile fouls.tsumo_tile_in_hand display.drawn_tile",
        "abortive draws": "flow.abort_nine_terminals flow.abort_four_winds flow.abort_four_riichi flow.abort_four_kans "
        "flow.abort_triple_ron fouls.nine_terminals_not_there",
        "liability (pao)": "scoring.pao_daisangen scoring.pao_daisuushii scoring.pao_suukantsu scoring.pao_ankan_visible "
        "scoring.pao_whole_hand scoring.pao_ron_counters",
        "display": "display.ankan_hidden display.kakan_tile display.melds_stacked display.bet_place fouls.meld_display "
        "fouls.kan_display",
    },
    "Scoring": {
        "1920 base → mangan": "scoring.kiriage_mangan",
        "counted yakuman (13+)": "scoring.counted_yakuman",
        "several yakuman at once": "scoring.yakuman_add",
        "double for one shape": "scoring.double_yakuman",
        "daisuushii / shousuushii": "scoring.double_yakuman",
        "double-wind pair fu": "scoring.double_wind_pair_fu",
        "open hand with no fu": "scoring.open_least_fu",
        "pinfu and tsumo": "scoring.pinfu_tsumo",
        "renhou": "scoring.renhou scoring.renhou_until scoring.renhou_or_better",
        "daisharin and kin": "scoring.daisharin scoring.daisharin_every_suit",
        "sanrenkou / suurenkou": "scoring.sanrenkou scoring.suurenkou",
        "nagashi mangan": "flow.nagashi_mangan flow.nagashi_uncalled flow.nagashi_is_draw",
        "sanshoku doukou open": "scoring.sanshoku_doukou_open_han",
        "open tanyao": "scoring.open_tanyao",
        "ryanpeikou, four identical chows": "scoring.ryanpeikou_identical",
        "ryanpeikou in one suit": "scoring.ryanpeikou_one_suit",
        "seven pairs, two alike": "scoring.chiitoitsu_alike",
        "suuankou by ron on the pair": "scoring.suuankou_ron",
        "tenhou / chiihou after own ankan": "scoring.first_turn_after_ankan",
        "haitei with rinshan": "scoring.haitei_with_rinshan",
        "double riichi": "scoring.double_riichi_han",
        "red fives": "scoring.red_fives",
    },
    "Fouls": {
        "chonbo": "fouls.points_chombo",
        'sho-chonbo, "end"': "fouls.points_end",
        'sho-chonbo, "dead hand" (agarihouki)': "fouls.points_dead_hand fouls.dead_hand_ankan fouls.dead_hand_calls "
        "fouls.dead_hand_in_riichi",
        'sho-chonbo, "continue"': "fouls.points_continue",
        "chuui (warning)": "fouls.points_warning fouls.warning_free",
        "shidou (guidance)": "fouls.repeated_guidance",
        "false win, hand not shown": "fouls.false_win_call fouls.late_win_call",
        "false win, shown": "fouls.false_win fouls.furiten_win",
        "noten riichi": "fouls.noten_riichi fouls.riichi_hand_not_shown fouls.noten_riichi_judged",
        "invalid kan in riichi": "fouls.riichi_kan fouls.riichi_kan_judged",
        "noten only by a dead hand ruled after riichi": "fouls.dead_riichi",
        "riichi on an open hand": "fouls.riichi_open_hand",
        "riichi not said / not turned": "fouls.riichi_not_said fouls.riichi_not_turned",
        "bet not placed": "fouls.bet_not_placed timing.bet_ms",
        "riichi retracted": "fouls.riichi_retracted",
        "empty chii/pon/kan": "fouls.void_call fouls.empty_call",
        "empty riichi or concealed kan": "fouls.riichi_retracted fouls.empty_kan",
        "invalid meld after the discard": "fouls.invalid_meld",
        "invalid meld before it": "fouls.meld_corrected",
        "kuikae": "fouls.kuikae",
        "too many / few tiles": "fouls.tile_count fouls.second_draw fouls.tile_not_in_hand fouls.deal_count",
        "claimed tile not taken in time": "fouls.claimed_tile_not_taken",
        "call with a dead hand": "fouls.dead_hand_call fouls.dead_hand_call_early",
        "saki-tsumo, saki-chii, late pon/kan, discard before showing, wrong tile drawn": "fouls.early_draw "
        "fouls.early_chi fouls.late_call fouls.discard_before_meld fouls.wrong_tile_drawn",
        "out of turn": "fouls.out_of_turn_draw fouls.out_of_turn_discard fouls.out_of_turn_early",
        "tiles shown before the dealer's first discard": "fouls.tiles_shown_early fouls.deal_spoilt",
        "tiles shown after it": "fouls.tiles_shown fouls.indicator_without_kan",
        "hands, melds, pond or wall destroyed": "fouls.tiles_destroyed fouls.unfair_to_go_on",
        "ryukyoku: wrong order / tenpai said when noten": "fouls.announce_order fouls.false_tenpai",
        "call not voiced or wrongly worded": "fouls.call_not_said fouls.call_wording",
        "wrong sideways tile; leaving mid-game": "fouls.meld_display fouls.turned_without_riichi fouls.leaving",
        "passing information": "fouls.passing_information",
        "obstruction, phone, device, late (1 point a minute to ten, then a substitute and 30 points, which replace the "
        "ten), missing": "fouls.obstruction fouls.phone fouls.device fouls.late fouls.absent fouls.late_minutes "
        "fouls.late_points fouls.absent_points",
        "chonbo with a win": "fouls.chombo_voided_by_win",
        "chonbo with an exhaustive draw": "fouls.chombo_voids_draw",
    },
}
PROSE: dict[str, dict[str, str]] = {
    "Wall": {
        "describes two rolls and one roll at once: one is the default": "flow.dice_rolls",
        "the first rinshan tile may be set down": "display.rinshan_set_down fouls.rinshan_not_set_down",
        "automatic haipai is complete when the dealer draws": "timing.deal_complete",
        "the dealer presses set": "timing.set_button",
        "walls are pushed in East + West, then South + North": "timing.walls_pushed",
    },
    "Timing": {
        "when it touches the mat": "timing.discard_complete",
        "The hand withdraws past the elevator line": "timing.draw_from timing.chi_from",
        "after a riichi the stick is placed": "timing.riichi_bet_first",
        "starts the draw and cannot be stopped": "timing.draw_begins",
        "Riichi order: say, discard, sideways, stick": "timing.riichi_order fouls.riichi_order",
        "The drawn tile stays out of the hand until the discard": "display.drawn_tile fouls.drawn_tile_in_hand",
        "Nobody crosses the marked line except to draw": "timing.draw_only_across_line fouls.line_crossed",
        "touches another's wall": "timing.own_wall_only fouls.wall_touched",
        "only after kamicha's hand is back": "timing.deal_from",
        "points stated in full, then with honba": "display.points_said fouls.win_procedure",
        "final when all three acknowledge": "flow.win_acknowledged",
        "the bets go to the dealer's right corner": "display.bets_after_draw",
    },
    "Fouls": {
        "point penalty (off the overall score": "flow.point_value",
        "even a chuui that costs nothing yet (31)": "fouls.play_stops_from",
        "once one player calls, all stop": "fouls.judge_call_stops",
        "nothing about a hand may be said meanwhile": "fouls.hand_secret",
        "ruled in the order of play": "fouls.ruled_in_order",
        "appealed in writing by the next day": "fouls.appeal",
        "disqualification (not ranked)": "fouls.cheating",
    },
    "Tournaments": {
        "1 point = 1000": "flow.point_value",
        "Walls may be built before the start signal": "flow.before_signal",
        "Sticks are not reset before the score sheet is signed": "flow.sheet_signed_first",
        "Debts below zero are recorded": "flow.ends_below_zero",
        "No fixed table for several hanchans": "flow.table_change",
        "his substitute is scored but not ranked": "fouls.substitute_ranked",
    },
}
BY_TEXT = {
    # Settings from the rulebooks' own texts, without a row in the comparison.
    "fouls.slow_play": "WRC 5.4.1",
    "timing.pace_ms": "WRC 5.4.1",
    "timing.reaction_ms": "WRC 5.4.1",
    "fouls.play_while_stopped": "SAI 53.4",
    "fouls.points_chosen_most": "WRC 7.2",
    "fouls.call_in_riichi": "WRC 6.5.1",
    "fouls.riichi_hand_changed": "WRC 6.5.1",
    "fouls.riichi_below_1000": "MJ 4.2.1",
    "fouls.riichi_late": "WRC 6.5.1",
    "fouls.riichi_out_of_turn": "WRC 5.3",
    "fouls.call_precedence": "WRC 5.4.1",
    "fouls.call_on_last_tile": "WRC 5.7.1",
    "fouls.claimed_tile_not_taken": "WRC 5.4",
    "fouls.kan_after_call": "WRC 5.4.7",
    "fouls.kan_dora_not_turned": "WRC 5.4.6",
    "fouls.announcement_changed": "WRC 5.7.2",
    "fouls.hand_not_over": "WRC 5.7",
    "fouls.discards_hidden": "SAI 36.3",
    "fouls.fault_of_another": "WRC 7.2",
    "fouls.minor_irregularity": "MJ 3.4.8",
    "fouls.bet_without_riichi": "WRC 6.5.1",
    "fouls.fifth_copy": "WRC 3",
}


def named() -> set[str]:
    return {
        key
        for tables in (ROWS, PROSE)
        for rows in tables.values()
        for keys in rows.values()
        for key in keys.split()
    }


def test_the_settings_that_the_table_names_exist_and_all_are_named() -> None:
    there = {f"{group}.{field.name}" for group, cls in GROUPS.items() for field in fields(cls)}
    assert named() - there == set()
    assert set(BY_TEXT) - there == set()
    assert there - named() - set(BY_TEXT) == set()


@pytest.mark.shared
@pytest.mark.parametrize("section", ROWS)
def test_every_row_of_the_comparison_is_a_setting(section: str, shared: Path) -> None:
    text = (shared / "rules" / "RULESETS.md").read_text(encoding="utf-8")
    part = re.split(r"^## ", text, flags=re.MULTILINE)
    (table,) = (each for each in part if each.startswith(section + "\n"))
    labels = [
        line.split("|")[1].strip()
        for line in table.splitlines()
        if line.startswith("|") and not re.match(r"\|[ -]*-", line)
    ]
    rows = {label for label in labels if label not in {"", "grade", "offence"}}
    assert rows
    assert rows == set(ROWS[section])


@pytest.mark.shared
@pytest.mark.parametrize("section", PROSE)
def test_the_prose_of_the_comparison_is_settings(section: str, shared: Path) -> None:
    text = (shared / "rules" / "RULESETS.md").read_text(encoding="utf-8")
    (prose,) = (part for part in text.split("\n## ") if part.startswith(section))
    flat = " ".join(prose.split())
    for phrase in PROSE[section]:
        assert phrase in flat, phrase
