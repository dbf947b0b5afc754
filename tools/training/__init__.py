"""Trains the networks of ``vision.model``.

In: drawn faces, fonts, labelled photographs. Out: ``tiles.onnx`` and ``finder.onnx``. It is in no package that is
installed: nothing that runs at a table may import it.
"""
