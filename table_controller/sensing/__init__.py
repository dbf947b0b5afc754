"""From signals and sightings to observations, in the order in which things can have happened.

In: what the unit felt and the camera saw. Out: observations for the referee, presses, what vision may expect next. What
waits for its turn is in ``waiting``, what each kind of input asks for in ``policies``. Alerts and the daemon import it.
"""
