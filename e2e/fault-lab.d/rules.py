"""Which requests a fault strikes."""
import random
import re
import urllib.parse
from dataclasses import dataclass, field
from typing import Callable, Optional

PODS = r"^/api/v1/(namespaces/[^/]+/)?pods(/|$)"
NODES = r"^/api/v1/nodes(/|$)"
NODE_CLAIMS = r"^/apis/karpenter\.sh/v1/nodeclaims(/|$)"
NODE_POOLS = r"^/apis/karpenter\.sh/v1/nodepools(/|$)"
LEASES = r"^/apis/coordination\.k8s\.io/"
EVERYTHING = r"^/"
WRITES = ("POST", "PUT", "PATCH", "DELETE")


@dataclass(frozen=True)
class Request:
    method: str
    target: str
    body: bytes = b""

    @property
    def path(self):
        return urllib.parse.urlsplit(self.target).path

    @property
    def query(self):
        return urllib.parse.parse_qs(urllib.parse.urlsplit(self.target).query, keep_blank_values=True)

    @property
    def is_watch(self):
        return self.query.get("watch", [""])[0] in ("1", "true")

    @property
    def is_list(self):
        """Of a whole kind: no watch, no single object, no selection."""
        is_plural = re.fullmatch(r"/(api/v1|apis/[^/]+/[^/]+)(/namespaces/[^/]+)?/[^/]+", self.path) is not None
        return self.method == "GET" and is_plural and not self.is_watch and "fieldSelector" not in self.query

    def with_query(self, **changed):
        split = urllib.parse.urlsplit(self.target)
        query = {key: values[0] for key, values in self.query.items()}
        query.update(changed)
        return Request(self.method, f"{split.path}?{urllib.parse.urlencode(query)}", self.body)


@dataclass
class Rule:
    """A fault and whom it strikes. The first rule that matches a request is the one that is played."""

    do: Callable
    path: str = EVERYTHING
    methods: tuple = ()
    watches: Optional[bool] = None  # only watches, no watches, or both
    lists: Optional[bool] = None
    page: Optional[int] = None  # 1: lists from their beginning; 2: all that go on
    share: float = 1.0
    times: Optional[int] = None
    chance: random.Random = field(default_factory=lambda: random.Random(17))
    struck: int = 0

    def fits(self, request):
        """By what the request is."""
        return (
            re.search(self.path, request.path) is not None
            and (not self.methods or request.method in self.methods)
            and (self.watches is None or request.is_watch == self.watches)
            and (self.lists is None or request.is_list == self.lists)
            and (self.page is None or (request.is_list and self.page == (2 if "continue" in request.query else 1)))
        )

    def strikes(self, request):
        """By what it is, by chance and by how often this has struck. Counts."""
        if not self.fits(request) or (self.times is not None and self.struck >= self.times):
            return False
        if self.share < 1.0 and self.chance.random() >= self.share:
            return False
        self.struck += 1
        return True
