"""Completion in a person's shell: what may follow the words after ``jantaku``.

In: the words so far, and ``command_line.json``, which ``tools.describe.operator`` makes from the parsers of all
commands. The parsers themselves would have to import every command, for seconds. Out: the words that may follow. Only
``table_controller.cli`` imports it.
"""
