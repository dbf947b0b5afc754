"""The table unit as a program sees it: motions to wait for, displays to set, a stream of signals.

In: requests. Out: signals and the ends of motions. It can also run a unit as a process on this machine.
``table_controller`` imports it.
"""
