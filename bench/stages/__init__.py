"""Tables for trying the program: acted out without hardware, laid out or drawn, each with its truth.

In: records, seeds. Out: signals and sightings of such tables, and pictures with their true content. Benches and tests
import it; it imports neither.
"""
