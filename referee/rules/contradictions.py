"""Refuses settings that contradict each other or make a game impossible."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final, Protocol

from referee.rules.reading import RulesetError
from referee.rules.scoring import DOUBLE_YAKUMAN, Scoring
from referee.texts.rule_texts import Misruled

if TYPE_CHECKING:
    from referee.rules.calls import Calls
    from referee.rules.flow import Flow
    from referee.rules.fouls import Fouls
    from referee.rules.timing import Timing
    from referee.texts.message import Message

    _RefuseIf = Callable[[bool, str, Message], None]

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

    def refuse_if(wrong: bool, key: str, reason: Message) -> None:
        if wrong:
            raise RulesetError(rules.name, key, reason)

    _flow(rules, refuse_if)
    _scoring(rules, refuse_if)
    _calls(rules, refuse_if)
    _fouls(rules, refuse_if)


def _flow(rules: _Groups, refuse_if: _RefuseIf) -> None:
    flow = rules.flow
    tables = {"flow.uma": (flow.uma,), "flow.uma_by_floating": flow.uma_by_floating}
    bonuses = [value for table in tables.values() for uma in table for value in uma]
    points = (flow.start_points, flow.return_points, flow.target_points, *bonuses)
    refuse_if(any(value % 100 for value in points), "flow", Misruled.hundreds())
    refuse_if(
        any(abs(value) > MOST_POINTS for value in points), "flow", Misruled.too_many_points(MOST_POINTS)
    )
    for key, table in tables.items():
        refuse_if(any(sum(uma) != 0 for uma in table), key, Misruled.sum_not_zero())
        refuse_if(any(list(uma) != sorted(uma, reverse=True) for uma in table), key, Misruled.must_fall())
    refuse_if(
        len(flow.uma_by_floating) not in {0, 5},
        "flow.uma_by_floating",
        Misruled.other_count(5, len(flow.uma_by_floating)),
    )
    refuse_if(
        flow.oka and flow.return_points <= flow.start_points,
        "flow.oka",
        Misruled.needs("return_points > start_points"),
    )
    refuse_if(flow.rounds not in {1, 2, 4}, "flow.rounds", Misruled.only((1, 2, 4)))
    refuse_if(not 0 <= flow.extra_rounds <= 4 - flow.rounds, "flow.extra_rounds", Misruled.four_winds())
    refuse_if(
        flow.noten_points < 0 or flow.noten_points % 600 != 0,
        "flow.noten_points",
        Misruled.not_shared(),
    )
    refuse_if(flow.honba_ron < 0, "flow.honba_ron", Misruled.negative())
    refuse_if(flow.honba_tsumo < 0, "flow.honba_tsumo", Misruled.negative())
    refuse_if(
        flow.abort_triple_ron and flow.winners == "nearest",
        "flow.abort_triple_ron",
        Misruled.needs("winners = 'all'"),
    )
    refuse_if(
        flow.bets_to_owner and flow.winners == "nearest",
        "flow.bets_to_owner",
        Misruled.needs("winners = 'all'"),
    )
    refuse_if(flow.dice_rolls not in {1, 2}, "flow.dice_rolls", Misruled.only((1, 2)))
    refuse_if(flow.time_limit_minutes < 0, "flow.time_limit_minutes", Misruled.negative_limit())
    refuse_if(flow.point_value <= 0, "flow.point_value", Misruled.not_above_zero())


def _scoring(rules: _Groups, refuse_if: _RefuseIf) -> None:
    scoring = rules.scoring
    refuse_if(scoring.double_wind_pair_fu not in {2, 4}, "scoring.double_wind_pair_fu", Misruled.only((2, 4)))
    refuse_if(scoring.open_least_fu not in {20, 30}, "scoring.open_least_fu", Misruled.only((20, 30)))
    refuse_if(
        scoring.sanshoku_doukou_open_han not in {1, 2},
        "scoring.sanshoku_doukou_open_han",
        Misruled.only((1, 2)),
    )
    refuse_if(
        scoring.double_riichi_han not in {1, 2, 3}, "scoring.double_riichi_han", Misruled.only((1, 2, 3))
    )
    for yaku in scoring.double_yakuman:
        refuse_if(
            yaku not in DOUBLE_YAKUMAN, "scoring.double_yakuman", Misruled.none_of(DOUBLE_YAKUMAN, repr(yaku))
        )
    refuse_if(
        len(set(scoring.double_yakuman)) != len(scoring.double_yakuman),
        "scoring.double_yakuman",
        Misruled.twice(),
    )
    refuse_if(
        scoring.kan_ura_dora and not (scoring.ura_dora and scoring.kan_dora),
        "scoring.kan_ura_dora",
        Misruled.needs("ura_dora = true, kan_dora = true"),
    )
    refuse_if(
        scoring.daisharin_every_suit and not scoring.daisharin,
        "scoring.daisharin_every_suit",
        Misruled.needs("daisharin = true"),
    )


def _calls(rules: _Groups, refuse_if: _RefuseIf) -> None:
    calls = rules.calls
    refuse_if(calls.riichi_least_tiles < 0, "calls.riichi_least_tiles", Misruled.negative())
    refuse_if(calls.take_within_discards < 0, "calls.take_within_discards", Misruled.negative())
    refuse_if(
        calls.riichi_noten_call and not calls.tenpai_optional,
        "calls.riichi_noten_call",
        Misruled.needs("tenpai_optional = true"),
    )
    refuse_if(
        calls.chankan_until == "indicator" and calls.robbed_indicator_back,
        "calls.robbed_indicator_back",
        Misruled.needs("chankan_until = 'next_discard'"),
    )
    timing = rules.timing
    for name in timing.__struct_fields__:
        value = getattr(timing, name)
        refuse_if(
            isinstance(value, int) and value < 0,
            f"timing.{name}",
            Misruled.negative_limit(),
        )


def _fouls(rules: _Groups, refuse_if: _RefuseIf) -> None:
    fouls = rules.fouls
    for name in fouls.__struct_fields__:
        value = getattr(fouls, name)
        refuse_if(isinstance(value, int) and value < 0, f"fouls.{name}", Misruled.negative())
        if isinstance(value, tuple):
            counts = [least for least, _ in value]
            refuse_if(
                any(count < 1 for count in counts) or counts != sorted(set(counts)),
                f"fouls.{name}",
                Misruled.must_rise(),
            )
