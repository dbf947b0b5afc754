"""The groups of settings that make a ruleset, and how they are read, checked and put into words."""
