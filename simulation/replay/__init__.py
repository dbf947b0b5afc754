"""``jantaku replay``: referees recorded games and says where the record disagrees.

In: records, or observation files with times, unchanged or with an injected foul (``disturb``). Out: a report. The
command line and ``bench`` import it.
"""
