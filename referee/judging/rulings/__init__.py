"""What judges do to a game; a file for each topic. Each has a refusal, which says why something makes no sense.

In: the observations of judges. Out: their events. ``topics`` imports it, and the commands ask it for refusals.
"""
