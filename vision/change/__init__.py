"""Changes between two frames: arms, light, the camera itself.

In: reduced pictures. Out: which zones are calm, covered or changed, and whether the camera still hangs where it did.
Reading and tracking import it.
"""
