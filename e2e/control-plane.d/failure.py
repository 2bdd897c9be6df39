"""What a command says before it exits non-zero."""


class Failure(Exception):
    """A sentence for the user: what went wrong and, where one is known, the way out."""
