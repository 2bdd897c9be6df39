"""One story's play: its controller, its fault, and what was seen."""
import contextlib
import http.client
import json
import threading
import time

import judge
import lab_objects
from failure import Failure
from ledger import CLAIMS, PODS
from proxy import HTTP
from raw_relay import RawLine

ANSWER_SECONDS = 5  # a probe of Kubernetes gives up after one


class Scene:
    def __init__(self, lab, mode=HTTP, scale=1.0):
        self.lab, self.api, self.cloud, self.ledger, self.scale = lab, lab.api, lab.cloud, lab.ledger, scale
        self.problems, self.notes, self.probed = [], {}, 0
        self.began, self.offset = time.time(), lab.audit.size()
        self.proxy = lab.proxy(mode)
        self.controller = None
        self.over, self.watches = None, []  # what a story leaves running

    def start(self, **settings):
        self.controller = self.lab.controller(self.proxy, **settings)
        self.lab.settle()
        self.base = {uid: pod.node for uid, pod in self.ledger.pods.items() if pod.gone is None}
        return self.controller

    def fail(self, problem):
        self.problems.append(problem)

    # While the fault lasts

    def last(self, seconds):
        """The fault's time, which passes shorter where that was asked for."""
        time.sleep(seconds * self.scale)

    @contextlib.contextmanager
    def nothing_changes(self, what="during the fault"):
        began, offset = time.time(), self.lab.audit.size()
        try:
            yield
        finally:
            ended = time.time()
            found = judge.changes(self.cloud.events(began, ended), self.lab.audit.since(offset, ended))
            if found:
                self.fail(f"{what}: {found[0]}" + (f" and {len(found) - 1} more" if len(found) > 1 else ""))

    # Afterwards

    def serves(self, limit, since=None, what="after the fault"):
        """A new pod runs on a machine that was not there before, within the limit. Says after how many seconds."""
        since = since or time.time()
        before, machines = set(self.ledger.pods), set(self.cloud.machines())
        others, asked = len(self.probes()), 0
        end = since + limit
        while time.time() < end:
            with self.ledger.lock:
                running = [pod for uid, pod in self.ledger.pods.items() if uid not in before and pod.running]
            fresh = [pod.running for pod in running if pod.node not in machines]
            if fresh:
                took = max(0.0, fresh[0] - since)
                self.notes["served"] = round(took, 1)
                return took
            if self.controller.has_ended() and not self.notes.get("may end"):
                break
            if len(running) == asked:  # the first, or those before found room on nodes that were still there
                asked += 1
                self.scale_probe(others + asked)
            time.sleep(0.1)
        self.fail(f"{what}: no node for a new pod after {limit} s{self.state()}")
        return None

    def state(self):
        """In a few words, for whoever reads of a failure."""
        if self.controller.has_ended():
            return f"; the controller has ended with {self.controller.process.returncode}"
        try:
            told = self.statusz()
        except (OSError, Failure, ValueError) as problem:
            return f"; /statusz: {problem}"
        phases = [kind for kind, watch in told["watches"].items() if watch["phase"] != "synced"]
        return f"; isSynced {told['snapshot']['isSynced']}, nodePools {told['snapshot']['nodePools']}, not synced: {phases}"

    # The pod that needs a node of its own

    @property
    def pods_path(self):
        return PODS

    def probes(self):
        return self.api.items(PODS + "?labelSelector=app%3Dprobe")

    def scale_probe(self, count):
        names = [pod["metadata"]["name"] for pod in self.probes()]
        for name in names[count:]:
            self.api.delete(f"{PODS}/{name}")
        for _ in range(count - len(names)):
            self.probed += 1
            self.api.create(PODS, lab_objects.probe(f"probe-{self.probed}"))

    def probe_node(self):
        """The name of the node that the probe runs on."""
        return next((pod["spec"]["nodeName"] for pod in self.probes() if pod["spec"].get("nodeName")), None)

    def await_others(self):
        """Until scheduler and kwok, which an API server's absence makes wait as well, are at work again: what they take
        is not the controller's."""
        node = sorted(self.cloud.machines())[0]
        self.api.create(PODS, lab_objects.bound_pod("canary-bound", node))
        self.api.create(PODS, lab_objects.probe("canary-nowhere", selector={"nowhere": "to-be-found"}))
        end = time.monotonic() + 180
        while time.monotonic() < end:
            bound, nowhere = self.api.get(f"{PODS}/canary-bound"), self.api.get(f"{PODS}/canary-nowhere")
            if bound["status"].get("phase") == "Running" and nowhere["status"].get("conditions"):
                break
            time.sleep(0.2)
        else:
            raise Failure("scheduler or kwok did not come back within 180 s")
        for name in ("canary-bound", "canary-nowhere"):
            self.api.delete(f"{PODS}/{name}")

    def probe_runs(self, limit, what="after the fault"):
        """The probe that was asked for before runs."""
        since = time.time()
        while time.time() < since + limit:
            pods = self.probes()
            if pods and all(pod["status"].get("phase") == "Running" for pod in pods):
                self.notes["served"] = round(time.time() - since, 1)
                return
            time.sleep(0.2)
        self.fail(f"{what}: no node for a new pod after {limit} s{self.state()}")

    # Machines

    def orphan(self):
        """A machine that no claim has, made in the cloud itself."""
        name = "orphan-" + str(int(time.time()))
        like = self.api.get("/api/v1/nodes/" + sorted(self.cloud.machines())[0])
        kept = {key: like["metadata"][key] for key in ("labels", "annotations")}
        kept["annotations"] = {**kept["annotations"], "karpenter-jvm.dev/claim-uid": name}
        kept["labels"] = {**kept["labels"], "kubernetes.io/hostname": name}
        spec = {"providerID": f"kwok://{name}", "taints": [{"key": "karpenter.sh/unregistered", "effect": "NoExecute"}]}
        metadata = {"name": name, "uid": name, "resourceVersion": "1", **kept}
        status = {key: like["status"][key] for key in ("capacity", "allocatable")}
        node = {"apiVersion": "v1", "kind": "Node", "metadata": metadata, "spec": spec, "status": status}
        self.cloud.create(name, node)
        return name

    def until_ended(self, machine, limit, what):
        since = time.time()
        while time.time() < since + limit:
            if machine not in self.cloud.machines():
                self.notes["ended"] = round(time.time() - since, 1)
                return
            time.sleep(0.5)
        self.fail(f"{what} was not ended within {limit} s{self.state()}")

    # Other processes and repeated faults

    def restarted(self, **settings):
        """The controller again, with other settings."""
        self.lab.end_controllers()
        self.controller = self.lab.controller(self.proxy, **settings)
        return self.controller

    def stand_by(self):
        """A second controller behind a proxy of its own, which is the scene's from now on."""
        self.proxy = self.lab.proxy()
        self.controller = self.lab.controller(self.proxy, elects=True)

    def repeating(self, period, do):
        self.over = threading.Event()

        def run():
            while not self.over.wait(period):
                do()

        threading.Thread(target=run, daemon=True).start()

    def stop_repeating(self):
        if self.over:
            self.over.set()

    def close(self):
        self.stop_repeating()
        for watch in self.watches:
            watch.stop()

    def resident(self):
        """Of the controller's process, in MiB."""
        with open(f"/proc/{self.controller.process.pid}/status") as file:
            return next(int(line.split()[1]) for line in file if line.startswith("VmRSS")) / 1024

    # What the controller says of itself

    def ask(self, path, port=None):
        """Status and text; None when it does not answer in time."""
        connection = http.client.HTTPConnection("127.0.0.1", port or self.controller.health, timeout=ANSWER_SECONDS)
        try:
            connection.request("GET", path)
            answer = connection.getresponse()
            return answer.status, answer.read().decode()
        except (OSError, http.client.HTTPException) as problem:
            return None, str(problem)
        finally:
            connection.close()

    def statusz(self):
        code, told = self.ask("/statusz", self.controller.metrics)
        if code != 200:
            raise Failure(f"/statusz: {code} {told}")
        return json.loads(told)

    def says_interrupted(self, kind):
        """`/statusz` tells that this kind is not known for sure at the moment."""
        try:
            watches = self.statusz()["watches"]
        except Failure as problem:
            return self.fail(str(problem))
        phase = next((watch["phase"] for name, watch in watches.items() if name.split(".")[0] == kind), "missing")
        if phase == "synced":
            self.fail(f"/statusz says that {kind} are synced, and nobody can read them")
        return None

    def tells_the_truth(self):
        """After the fault: it answers, and counts what is there."""
        for path in ("/healthz", "/readyz"):
            code, told = self.ask(path)
            if code != 200:
                self.fail(f"{path} answers {code} after the fault: {told.strip()[:200]}")
        code, told = self.ask("/statusz", self.controller.metrics)
        if code != 200:
            return self.fail(f"/statusz answers {code} after the fault")
        seen = json.loads(told)["snapshot"]
        there = {
            "nodes": len(self.ledger.now(self.ledger.nodes)), "nodeClaims": len(self.ledger.now(self.ledger.claims)),
            "nodePools": 1,
        }
        wrong = [f"{name} {seen[name]} instead of {count}" for name, count in there.items() if seen[name] != count]
        if wrong:
            self.fail(f"/statusz is wrong after the fault: {', '.join(wrong)}")
        return None

    def nothing_lost(self):
        """Over the whole story, by the cloud's record and the audit log; and the pods of the beginning still run."""
        events, asked = self.cloud.events(self.began), self.lab.audit.since(self.offset)
        found = judge.machines_lost(events) + judge.pods_lost(asked) + judge.machines_twice(self.cloud.events())
        with self.ledger.lock:
            gone = [self.ledger.pods[uid].name for uid in self.base if self.ledger.pods[uid].gone]
        if gone:
            found.append(f"pods that ran before the fault are gone: {', '.join(sorted(gone))}")
        self.problems += found[:3]

    def ends_at_rest(self, consolidating=False):
        """What the probe needed goes again: by the controller's own will, or because its claim is deleted, which is
        half a minute quicker."""
        self.scale_probe(0)
        try:
            if not consolidating:
                self.delete_spare_claims()
            self.lab.settle()
        except Failure as problem:
            self.fail(str(problem))

    def delete_spare_claims(self):
        """Those of nodes that none of the base's pods is on, once nobody else is on them."""
        self.lab.stage.until(lambda: len(self.ledger.now(self.ledger.pods)) == lab_objects.BASE_PODS, 30, "the probe is gone")
        with self.ledger.lock:
            used = {pod.node for pod in self.ledger.now(self.ledger.pods)}
            spare = [claim.name for claim in self.ledger.now(self.ledger.claims) if claim.node not in used]
        for name in spare:
            self.api.delete(f"{CLAIMS}/{name}")

    # Connections

    def lines(self, carrying_watches=None):
        """Those of the controller; with HTTP/2 the one that carries watches is the one over which most has come."""
        raw = self.proxy.chosen(lambda line: isinstance(line, RawLine))
        if carrying_watches is None or not raw:
            return raw
        most = max(raw, key=lambda line: line.passed["to-client"])
        return [line for line in raw if (line is most) == carrying_watches]
