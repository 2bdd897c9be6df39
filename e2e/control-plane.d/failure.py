"""What a command says before it exits non-zero."""


class Failure(Exception):
    """A sentence for the user: what went wrong and, where one is known, the way out."""

    exit_code = 1


class Unavailable(Failure):
    """This machine lacks a tool; nothing is wrong with the rest."""

    exit_code = 69
