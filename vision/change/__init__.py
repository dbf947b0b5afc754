"""Changes between two frames: arms, light, the camera itself.

In: reduced pictures. Out: the zones that are calm, covered or changed, and whether the camera has moved. Reading and
tracking import it.
"""
