"""Alerts, each declared once: its name, its severity, its texts with their advice, and what ends it.

In: nothing. Out: alerts and the troubles to raise them with. The broker, the machine, sensing, the daemon and the hall
import it.
"""
