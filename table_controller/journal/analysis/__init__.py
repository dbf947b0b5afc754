"""The hall's collected entries as flat tables, for programs that analyse data."""
