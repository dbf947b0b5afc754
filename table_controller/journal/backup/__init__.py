"""Backs up a table's state into one archive and restores it: the manifest comes first, and everything is checked.

In: a state folder. Out: an archive, written whole or not at all; restoring goes the other way. The command line
imports it.
"""
