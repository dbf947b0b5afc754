"""From signals and sightings to observations, in an order in which the acts can have happened.

In: the unit's signals and the camera's sightings. Out: observations for the referee, button presses, the next sightings
that vision may expect. ``waiting`` holds the inputs that wait for their turn, ``policies`` the rules for each kind of input.
Alerts and the daemon import it.
"""
