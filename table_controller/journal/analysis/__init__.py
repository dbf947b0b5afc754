"""What the hall collected as flat tables, for programs that analyse data."""
