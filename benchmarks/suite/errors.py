"""What is wrong with what the user gave."""


class UserError(Exception):
    """A command cannot do what it was asked to; the text says why, in one line."""
