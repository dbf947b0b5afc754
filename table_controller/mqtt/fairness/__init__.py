"""No login keeps the others waiting: queues that take turns, and a guard against floods.

In: who sent how much. Out: whose turn it is, and who is not to be heard for a while. It knows no connection.
"""
