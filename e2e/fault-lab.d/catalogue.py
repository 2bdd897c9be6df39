"""The table of stories: what is broken, and what has to hold."""
from dataclasses import dataclass
from typing import Callable

from proxy import HTTP

SERVED, RECOVERED = 60, 45  # seconds to a new pod's node: after a fault; after a connection was silent
STORIES = {}


@dataclass(frozen=True)
class Story:
    name: str
    fault: str
    expects: str
    mode: str
    consolidates: bool  # afterwards an empty node has to go by the controller's own will
    play: Callable


def story(name, fault, expects, mode=HTTP, consolidates=False):
    """Adds the function to the table."""
    def add(play):
        if name in STORIES:
            raise ValueError(f"two stories are called {name}")
        STORIES[name] = Story(name, fault, expects, mode, consolidates, play)
        return play

    return add
