"""Events as lines of text for people and as mappings for programs.

In: events, entries, the types of arguments. Out: texts and mappings. For broker, settings, commands and the judge's
terminal.
"""
