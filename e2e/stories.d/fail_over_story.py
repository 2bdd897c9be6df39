"""The standby must act as soon as it may: it has the lease watched and the cluster's state at hand."""
import argparse
import signal
import time

import workload
from failure import Failure
from stage import Stage, ending_well, kill, prepare, say
from watch import Watch

LEASES = "/apis/coordination.k8s.io/v1/namespaces/kube-system/leases"
LEASE = "karpenter-leader-election"
BATCH_IDLE = 1.0  # seconds, as the settings have it: every controller waits so long for more pods
ALLOWED = 2.0
ELECTION = {"DISABLE_LEADER_ELECTION": "false", "LEADER_ELECTION_NAMESPACE": "kube-system"}


def main(arguments, usage):
    options = argparse.ArgumentParser(prog="fail-over-story", usage=usage, allow_abbrev=False)
    options.add_argument("--rounds", type=int, default=3, metavar="N", help="of each way to end")
    asked = options.parse_args(arguments)
    return ending_well(lambda: run(asked))


def run(asked):
    prepare("ours")
    problems = []
    with Stage("fail-over") as stage:
        workload.create_all(stage.api, types=workload.SMALL_TYPES)
        lease = Lease(stage.api)
        leader = stage.controller("ours", **ELECTION)
        lease.await_holder()
        pods = 0
        for _ in range(asked.rounds):
            for how in (signal.SIGTERM, signal.SIGKILL):
                standby = stage.controller("ours", **ELECTION)
                pods += 1
                problems += one(stage, lease, leader, how, pods)
                leader = standby
    for problem in problems:
        print(f"FAILED: {problem}")
    say(f"{len(problems)} problems")
    return 1 if problems else 0


def one(stage, lease, leader, how, pods):
    """One pod is made just when the leader ends; from then on it is the standby's to act."""
    before, claims = lease.holder, set(stage.ledger.claims)
    duration = lease.duration
    ended = time.time()
    if how == signal.SIGKILL:
        kill(leader)
    else:
        leader.process.send_signal(how)
    workload.scale(stage.api, pods)
    stage.until(lambda: len(stage.ledger.claims) > len(claims), 60, "the standby made a claim")
    acted = min(claim.seen for uid, claim in stage.ledger.claims.items() if uid not in claims)
    taken = lease.await_other(before)
    released = lease.released_after(ended)
    if how == signal.SIGTERM and released is None:
        raise Failure("the leader went and did not release its lease")
    since = released if how == signal.SIGTERM else ended
    pod = max(pod.seen for pod in stage.ledger.pods.values())
    allowed = ALLOWED if how == signal.SIGTERM else duration + ALLOWED
    took = acted - max(since, pod if how == signal.SIGTERM else since) - BATCH_IDLE
    what = "lease released" if how == signal.SIGTERM else "kill -9"
    say(
        f"{what}: lease taken {taken - since:.2f} s after, first claim {acted - since:.2f} s after, which is {took:.2f} s "
        f"and the batch's {BATCH_IDLE:.0f} s; {allowed:.0f} s are allowed"
    )
    stage.until_running(pods, 120)
    leader.process.wait(40)
    return [] if took <= allowed else [f"{what}: the standby acted after {took:.2f} s, {allowed:.0f} s are allowed"]


class Lease:
    """Who held it, and since when, as seen from outside."""

    def __init__(self, api):
        self.holder, self.duration, self.history = None, 15, []
        self.watch = Watch(api, LEASES, self.seen)

    def seen(self, _, told, when):
        if told["metadata"]["name"] == LEASE:
            holder = told["spec"].get("holderIdentity") or ""
            if holder != self.holder:
                self.history.append((when, holder))
            self.holder = holder
            if holder:
                self.duration = told["spec"]["leaseDurationSeconds"]

    def await_holder(self):
        end = time.monotonic() + 60
        while not self.holder:
            if time.monotonic() > end:
                raise Failure("nobody took the lease within a minute")
            time.sleep(0.05)

    def await_other(self, before):
        """When somebody else had it."""
        end = time.monotonic() + 60
        while time.monotonic() < end:
            for when, holder in reversed(self.history):
                if holder and holder != before and holder == self.holder:
                    return when
            time.sleep(0.05)
        raise Failure("nobody else took the lease within a minute")

    def released_after(self, moment):
        """When it was nobody's, or when the next one had it without an empty moment seen."""
        return next((when for when, holder in self.history if when > moment), None)
