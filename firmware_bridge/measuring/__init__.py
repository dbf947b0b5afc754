"""The speed and reliability of a link with noise on the line. ``jantaku link`` imports it."""
