"""The samples on which figures are measured: recorded hands and games, or such as are made by seed where there are none."""
