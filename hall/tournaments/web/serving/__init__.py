"""All requests about tournaments' books in one list, their description, and the routes that answer them.

In: HTTP requests. Out: their answers. A hall's server mounts the routes; no other room of tournaments imports this one.
"""
