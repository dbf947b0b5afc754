"""One game on the simulated table: its options and beginning, the programs, the people at it, its outcome.

In: options. Out: the exit status, and lines on the terminal. ``run`` imports it. The programs are started first, by
modules that are quick to import; what people and camera need is imported while the programs start.
"""
