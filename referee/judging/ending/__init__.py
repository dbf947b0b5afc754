"""How a hand ends: wins called and shown, draws, what is paid.

In: calls of wins, opened hands, the word that a hand is closed. Out: results, payments, findings. ``rulings`` and
``topics`` import it.
"""
