"""What judges do to a game; a file for each topic. Each has a refusal, which says why something makes no sense."""
