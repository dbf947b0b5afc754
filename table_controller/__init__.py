"""The daemon: wires firmware, vision and referee together.

From below: ``terminal``; ``mqtt``, ``wording``, ``settings`` and ``journal``; ``machine`` and ``sensing``;
``alerts``; ``commands``; ``daemon``. Beside it ``web`` (the page), ``judge`` (the terminal of a judge), ``replay``,
``simulation`` and ``cli``, the command line above them all. It imports everything; nothing imports it.
"""
