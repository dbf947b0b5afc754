"""Measures the speed of the rules against other engines in Python.

``python -m bench.speed.rules [--json] [--games N] [--rounds N] [--records FOLDER]``. Hands and games come from the folder with
records if it is there, else they are made by seed. Only the work itself is timed: both sides have read the records and
hands before. Every answer is compared with the other engine's before it is timed. *Cold* rounds begin with empty
caches, like the first run of a program; *warm* rounds keep the caches of the round before.
"""

from __future__ import annotations

import argparse
import gc
import json
import platform
import sys
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median, quantiles
from typing import TYPE_CHECKING

from mahjong.agari import Agari
from mahjong.hand_calculating.divider import HandDivider
from mahjong.hand_calculating.hand import HandCalculator
from xiangting import PlayerCount, calculate_necessary_tiles

from bench.speed.measuring.timing import Contender, rates
from bench.speed.samples.games import (
    Game,
    games,
    latencies_ms,
    refereed,
    replayed_by_jansou,
    size_bytes,
    states,
    waiting_hands,
)
from bench.speed.samples.hands import Case, cases
from bench.speed.samples.records import RECORDS, SEED
from config import read_ruleset
from referee.hands import shape
from referee.hands.score import score
from referee.hands.waits import completing
from referee.rules.ruleset import Ruleset
from referee.tiles import KINDS

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

