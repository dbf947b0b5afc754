"""Measures the judges' page in Chromium, fed from replayed journals through a real broker.

    python -m bench.page [weight] [table] [hall] [heap] [--tables 1000] [--rate 300] [--seconds 30] [--slower 1 6]
        [--minutes 2]

Without arguments all are measured. ``--slower 6`` throttles the browser's processor as a weak tablet's. The main
thread's tasks are measured in processor time, which a busy computer does not falsify, and by the clock.
"""

import argparse
from contextlib import ExitStack

from bench.page import heap, paint, weight
from bench.page.browser import chromium
from bench.stages.replayed_hall import ReplayedHall, broker, site

MEASURED = ("weight", "table", "hall", "heap")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", nargs="*", metavar="WHAT", help=f"{', '.join(MEASURED)}; all without one")
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--rate", type=float, default=300, help="cards a second in the hall")
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--slower", type=float, nargs="+", default=[1.0, 6.0])
    parser.add_argument("--minutes", type=float, default=2.0, help="of the heap")
    options = parser.parse_args()
    what = options.what or list(MEASURED)
    if not set(what) <= set(MEASURED):
        parser.error(f"{' '.join(what)}: one of {', '.join(MEASURED)}")
    if options.tables < 2:
        parser.error("--tables: at least 2; the page shows a hall of one as that table")
    with ExitStack() as stack:
        port = stack.enter_context(broker())
        hall = stack.enter_context(ReplayedHall(port, options.tables))
        address = stack.enter_context(site(port))
        browser = stack.enter_context(chromium())
        if "weight" in what:
            weight.weigh()
            hall.tables[0].show_state(hall.tables[0].positions[100], 100)
            weight.first_paint(browser, port)
        for slower in options.slower:
            if "table" in what:
                paint.one_table(browser, address, hall, options.seconds, slower)
            if "hall" in what:
                page = paint.hall_page(browser, address, hall)
                paint.whole_hall(page, hall, options.rate, options.seconds, slower)
        if "heap" in what:
            heap.heap(browser, address, hall, options.rate, options.minutes)


if __name__ == "__main__":
    main()
