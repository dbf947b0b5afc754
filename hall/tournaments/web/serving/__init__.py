"""All that can be asked of tournaments' books in one list, its description, and the routes that answer.

In: HTTP requests. Out: their answers. A hall's server mounts the routes; no other room of tournaments imports this one.
"""
