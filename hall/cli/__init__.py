"""The commands of a hall: ``jantaku hall``, ``federation`` and ``sheets``.

Nothing imports them; the table of subcommands names them.
"""
