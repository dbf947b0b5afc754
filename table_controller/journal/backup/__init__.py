"""Backs up a table's state into one archive and restores it. The manifest comes first, and every file is checked.

In: a state folder. Out: an archive, written whole or not at all; a restore goes the other way. The command line imports it.
"""
