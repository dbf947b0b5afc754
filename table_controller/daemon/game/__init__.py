"""The game on one table: reports of sensing and people are judged, journalled, then given to the listeners.

In: steps from sensing, what people enter, the time. Out: entries on disk, each with the position after it. The daemon,
its listeners, trials and tests import it; it knows no broker, camera or machine.
"""
