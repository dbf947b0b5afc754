"""A ruleset: every rule that differs between rulebooks, as data.

In: a mapping read from TOML. Out: a frozen ``Ruleset`` in groups of settings, checked as a whole, and its settings in
words. All packages of the referee may import it; it imports only the configuration.
"""
