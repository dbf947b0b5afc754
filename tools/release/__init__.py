"""What a version is given out as, made from one commit. Nothing of the program imports it."""
