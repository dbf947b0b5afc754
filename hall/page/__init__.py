"""The page of a hall: one address for all its tables, served by a process of its own that is kept running.

In: options of the command line. Out: the page, and alerts about it. The hall's command and the simulation import it; it
knows neither journals nor tables.
"""
