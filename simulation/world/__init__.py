"""The physical world on and in the table: tiles, hands, sticks, things, and their places.

It knows no rules. ``people``, ``camera`` and ``processes`` import it.
"""
