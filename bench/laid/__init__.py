"""A second renderer of films: real tiles, cut out of photographs, on photographed cloth under photographed lamps.

It shares no drawing with ``simulation/camera``: of that it uses the place of the camera and the layers that repaint only
what changed.
"""
