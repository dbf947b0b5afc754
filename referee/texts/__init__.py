"""What is said to people: a code with typed arguments, of which each language makes its own words.

``kinds`` has what an argument can be, ``signatures`` the arguments of texts, ``declaration`` what a text is, ``message`` the
value that is journalled and sent, ``language`` makes words of it; ``findings`` and ``lines`` declare the texts themselves.
The words stand in ``config/texts``, a file for each language. Uses ``config`` and ``referee.tiles``; everybody may use it.
"""
