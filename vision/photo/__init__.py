"""Reads the tiles and their places from single pictures of a table, by any camera from any side.

In: a picture, with or without the corners of a square. Out: tiles with names and places. ``finding`` looks for tops and
their plane, ``naming`` for faces. The command line imports it.
"""
