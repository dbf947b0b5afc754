"""The rules of riichi mahjong: pure, without a clock, and without input or output except in the journal.

Observations come in: the reports of sensors and people. Events go out: the facts by the rules, with the state that they
fold to. ``vision`` imports ``referee.tiles`` and nothing else of it; ``firmware_bridge`` nothing at all.

From below: ``tiles``, ``melds`` and ``texts``; ``rules`` and ``hands``; ``game``, ``encoding`` and ``folding``;
``judging``; above it ``onlookers``, ``journal`` with its corrections, ``records`` and
``tournament``. ``dashboard`` is the page, in TypeScript.
"""
