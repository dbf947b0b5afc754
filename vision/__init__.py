"""Overhead camera frames in, sightings of tiles out.

The folders, from the lowest layer up: ``sightings`` (all that vision reports), ``lens`` and ``geometry``; ``prints``,
``model`` and ``camera``; ``calibration``; ``change``; ``reading``; ``tracking``; ``clips``; ``worker``, the process that
runs it all. ``photo`` reads single pictures by any camera. Of the referee it imports only the tiles.
"""
