"""The camera above the simulated table: draws the world and delivers frames as a camera does.

In: the world at a time. Out: pictures in shared memory. ``playing`` and ``bench`` import it.
"""