SCORING_RATIO = 2
P99_MS = 0.5
STATE_BYTES = 64 * 1024


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the table: ``target`` is the least ratio, or the most ms or bytes if there is no other engine."""

    what: str
    unit: str
    ours: float
    theirs: float | None
    target: float | None

    @property
    def value(self) -> float:
        """The value that is compared with the target."""
        return self.ours if self.theirs is None else self.ours / self.theirs

    @property
    def met(self) -> bool | None:
        if self.target is None:
            return None
        return self.value <= self.target if self.theirs is None else self.value >= self.target


def forget() -> None:
    """Empty the caches of both engines."""
    for cached in (*vars(shape).values(), *vars(HandDivider).values()):
        clear = getattr(cached, "cache_clear", None)
        if clear is not None:
            clear()
    gc.collect()


def scoring(hands: list[Case], rounds: int) -> list[Line]:
    """Scores of won hands."""

    def ours() -> list[int | None]:
        found = [score(case.win, case.ruleset) for case in hands]
        return [None if each is None else each.points for each in found]

    def theirs() -> list[int | None]:
        found = [HandCalculator.estimate_hand_value(**case.theirs) for case in hands]
        return [
            None if each.cost is None else each.cost["main"] + 2 * case.win.tsumo * each.cost["additional"]
            for each, case in zip(found, hands, strict=True)
        ]

    check("scores", ours(), theirs())
    lines = []
    for state, before in (("cold", forget), ("warm", gc.collect)):
        mine, other = rates(
            [
                Contender("jantaku", len(hands), ours, before),
                Contender("mahjong", len(hands), theirs, before),
            ],
            rounds,
        )
        lines.append(Line(f"scoring, {state}, to mahjong", "hands/s", mine, other, SCORING_RATIO))
    return lines


def waiting(hands: list[tuple[int, ...]], what: str, rounds: int) -> list[Line]:
    """The waits of hands of 13: 34 probes with ``mahjong``, one question to ``xiangting``."""
    held = [list(counts) for counts in hands]
    four = PlayerCount.FOUR

    def ours() -> list[tuple[int, ...]]:
        return [completing(counts) for counts in held]

    def probed() -> list[tuple[int, ...]]:
        is_agari = Agari.is_agari
        found = []
        for counts in held:
            kinds = []
            for kind in range(KINDS):
                counts[kind] += 1
                if counts[kind] <= 4 and is_agari(counts):
                    kinds.append(kind)
                counts[kind] -= 1
            found.append(tuple(kinds))
        return found

    def by_xiangting() -> list[tuple[int, int]]:
        return [calculate_necessary_tiles(counts, four) for counts in held]

    # Our answers include a fifth tile of a kind, since some rulebooks count a hand that waits for it as tenpai.
    possible = [
        tuple(kind for kind in kinds if counts[kind] < 4) for kinds, counts in zip(ours(), held, strict=True)
    ]
    check("waits", possible, probed())
    named = [
        tuple(kind for kind in range(KINDS) if missing == 1 and kinds >> kind & 1)
        for missing, kinds in by_xiangting()
    ]
    check("waits", possible, named)
    lines: list[Line] = []
    # Cold, what each suit lacks is worked out first; the probes of the other engine keep nothing.
    for state, before, least in (("cold", forget, 4), ("warm", gc.collect, 10)):
        contenders = [
            Contender(name, len(held), work, before)
            for name, work in (("jantaku", ours), ("mahjong", probed), ("xiangting", by_xiangting))
        ]
        mine, other, machine = rates(contenders, rounds)
        lines += [
            Line(f"waits of {what}, {state}, to 34 probes of mahjong", "hands/s", mine, other, least),
            Line(f"waits of {what}, {state}, to xiangting", "hands/s", mine, machine, None),
        ]
    return lines


def replaying(chosen: list[Game], rounds: int) -> list[Line]:
    """Whole games, each act judged, each hand settled."""
    events = sum(game.events for game in chosen)
    refereed(chosen)
    mine, other = rates(
        [
            Contender("jantaku", events, lambda: refereed(chosen)),
            Contender("jansou", events, lambda: replayed_by_jansou(chosen)),
        ],
        rounds,
    )
    return [Line("replay of games, to jansou's replay_paifu", "events/s", mine, other, 2)]


def one_observation(chosen: list[Game], rounds: int) -> list[Line]:
    """The time of a step in the middle of a hand, and the memory of a state."""
    measured = [latencies_ms(chosen) for _ in range(rounds)]
    half, most = (median(quantiles(taken, n=100)[share - 1] for taken in measured) for share in (50, 99))
    largest = max(size_bytes(state) for game in chosen[:3] for state in states(game))
    return [
        Line("decide and evolve, one observation, half below", "ms", half, None, None),
        Line("decide and evolve, one observation, 99 % below", "ms", most, None, P99_MS),
        Line("largest state", "bytes", largest, None, STATE_BYTES),
    ]


def check(what: str, ours: Sequence[object], theirs: Sequence[object]) -> None:
    """Stop if two engines give different answers."""
    different = sum(mine != other for mine, other in zip(ours, theirs, strict=True))
    if different:
        raise SystemExit(f"{different} of {len(ours)} {what} differ: nothing to compare")


def printed(lines: list[Line]) -> str:
    """The table."""
    rows = [("", "", "ours", "theirs", "ratio", "target", "met")]
    for line in lines:
        alone = line.theirs is None
        rows.append(
            (
                line.what,
                line.unit,
                f"{line.ours:,.3f}" if line.unit == "ms" else f"{line.ours:,.0f}",
                "" if alone else f"{line.theirs:,.0f}",
                "" if alone else f"{line.value:.2f}",
                "" if line.target is None else f"{'<' if alone else '>='} {line.target:,g}",
                {None: "", True: "yes", False: "NO"}[line.met],
            )
        )
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return "\n".join(
        "  ".join(
            cell.ljust(width) if at < 2 else cell.rjust(width)
            for at, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        for row in rows
    )


def main() -> int:
    """Measure and print; returns 1 if a target is missed."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--json", action="store_true", help="one JSON object instead of the table")
    parser.add_argument("--games", type=int, default=12, help="how many games are replayed")
    parser.add_argument("--rounds", type=int, default=7, help="rounds of each measurement")
    parser.add_argument(
        "--records", type=Path, default=RECORDS, help="folder with games/ and vectors/, if any"
    )
    args = parser.parse_args()
    rules = Ruleset.from_mapping(read_ruleset("tenhou"))
    there = args.records is not None and args.records.is_dir()
    vectors = args.records / "vectors" / "consensus_hands.jsonl" if there else None
    hands = cases(vectors, SEED, 5000, rules, rules.with_overrides({"scoring.red_fives": False}))
    chosen = games(args.records / "games" if there else None, SEED, args.games)
    parts: list[Callable[[], list[Line]]] = [
        lambda: scoring(hands, args.rounds),
        lambda: waiting(
            sorted({case.counts for case in hands if not case.win.melds}), "won hands", args.rounds
        ),
        lambda: waiting(waiting_hands(chosen), "hands in play", args.rounds),
        lambda: replaying(chosen, args.rounds),
        lambda: one_observation(chosen, args.rounds),
    ]
    lines = [line for part in parts for line in part()]
    where = {
        "machine": platform.processor() or platform.machine(),
        "python": platform.python_version(),
        "hands": len(hands),
        "games": len(chosen),
        "source": str(args.records) if there else f"made by seed {SEED}",
    }
    if args.json:
        print(json.dumps({**where, "lines": [{**asdict(line), "met": line.met} for line in lines]}))
    else:
        print(", ".join(f"{key} {value}" for key, value in where.items()))
        print(printed(lines))
    return int(any(line.met is False for line in lines))


if __name__ == "__main__":
    sys.exit(main())
