"""``jantaku doctor``: what is wrong with a table's installation, and what to type; and the panel tried by hand.

In: the settings that ``jantaku run`` takes. Out: a diagnosis of each part, in words or as JSON. Only the command line
imports it.
"""
