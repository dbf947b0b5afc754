"""``jantaku doctor``: diagnoses a table's installation and says what to type; also tries the panel by hand.

In: the settings that ``jantaku run`` takes. Out: a diagnosis of each part, in words or as JSON. Only the command line
imports it.
"""
