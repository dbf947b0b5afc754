"""The sheets of a tournament for people: score sheets, standings, seating plans and name cards; also as tables.

In: the values that ``hall.tournaments.book.exported`` gives. Out: PDF, CSV and XLSX, as bytes. Nothing here reads a clock
or writes a file; the fonts are those of the machine. The command line imports it, and whatever else hands out sheets.
"""
