"""One table run: unit, vision, sensing, referee, journal, displays and broker wired together.

In: settings. Out: a table that plays. What is observed is judged and journalled, and only then published, displayed and
moved. The command line starts it (``start``); nothing else imports it. ``wiring`` makes the parts, ``daemon`` runs them,
``table_game`` judges and journals; ``clock`` has the loops in whose time all of it lives.
"""
