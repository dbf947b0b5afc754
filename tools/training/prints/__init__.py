"""The faces to train on: our own drawings, other people's, and invented sets.

In: the drawings of ``vision.prints``, fonts, pictures of faces. Out: prints of all faces.
"""
