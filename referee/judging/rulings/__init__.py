"""Acts of judges on a game, with one file per topic. Each act has a refusal, which says why it makes no sense now.

In: the observations of judges. Out: their events. ``topics`` imports the package, and commands ask it for refusals.
"""
