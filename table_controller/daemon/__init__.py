"""One table run: unit, vision, sensing, referee, journal, displays and broker wired together.

In: settings. Out: a table that plays. Every observation is judged and journalled first; only then is anything
published, displayed or moved. The command line starts it (``start``); nothing else imports it. ``wiring`` makes the
parts, ``daemon`` runs them, ``game`` judges and journals, ``listeners`` react to entries; ``clock`` has the event loops
whose time they all use.
"""
