"""What the API server says was asked of it: the record of a witness that no fault of the lab's touches."""
import datetime
import json
import os
from dataclasses import dataclass

CONTROLLER = "system:serviceaccount:kube-system:karpenter"
READS = ("get", "list", "watch")


@dataclass(frozen=True)
class Asked:
    at: float  # when the server received it
    user: str
    agent: str
    source: str  # the address that it came from
    verb: str
    resource: str  # with a subresource after a slash
    name: str
    namespace: str
    code: int
    body: dict

    @property
    def is_write(self):
        return self.verb not in READS

    @property
    def is_lease(self):
        return self.resource == "leases"

    def __str__(self):
        return f"{self.verb} {self.resource} {self.name} at {clock(self.at)}"


# Bodies of deletions and bindings are small.
LONGEST_LINE = 1 << 20


class AuditLog:
    def __init__(self, path):
        self.path = path

    def size(self):
        """Up to the last whole line: the server may be writing one."""
        if not os.path.exists(self.path):
            return 0
        with open(self.path, "rb") as file:
            begin = max(0, os.path.getsize(self.path) - LONGEST_LINE)
            file.seek(begin)
            return begin + file.read().rfind(b"\n") + 1

    def since(self, offset, until=None):
        """Requests in the order in which they were received, from this size of the file on."""
        with open(self.path, "rb") as file:
            file.seek(offset)
            lines = [line for line in file if line.endswith(b"\n")]
        asked = sorted((parse(json.loads(line)) for line in lines), key=lambda one: one.at)
        return [one for one in asked if until is None or one.at <= until]


def parse(told):
    about = told.get("objectRef", {})
    resource = about.get("resource", "")
    if about.get("subresource"):
        resource += "/" + about["subresource"]
    return Asked(
        seconds(told["requestReceivedTimestamp"]), told["user"].get("username", ""), told.get("userAgent", ""),
        (told.get("sourceIPs") or [""])[-1], told["verb"], resource, about.get("name", ""), about.get("namespace", ""),
        told.get("responseStatus", {}).get("code", 0), told.get("requestObject") or {},
    )


def seconds(stamp):
    return datetime.datetime.strptime(stamp, "%Y-%m-%dT%H:%M:%S.%fZ").replace(tzinfo=datetime.timezone.utc).timestamp()


def clock(at):
    return datetime.datetime.fromtimestamp(at).strftime("%H:%M:%S.%f")[:-3]
