"""``jantaku judge``: the judge's commands, and the reports of a hall's tables, in a terminal.

It is an MQTT client like any other and knows only the daemon's topics and command declarations. ``tables`` keeps what
is known of the tables, ``orders`` parses what is typed. The command line imports it, and the judge of the simulated
table.
"""
