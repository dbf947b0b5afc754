"""What a person has to know of a table: health, checks of dice, walls and backs, evidence, the watchdog.

In: what unit, camera, broker and sensing report. Out: alerts, each told once, and clips kept for judges. The daemon
imports it.
"""
