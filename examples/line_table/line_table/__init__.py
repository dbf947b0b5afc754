"""A driver for tables that speak lines of text on a serial line, with a simulated table to try it on.

In: a serial device. Out: a ``TableDriver`` of Jantaku. ``README.md`` describes the lines.
"""
