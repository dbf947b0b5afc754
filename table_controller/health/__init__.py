"""Alerts about a table: its health, checks of dice, walls and tile backs, clips for judges, the watchdog.

In: what unit, camera, broker and sensing report. Out: alerts, each raised once, and clips kept for judges. The daemon
imports it. ``wording.alerts`` declares the alerts.
"""
