"""A second renderer of films: real tiles, cut out of photographs, on photographed cloth under photographed lamps.

Tiles, cloth and the way a picture is taken are its own. Arms, console and shadows, and the order in which all is laid,
are those of ``simulation/camera``.
"""
