"""Acts out a hand with a foul on the simulated table, at the times given by the model of people.

In: a hand of ``replay.disturb``. Out: gestures in the world. ``playing`` imports it.
"""
