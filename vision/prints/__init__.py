"""Our own drawings of the tile faces and backs.

In: strokes and a style. Out: a face or a back as a picture. Enrolment, the simulated camera and training import it.
"""
