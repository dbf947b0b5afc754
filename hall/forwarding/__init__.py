"""From a hall to a federation: forwards filed entries to a JetStream stream, and files them in the federation's store."""
