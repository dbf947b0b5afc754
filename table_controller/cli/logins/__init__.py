"""``jantaku logins`` and ``authority``: who may log in at the broker, the broker's files made from that, and certificates."""
