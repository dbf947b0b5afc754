"""The command ``jantaku``, a file for each of its commands; ``main`` knows them by name.

In: arguments. Out: text and an exit status. It imports everything, but each command's module only when that command
is given; nothing imports it.
"""
