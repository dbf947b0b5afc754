"""The commands of a hall: ``jantaku hall``, ``federation`` and ``sheets``.

Nothing imports them but the table of subcommands, by name.
"""
