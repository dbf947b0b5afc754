"""The daemon: wires firmware, vision and referee together."""
