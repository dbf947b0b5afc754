"""The samples on which figures are measured: recorded hands and games, or ones made by seed if there are none."""
