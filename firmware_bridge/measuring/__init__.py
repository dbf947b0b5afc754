"""How fast and how sure a link is, with noise on the line. ``jantaku link`` imports it."""
