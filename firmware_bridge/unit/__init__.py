"""The table unit as a program sees it: motions to wait for, displays to set, a stream of signals.

In: wishes. Out: signals and the end of motions; a unit as a process on this machine too. ``table_controller`` imports it.
"""
