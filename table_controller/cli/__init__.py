"""The commands of ``jantaku`` for one table, a module or folder for each; ``jantaku.subcommands`` knows them by name.

In: arguments. Out: text and an exit status. The commands of a hall are in ``hall.cli``, those of the simulation in
``simulation``. Nothing imports them but each other.
"""
