"""No login keeps the others waiting: queues that take turns, and a guard against floods.

In: the amounts that logins send. Out: the next turn, and the logins muted for a while. It knows no connection.
"""
