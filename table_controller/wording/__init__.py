"""What happened, as lines of English and as it is told to programs.

In: events, entries, the types of arguments. Out: texts and mappings. For broker, settings, commands and the judge's
terminal.
"""
