"""The hanchans of a tournament: who sits where, their results, and the overall scores computed from them.

In: draws of seats, events of a journal. Out: seats, results, penalties, ranks. Commands import it, and so does any code
that reports results.
"""
