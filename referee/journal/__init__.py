"""The journal: every observation with the events decided from it, on disk before anything else happens.

In: observations and events. Out: numbered, chained entries, and what they fold to. The only room of the referee that
touches files and databases; the daemon and the commands that read journals import it.
"""
