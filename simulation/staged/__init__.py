"""A hand with a foul in it, acted out on the simulated table by the times of the model of people.

In: a hand of ``replay.disturb``. Out: gestures in the world. ``run`` imports it.
"""
