"""A ruleset: every rule that differs between rulebooks, as data.

In: a mapping out of TOML. Out: a frozen ``Ruleset`` in groups of settings, checked as a whole, and its settings in words.
All rooms of the referee may import it; it imports the configuration only.
"""
