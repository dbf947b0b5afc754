"""Commands from judges and technicians to a table over the broker, answered with JSON.

In: a request. Out: an answer, and entries of the journal. Each command is declared once (``declaration``, in the
files of ``catalogue``), carried out at a ``desk`` by ``service`` and documented for clients by ``tools.describe``. It
reaches the daemon through ``commanded_table``: the daemon imports commands, never the other way.
"""
