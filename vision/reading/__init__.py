"""One picture of a zone: the places of its tiles, and their possible names.

In: a chart of a zone and the felt's colour. Out: shapes with the probabilities of their names, walls counted, dice read.
Nothing is remembered from picture to picture; tracking imports it.
"""
