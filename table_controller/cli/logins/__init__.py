"""``jantaku logins``: who may log in at the broker, and the broker's files made from that."""
