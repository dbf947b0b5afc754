"""What judges and technicians may ask of a table over the broker: ``command/<name>``, answered with JSON.

In: a request. Out: an answer, and entries of the journal. A command is declared once (``declaration``, in the files of
``catalogue``), done at a ``desk`` by ``service``, and told to clients by ``describe``. What it uses of the daemon is
``daemon_table``: the daemon imports commands, never the other way.
"""
