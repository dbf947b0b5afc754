"""From signals and sightings to observations, in the order in which things can have happened.

In: the unit's signals and the camera's sightings. Out: observations for the referee, button presses, what vision may
expect next. ``waiting`` holds the inputs that wait for their turn, ``policies`` the rules for each kind of input.
Alerts and the daemon import it.
"""
