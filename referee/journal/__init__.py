"""The journal: every observation with the events decided from it, on disk before anything else happens.

In: observations and events. Out: numbered, chained entries, and the state they fold to. No other package of the referee
touches files or databases. The daemon and the commands that read journals import it.
"""
