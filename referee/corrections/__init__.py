"""An entry was misread or missed: what came after it is decided again.

In: the entries of a hanchan and what one of them should have held. Out: the entries as they count, and one event with the
position after it. Above judging; the daemon's commands and the reading of a journal as a record import it.
"""
