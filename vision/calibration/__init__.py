"""The place of the camera, and each zone seen straight from above.

In: a picture with the markers of the rim. Out: lens, pose and view, kept in a file; rectified charts of zones; the sheets
to print. Everything that reads pictures of a table imports it.
"""
