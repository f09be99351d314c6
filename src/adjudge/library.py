"""The door for Python programs: the verbs of the bench as functions."""
