"""A model of people at a table, with the time of each act and one injected foul, to test the referee.

It shares only tiles, records and observation types with the judging code. No code that runs a table imports it.
"""
