"""The daemon of one table: wires firmware, vision and referee together.

In: signals of the unit, sightings of the camera, orders from people. Out: the journal, what the table shows and does,
topics at the broker, the table's page. ``hall`` and ``simulation`` import it.

From below: ``terminal``; ``mqtt``, ``wording``, ``settings`` and ``journal``; ``client`` (a terminal's line to the
broker); ``machine`` and ``sensing``; ``health``; ``commands``; ``web`` (the page's server); ``daemon``; ``cli``.
"""
