"""From a hall to a federation: committed entries to a JetStream stream, and out of it into another store."""
