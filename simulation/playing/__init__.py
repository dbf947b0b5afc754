"""One game on the simulated table: its options and beginning, the user at its terminal, its outcome.

In: options, a journal. Out: where to begin, lines on the terminal. ``run`` imports it.
"""
