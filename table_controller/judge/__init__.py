"""``jantaku judge``: the judge's commands and what the tables of a hall tell, in a terminal.

An MQTT client like any other: of the daemon it knows the topics and the declarations of commands. ``hall`` is what is
known of the tables, ``orders`` what may be typed. The command line imports it, and the judge of the simulated table.
"""
