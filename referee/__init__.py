"""The rules of riichi mahjong: pure, without clock or input and output, except the journal.

Observations come in (what sensors and people report), events go out (what holds by the rules), and a state that they fold
to. Only ``table_controller`` imports it; vision knows ``referee.tiles`` and nothing else of it.

From below: ``tiles``, ``melds`` and ``texts``; ``rules`` and ``hands``; ``game``, ``encoding`` and ``folding``; ``judging``; above it
``corrections``, ``journal``, ``records`` and ``tournament``.
"""
