"""The measuring of figures: alternating rounds, medians with their confidence, peers, and the table of a result."""
