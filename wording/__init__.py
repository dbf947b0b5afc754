"""The program's words for people, and the terminal that shows them.

In: events, entries, the types of arguments. Out: messages, lines and mappings. Everything that speaks to people imports
it: the daemon, the hall, the simulation and the command.
"""
