"""What figures are measured on: recorded hands and games, or such as are made by seed where there are none."""
