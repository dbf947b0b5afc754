"""Measures a table: where its felt, console, walls and ponds lie, from pictures of it bare and set.

In: pictures by the table's camera. Out: a geometry as a TOML file, how each value was found, and a picture with it drawn
in. The command line imports it.
"""
