"""A tournament's book over HTTP: organisers and referees enter, everybody reads.

In: requests, and who makes them. Out: entries in a hall's store (``hall.tournaments.books``), results and standings. Any
server of ours can mount its routes; its declarations also make the description of the API.
"""
