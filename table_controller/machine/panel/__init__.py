"""The panel at the table: buttons, lamps and a buzzer at the computer's own pins, where a table has them.

In: pins, and the state of the game. Out: signals like the unit's, and what lamps and buzzer show. The daemon, alerts
and the command line import it.
"""
