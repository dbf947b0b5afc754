"""``jantaku record`` and ``jantaku playback``: record a table's inputs, and give them to a daemon again.

In: the inputs of a daemon (``journal.inputs``). Out: a recording, and a journal that equals the recorded table's. The
command line imports it; the simulation starts ``jantaku record``.
"""
