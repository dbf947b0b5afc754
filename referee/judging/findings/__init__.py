"""The base of all judging: the observation in hand, findings, suspicions, claim windows.

In: a state and an observation. Out: events, put one after the other and each folded at once. All packages of judging
import it.
"""
