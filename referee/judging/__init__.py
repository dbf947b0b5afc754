"""``decide(state, observation) -> events``: what an observation means by the rules.

``topics`` says which handler judges what. Below it, from the bottom: ``findings`` (an observation being judged, suspicions,
claim windows), ``play`` (turns and calls), ``ending`` (wins, draws, settlement), ``rulings`` (what judges say). Import
``decide``; the rest is for the packages of this folder and for code that asks what a ruling would do.
"""
