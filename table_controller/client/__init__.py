"""A client's line to the broker of a table or hall: connects, logs in, queries a table and waits for its answer.

In: address and login. Out: payloads as they come, answers to orders. Terminals import it; the daemon has its own client.
"""
