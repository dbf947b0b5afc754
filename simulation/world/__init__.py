"""The physical world on and in the table: tiles, hands, sticks, things, and where they lie.

It knows no rules. ``people``, ``camera`` and ``processes`` import it.
"""
