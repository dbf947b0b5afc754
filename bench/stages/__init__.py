"""Tables to try the program on: acted out without hardware, laid out or drawn, each with its truth.

In: records, seeds. Out: what felt and seen tables tell, pictures with what lies in them. Benches and tests import it; it
imports neither.
"""
