"""A client's line to the broker of a table or hall: connect, log in, ask a table and wait for its answer.

In: address and login. Out: payloads as they come, answers to orders. Terminals import it; the daemon has its own client.
"""
