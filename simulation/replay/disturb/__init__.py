"""A model of people at a table: when they do what, with one injected foul, to test the referee.

It shares only tiles, records and observation types with the judging code. Nothing that runs a table imports it.
"""
