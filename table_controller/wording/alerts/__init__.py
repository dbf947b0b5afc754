"""Alerts, each declared once: name, severity, texts with their advice, and what ends it.

In: nothing. Out: what everybody raises who has to alert people. The broker, the machine, sensing and the hall import it.
"""
