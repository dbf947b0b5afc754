"""What judges and technicians may ask of a table over the broker: ``command/<name>``, answered with JSON; by topic."""
