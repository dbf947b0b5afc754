"""The sources of frames: a camera, a folder of pictures, a film, a ring in shared memory.

In: a setting. Out: frames with their times, and whether each frame can be trusted. All of vision may import it.
"""
