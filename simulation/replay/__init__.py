"""``jantaku replay``: referees recorded games and reports each point on which the record disagrees.

In: records, or observation files with times, unchanged or with an injected foul (``disturb``). Out: a report. The
command line and ``bench`` import it.
"""
