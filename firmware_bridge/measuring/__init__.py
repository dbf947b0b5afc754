"""How fast and how reliable a link is, with noise on the line. ``jantaku link`` imports it."""
