"""The serial link to the microcontroller of an automatic mahjong table.

From below: ``messages`` (what is said), ``link`` (that it arrives, once), ``unit`` (the table as a program sees it);
``measuring`` times a link, ``generate`` writes the files that are generated from the messages. ``firmware`` is C.
It knows no mahjong; ``table_controller`` imports it.
"""
