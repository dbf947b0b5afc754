"""What hanchans came to, and the overall scores made of them.

In: events of a journal. Out: results, penalties, ranks. For whoever tells results.
"""
