"""Measures the places of a table's felt, console, walls and ponds in pictures of it bare and set.

In: pictures by the table's camera. Out: a geometry as a TOML file, the source of each value, and a picture with it
drawn in. The command line imports it.
"""
