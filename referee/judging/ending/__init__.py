"""The end of a hand: wins called and shown, draws, payments.

In: calls of wins, opened hands, the report that a hand is closed. Out: results, payments, findings. ``rulings`` and
``topics`` import it.
"""
