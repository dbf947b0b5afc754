"""Around the hanchans of a tournament: who sits where, what they came to, and the overall scores made of them.

In: draws of seats, events of a journal. Out: seats, results, penalties, ranks. Commands and whoever tells results import it.
"""
