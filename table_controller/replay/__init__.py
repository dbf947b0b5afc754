"""``jantaku replay``: referees recorded games and says where the record disagrees.

In: records, or observation files with times, as they are or with a foul put in (``disturb``). Out: a report. The command
line and ``bench`` import it.
"""
