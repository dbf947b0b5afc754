"""Addresses and topics at the broker, what may be sent there, and the rights of those who use it.

``topics`` declares each topic, ``gate`` checks all that comes from outside. Roles, logins, passwords and certificates
are here too.
"""
