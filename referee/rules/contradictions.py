"""Refuses settings that contradict each other, or with which no game can be played."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING, Final, Protocol

from referee.rules.reading import RulesetError
from referee.rules.scoring import DOUBLE_YAKUMAN

if TYPE_CHECKING:
    from collections.abc import Callable

    from referee.rules.calls import Calls
    from referee.rules.flow import Flow
    from referee.rules.fouls import Fouls
    from referee.rules.scoring import Scoring
    from referee.rules.timing import Timing

    _RefuseIf = Callable[[bool, str, str], None]

MOST_POINTS: Final = 1_000_000
"""A table can show seven digits; no rulebook comes near this."""


class _Groups(Protocol):
    """The groups of a ruleset that are checked; ``referee.rules.ruleset`` calls the check."""

    @property
    def name(self) -> str: ...
    @property
    def flow(self) -> Flow: ...
    @property
    def scoring(self) -> Scoring: ...
    @property
    def calls(self) -> Calls: ...
    @property
    def timing(self) -> Timing: ...
    @property
    def fouls(self) -> Fouls: ...


def refuse_contradictions(rules: _Groups) -> None:
    """Check a ruleset as a whole.

    Raises:
        RulesetError: two settings contradict each other, or a number makes no sense.
    """

    def refuse_if(wrong: bool, key: str, reason: str) -> None:
        if wrong:
            raise RulesetError(rules.name, key, reason)

    _flow(rules, refuse_if)
    _scoring(rules, refuse_if)
    _calls(rules, refuse_if)
    _fouls(rules, refuse_if)


def _flow(rules: _Groups, refuse_if: _RefuseIf) -> None:
    flow = rules.flow
    points = (flow.start_points, flow.return_points, flow.target_points, *flow.uma)
    refuse_if(any(value % 100 for value in points), "flow", "points are multiples of 100")
    refuse_if(
        any(abs(value) > MOST_POINTS for value in points), "flow", f"points are at most {MOST_POINTS:,}"
    )
    refuse_if(sum(flow.uma) != 0, "flow.uma", "must add up to zero")
    refuse_if(list(flow.uma) != sorted(flow.uma, reverse=True), "flow.uma", "must fall from place to place")
    refuse_if(
        flow.oka and flow.return_points <= flow.start_points,
        "flow.oka",
        "needs return_points above start_points",
    )
    refuse_if(flow.rounds not in {1, 2, 4}, "flow.rounds", "must be 1, 2 or 4")
    refuse_if(not 0 <= flow.extra_rounds <= 4 - flow.rounds, "flow.extra_rounds", "there are four winds")
    refuse_if(
        flow.noten_points < 0 or flow.noten_points % 600 != 0,
        "flow.noten_points",
        "must be shared by one, two or three",
    )
    refuse_if(flow.honba_ron < 0, "flow.honba_ron", "must not be negative")
    refuse_if(flow.honba_tsumo < 0, "flow.honba_tsumo", "must not be negative")
    refuse_if(
        flow.abort_triple_ron and flow.winners == "nearest", "flow.abort_triple_ron", "needs winners = 'all'"
    )
    refuse_if(flow.bets_to_owner and flow.winners == "nearest", "flow.bets_to_owner", "needs winners = 'all'")
    refuse_if(flow.dice_rolls not in {1, 2}, "flow.dice_rolls", "must be 1 or 2")
    refuse_if(flow.time_limit_minutes < 0, "flow.time_limit_minutes", "must not be negative; 0 is no limit")
    refuse_if(flow.point_value <= 0, "flow.point_value", "must be above zero")


def _scoring(rules: _Groups, refuse_if: _RefuseIf) -> None:
    scoring = rules.scoring
    refuse_if(scoring.double_wind_pair_fu not in {2, 4}, "scoring.double_wind_pair_fu", "must be 2 or 4")
    refuse_if(scoring.open_least_fu not in {20, 30}, "scoring.open_least_fu", "must be 20 or 30")
    refuse_if(
        scoring.sanshoku_doukou_open_han not in {1, 2}, "scoring.sanshoku_doukou_open_han", "must be 1 or 2"
    )
    refuse_if(scoring.double_riichi_han not in {1, 2, 3}, "scoring.double_riichi_han", "must be 1, 2 or 3")
    for yaku in scoring.double_yakuman:
        refuse_if(
            yaku not in DOUBLE_YAKUMAN, "scoring.double_yakuman", f"{yaku!r} is not one of {DOUBLE_YAKUMAN}"
        )
    refuse_if(
        len(set(scoring.double_yakuman)) != len(scoring.double_yakuman),
        "scoring.double_yakuman",
        "names one twice",
    )
    refuse_if(
        scoring.kan_ura_dora and not (scoring.ura_dora and scoring.kan_dora),
        "scoring.kan_ura_dora",
        "needs ura_dora and kan_dora",
    )
    refuse_if(
        scoring.daisharin_every_suit and not scoring.daisharin,
        "scoring.daisharin_every_suit",
        "needs daisharin",
    )


def _calls(rules: _Groups, refuse_if: _RefuseIf) -> None:
    calls = rules.calls
    refuse_if(calls.riichi_least_tiles < 1, "calls.riichi_least_tiles", "the houtei tile cannot be a riichi")
    refuse_if(calls.take_within_discards < 0, "calls.take_within_discards", "must not be negative")
    refuse_if(
        calls.riichi_noten_call and not calls.tenpai_optional,
        "calls.riichi_noten_call",
        "needs tenpai_optional",
    )
    refuse_if(
        calls.chankan_until == "indicator" and calls.robbed_indicator_back,
        "calls.robbed_indicator_back",
        "no kan is robbed after its indicator with chankan_until = 'indicator'",
    )
    timing = rules.timing
    for field in fields(timing):
        value = getattr(timing, field.name)
        refuse_if(
            isinstance(value, int) and value < 0,
            f"timing.{field.name}",
            "must not be negative; 0 is no limit",
        )


def _fouls(rules: _Groups, refuse_if: _RefuseIf) -> None:
    fouls = rules.fouls
    for field in fields(fouls):
        value = getattr(fouls, field.name)
        refuse_if(isinstance(value, int) and value < 0, f"fouls.{field.name}", "must not be negative")
        if isinstance(value, tuple):
            counts = [least for least, _ in value]
            refuse_if(
                any(count < 1 for count in counts) or counts != sorted(set(counts)),
                f"fouls.{field.name}",
                "numbers of tiles must rise from 1",
            )
