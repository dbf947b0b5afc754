"""The camera's last seconds, kept for judges as films.

In: frames and their readings. Out: a film and a JSON file beside it. ``worker`` writes them; all code that shows
clips imports it.
"""
