"""The table's connection to the broker, and the rights of those who use it.

In: state, entries and alerts to publish; requests of logins. Out: packets, and requests that passed the gate, each
once. ``topics`` declares each topic. Roles, logins, passwords and certificates are here too. It knows no command and
no game.
"""
