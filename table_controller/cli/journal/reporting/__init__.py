"""Packs hands of a journal for a bug report, without the names of people, and reads such a report again.

In: a journal, the settings in force, the state folder. Out: one archive. The command ``jantaku report`` imports it.
"""
