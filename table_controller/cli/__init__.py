"""The command ``jantaku``, a file for each of its commands; ``main`` knows them by name.

In: arguments. Out: text and an exit status. It imports everything, each command only when it is given; nothing imports it.
"""
