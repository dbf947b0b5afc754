"""``jantaku judge``: the judge's commands and what the tables of a hall tell, in a terminal."""
