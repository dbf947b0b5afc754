"""Texts for people: a text is a code with typed arguments, which each language puts into its own words.

``kinds`` defines the types of arguments, ``signatures`` the arguments of texts, ``declaration`` what a text is, ``message``
the value that is journalled and sent. ``language`` puts a message into words. ``findings`` and ``lines`` declare the texts.
The words are in ``config/texts``, one file per language. The package imports ``config`` and ``referee.tiles``; any code may
import it.
"""
