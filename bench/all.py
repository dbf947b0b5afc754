"""Measures every figure of speed as a ratio to a named peer or limit: ``python -m bench.all [--json] [--only NAME]``.

Rounds of ours and of the peer's work alternate in one run, so a figure is the ratio of work done in the same minutes on the
same machine: the median of the rounds, with its 95 % confidence interval. Where a peer is absent, its line says what to
type. Slow benches, which take minutes, run with ``--slow`` or when named. ``--keep`` stores the result as this
version's, beside earlier figures of the same commit.
"""

import argparse
import json
import os
import sys
from collections.abc import Sequence
from typing import Any

from bench.speed.measuring.figure import result_of
from bench.speed.measuring.machine import where
from bench.speed.measuring.results import keep, unkeepable
from bench.speed.measuring.table import printed
from bench.speed.registry import BENCHES, chosen, wanted

ROUNDS = 10


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print; the exit status is 1 if a goal is missed, 2 for a wrong name."""
    parser = argparse.ArgumentParser(prog="python -m bench.all", description=__doc__)
    parser.add_argument("--json", action="store_true", help="one JSON object instead of the table")
    parser.add_argument(
        "--only", action="append", default=[], metavar="NAME", help="a bench or a figure; may be repeated"
    )
    parser.add_argument("--slow", action="store_true", help="the benches that take minutes too")
    parser.add_argument("--rounds", type=int, default=ROUNDS, metavar="N", help=f"alternations ({ROUNDS})")
    parser.add_argument(
        "--keep", action="store_true", help="keep the result as that of this version, in bench/results"
    )
    parser.add_argument("--list", action="store_true", help="name the figures and measure nothing")
    options = parser.parse_args(arguments)
    if options.rounds < 1:
        parser.error("--rounds: at least 1")
    if options.list:
        print("\n".join(f"{figure.name:24} {figure.what}" for bench in BENCHES for figure in bench.figures))
        return 0
    try:
        benches = chosen(options.only, slow=options.slow)
    except ValueError as error:
        parser.error(str(error))
    result: dict[str, Any] = {**where(), "figures": []}
    if options.keep and (why := unkeepable(result)):
        parser.error(f"--keep: {why}")
    for bench in benches:
        names = wanted(bench, options.only)
        sys.stderr.write(f"{bench.name} …\n")
        load = round(os.getloadavg()[0], 1)
        found = bench.measure(options.rounds)
        result["figures"] += [
            {**result_of(figure, found[figure.name]), "load": load}
            for figure in bench.figures
            if figure.name in names
        ]
    if options.keep:
        sys.stderr.write(f"{keep(result)}; python -m bench.docs.speed brings it into the docs\n")
    print(json.dumps(result, ensure_ascii=False, indent=1) if options.json else printed(result))
    return int(any(figure.get("met") is False for figure in result["figures"]))


if __name__ == "__main__":
    sys.exit(main())
