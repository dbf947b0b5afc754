"""Names tiles: the network, and its correction for a club's own tiles.

In: cut-outs of a picture. Out: the probability of each name. The networks (``*.onnx``) and their cards lie here too.
``enrol`` learns a club's tiles. All of vision may import it.
"""
