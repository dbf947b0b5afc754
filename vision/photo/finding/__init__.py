"""Finds tile-like tops in any picture, and the plane in which the tops lie.

In: a picture. Out: tops with places, sizes and a plane. ``naming`` and ``reader`` import it.
"""
