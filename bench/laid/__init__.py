"""A second renderer of films: real tiles, cut out of photographs, on photographed cloth under photographed lamps.

Tiles, cloth and camera are its own. Arms, console and shadows, and the order of drawing, are those
of ``simulation/camera``.
"""
