"""The seats in each round of a tournament: drawn on a schedule, by standings, or repaired after people left or came.

In: names, the number of rounds, wishes, rounds played. Out: rounds of tables, each with four names in the order of their
first seats (East first). ``hall.tournaments.schedules`` decides who meets whom; commands import this room.
"""
