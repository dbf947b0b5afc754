"""Corrections: when an entry was misread or missed, everything after it is decided again.

In: the entries of a hanchan and what one of them should have held. Out: the corrected entries, and one event with the
position after it. The package is pure, unlike the journal around it, and above judging. The daemon's commands import it, and
so does the code that reads a journal as a record.
"""
