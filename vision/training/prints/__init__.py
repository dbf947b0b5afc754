"""The faces to train on: our own drawings, other people's, and invented sets.

In: strokes, fonts, pictures of faces. Out: prints of all faces. Training and the simulated camera import it.
"""
