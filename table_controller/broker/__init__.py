"""The table's connection to the broker, which lasts as long as the daemon and outlives every loss of the line.

In: what to publish, and commands as they were sent. Out: retained messages, the journal's entries and answers, each
until the broker has acknowledged it; commands that passed the gate, each once. It knows no command and no game.
"""
