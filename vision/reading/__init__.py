"""One picture of a zone: where tiles lie in it, and what each may be.

In: a chart of a zone and the felt's colour. Out: shapes with the probabilities of their names, walls counted, dice read.
Nothing is remembered from picture to picture; tracking imports it.
"""
