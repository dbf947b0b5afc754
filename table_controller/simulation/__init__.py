"""The simulated table: time, world, players, camera."""
