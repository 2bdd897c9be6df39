"""Everything that happened to pods, claims and nodes while a story was played, and what must never have happened."""
import threading
from dataclasses import dataclass, field
from typing import Optional

from watch import SYNCED, Watch

PODS = "/api/v1/namespaces/default/pods"
NODES = "/api/v1/nodes"
CLAIMS = "/apis/karpenter.sh/v1/nodeclaims"
PRICE = "eks-node-viewer/instance-price"
UNREGISTERED, DISRUPTED = "karpenter.sh/unregistered", "karpenter.sh/disrupted"


@dataclass
class Pod:
    name: str
    seen: float
    node: Optional[str] = None
    running: Optional[float] = None
    gone: Optional[float] = None


@dataclass
class Claim:
    name: str
    uid: str
    seen: float
    conditions: dict = field(default_factory=dict)
    provider_id: Optional[str] = None
    node: Optional[str] = None
    deleting: Optional[float] = None
    gone: Optional[float] = None

    def is_(self, condition):
        return self.conditions.get(condition) == "True"


@dataclass
class Node:
    name: str
    uid: str
    seen: float
    provider_id: Optional[str] = None
    hostname: Optional[str] = None
    price: float = 0.0
    registered: Optional[float] = None
    retainted: Optional[str] = None
    deleting: Optional[float] = None
    gone: Optional[float] = None


class Ledger:
    """Keyed by uid, so that a second object of the same name is a second entry."""

    def __init__(self, api):
        self.lock = threading.RLock()
        self.changed = threading.Condition(self.lock)
        self.pods, self.claims, self.nodes = {}, {}, {}
        self.heartbeats = 0  # changes of nodes, most of which say that nothing has changed
        self.moved = 0.0  # when a pod or a claim last changed; nodes send heartbeats all the time
        self.watches = [
            Watch(api, PODS, self.noting(self.pods, self.pod), self.missing(self.pods)),
            Watch(api, CLAIMS, self.noting(self.claims, self.claim), self.missing(self.claims)),
            Watch(api, NODES, self.noting(self.nodes, self.node), self.missing(self.nodes)),
        ]

    def stop(self):
        for watch in self.watches:
            watch.stop()

    def noting(self, entries, update):
        def seen(change, told, when):
            with self.lock:
                entry = update(told, when)
                if entries is self.nodes:
                    self.heartbeats += 1
                else:
                    self.moved = when
                if change == "DELETED" and entry.gone is None:
                    entry.gone = when
                self.changed.notify_all()

        return seen

    def missing(self, entries):
        def listed(uids, when):
            with self.lock:
                for uid, entry in entries.items():
                    if uid not in uids and entry.gone is None:
                        entry.gone = when
                self.changed.notify_all()

        return listed

    def pod(self, told, when):
        meta = told["metadata"]
        entry = self.pods.setdefault(meta["uid"], Pod(meta["name"], when))
        entry.node = told["spec"].get("nodeName")
        if told["status"].get("phase") == "Running" and entry.running is None:
            entry.running = when
        return entry

    def claim(self, told, when):
        meta, status = told["metadata"], told.get("status", {})
        entry = self.claims.setdefault(meta["uid"], Claim(meta["name"], meta["uid"], when))
        for condition in status.get("conditions", []):
            entry.conditions[condition["type"]] = condition["status"]
        entry.provider_id, entry.node = status.get("providerID"), status.get("nodeName")
        if meta.get("deletionTimestamp") and entry.deleting is None:
            entry.deleting = when
        return entry

    def node(self, told, when):
        meta, spec = told["metadata"], told["spec"]
        labels = meta.get("labels", {})
        entry = self.nodes.setdefault(meta["uid"], Node(meta["name"], meta["uid"], when))
        entry.provider_id = spec.get("providerID")
        entry.hostname = labels.get("kubernetes.io/hostname")
        entry.price = float(labels.get(PRICE, 0))
        taints = {taint["key"] for taint in spec.get("taints", [])} & {UNREGISTERED, DISRUPTED}
        if entry.registered is not None and taints:
            entry.retainted = f"{entry.name} got {', '.join(sorted(taints))} after it had registered"
        if entry.registered is None and labels.get("karpenter.sh/registered") == "true" and UNREGISTERED not in taints:
            entry.registered = when
        if meta.get("deletionTimestamp") and entry.deleting is None:
            entry.deleting = when
        return entry

    def now(self, entries):
        """Those that are there."""
        with self.lock:
            return [entry for entry in entries.values() if entry.gone is None]

    def running(self):
        return sum(1 for pod in self.now(self.pods) if pod.running is not None)

    # What must never have happened

    def launched_twice(self):
        """Claims for which there was more than one Node, ever."""
        by_claim = {}
        with self.lock:
            for node in self.nodes.values():
                if is_kwok(node):
                    by_claim.setdefault(node.hostname, []).append(node.name)
        return [f"claim {claim} was launched as {', '.join(names)}" for claim, names in by_claim.items() if len(names) > 1]

    def unpaired(self):
        """Every Node has its one claim and every claim its one Node."""
        problems = []
        with self.lock:
            claims, nodes = self.now(self.claims), [node for node in self.now(self.nodes) if is_kwok(node)]
            for node in nodes:
                owners = [claim for claim in claims if claim.provider_id == node.provider_id]
                if len(owners) != 1:
                    problems.append(f"node {node.name} has {len(owners)} claims")
            for claim in claims:
                owned = [node for node in nodes if node.provider_id == claim.provider_id]
                if len(owned) != 1:
                    problems.append(f"claim {claim.name} has {len(owned)} nodes")
        return problems

    def waiting(self):
        return [f"pod {pod.name} does not run" for pod in self.now(self.pods) if pod.running is None]


def is_kwok(node):
    return (node.provider_id or "").startswith("kwok://")


__all__ = ["Ledger", "SYNCED", "PODS", "NODES", "CLAIMS"]
