"""A tournament's book over HTTP: what organisers and referees enter, what everybody may see.

In: requests, and who makes them. Out: entries in a hall's store (``hall.tournaments.books``), results and standings. Any
server of ours mounts its routes; the description of the API is made from its declarations.
"""
