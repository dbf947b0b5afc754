"""Real servers of a bench's or a test's own, on free ports: NATS with JetStream, PostgreSQL.

In: a folder. Out: a server that can be stopped and started, and its address. Benches and tests import it.
"""
