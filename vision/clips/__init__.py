"""The camera's last seconds, kept for judges as films.

In: frames and what was read in them. Out: a film and a JSON file beside it. ``worker`` writes them; all code that shows
clips imports it.
"""
