"""The panel of a table that has one: buttons, lamps and a buzzer at the computer's own pins.

In: pins, and the state of the game. Out: signals like the unit's, and the lamps and buzzer. The daemon, alerts and the
command line import it.
"""
