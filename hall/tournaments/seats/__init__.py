"""The seats in each round of a tournament: people on a schedule, by standings, and after somebody left or came.

In: names, how many rounds, wishes, what was played. Out: rounds of tables, each with four names in the order of their
first seats (East first). ``hall.tournaments.schedules`` says who meets whom; commands import this.
"""
