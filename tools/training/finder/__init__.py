"""The network that finds tiles: drawn scenes and labelled photographs in, ``finder.onnx`` out.

``python -m tools.training.finder.train``.
"""
