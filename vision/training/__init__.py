"""The training of the recogniser, and the way it learns a club's own tiles.

In: drawn faces, fonts, labelled photographs. Out: the networks of ``vision.model`` and corrections of them. Nothing
that runs at a table imports it, except to learn a club's tiles and to draw the simulated table.
"""
