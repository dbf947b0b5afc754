"""News that people must have about a table: health, checks of dice, walls and tile backs, evidence, the watchdog.

In: what unit, camera, broker and sensing report. Out: alerts, each raised once, and clips kept for judges. The daemon
imports it.
"""
