"""What a controller costs, measured from outside: procfs and the audit log."""
import json
import os

CONTROLLER = "system:serviceaccount:kube-system:karpenter"
TICKS = os.sysconf("SC_CLK_TCK")


class ProcessMeter:
    """The controller's own process: a launcher that stays in front of it is left out."""

    def __init__(self, process):
        self.pid = innermost(process.pid)

    def cpu_seconds(self):
        with open(f"/proc/{self.pid}/stat") as file:
            fields = file.read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / TICKS

    def memory(self, field):
        """VmRSS, or VmHWM for the most it ever was; in megabytes of 10^6 bytes."""
        with open(f"/proc/{self.pid}/status") as file:
            line = next(line for line in file if line.startswith(field + ":"))
        return int(line.split()[1]) * 1024 / 1e6


def innermost(pid):
    while True:
        children = []
        for task in os.listdir(f"/proc/{pid}/task"):
            with open(f"/proc/{pid}/task/{task}/children") as file:
                children += [int(child) for child in file.read().split()]
        if len(children) != 1:
            return pid
        pid = children[0]


class RequestMeter:
    """Requests of the controller, counted once each; a watch counts when it begins."""

    def __init__(self, audit):
        self.audit, self.position, self.counted = audit, 0, set()

    def since_last(self):
        """Requests by verb and resource since the last call."""
        counts = {}
        with open(self.audit, "rb") as file:
            file.seek(self.position)
            for line in file:
                if not line.endswith(b"\n"):
                    break
                self.position += len(line)
                self.count(json.loads(line), counts)
        return counts

    def count(self, request, counts):
        if request["user"]["username"] != CONTROLLER or request["auditID"] in self.counted:
            return
        self.counted.add(request["auditID"])
        target = request.get("objectRef", {})
        resource = "/".join(filter(None, [target.get("resource", request["requestURI"].split("?")[0]), target.get("subresource")]))
        key = f"{request['verb']} {resource}"
        counts[key] = counts.get(key, 0) + 1


def nodes_created(audit):
    """Names of the Nodes that a controller's requests made, once for each time."""
    made = []
    with open(audit) as file:
        for line in file:
            if '"create"' not in line or '"nodes"' not in line or not line.endswith("\n"):
                continue
            request = json.loads(line)
            target = request.get("objectRef", {})
            if (request["verb"], target.get("resource"), target.get("subresource")) != ("create", "nodes", None):
                continue
            if request["user"]["username"] == CONTROLLER and request.get("responseStatus", {}).get("code") == 201:
                made.append(target.get("name"))
    return made
