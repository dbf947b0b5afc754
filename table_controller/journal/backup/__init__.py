"""A table's state in one archive, and back: a manifest first, nothing believed unproved.

In: a state folder. Out: an archive, written whole or not at all; and the other way. The command line imports it.
"""
