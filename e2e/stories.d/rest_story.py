"""A full cluster that could be consolidated if there were anything to consolidate: the cost of finding nothing."""
import argparse
import json
import os
import time

import meters
import pages
import workload
from controller_process import TREE
from failure import Failure
from results import commit_of
from stage import TARGET, Stage, ending_well, prepare, say

NODE_CPU = 15_900  # thousandths; what a node of 16 cpus has for pods
FILLED = 0.98
CPU_PER_MINUTE = 1.0  # demanded of ours
# As in a cluster: the lease is renewed every two seconds, which is part of what rest costs.
SETTINGS = {"DISABLE_LEADER_ELECTION": "false", "LEADER_ELECTION_NAMESPACE": "kube-system"}
SCRAPES = 4  # a minute
QUIET = 30  # seconds without a change of any pod or claim: a machine that is short of time takes nodes for lost
# What is known before the cluster has come to rest: such verdicts are none yet.
UNDECIDED = {"consolidation-disabled", "not-quiet", "no-node", "not-initialized", "nominated", "pool-unknown", "types-unknown"}


def main(arguments, usage):
    options = argparse.ArgumentParser(prog="rest-story", usage=usage, allow_abbrev=False)
    options.add_argument("--controller", choices=["ours", "upstream"], default="ours")
    options.add_argument("--nodes", type=int, default=1000, metavar="N")
    options.add_argument("--pods", type=int, default=10_000, metavar="N")
    options.add_argument("--minutes", type=int, default=5, metavar="M", help="of rest that are measured")
    options.add_argument("--scraped", type=int, default=2, metavar="M", help="more minutes, with /metrics read every 15 s")
    options.add_argument("--json", default=os.path.join(TARGET, "rest-story.jsonl"), metavar="FILE")
    asked = options.parse_args(arguments)
    if asked.nodes < 1 or asked.pods % asked.nodes:
        options.error("every node is to have the same number of pods")
    return ending_well(lambda: run(asked))


def run(asked):
    prepare(asked.controller)
    with Stage(f"rest-story/{asked.controller}", crds=asked.controller) as stage:
        told = {"controller": asked.controller, "commit": commit_of(TREE), "nodes": asked.nodes, "pods": asked.pods}
        workload.create_all(stage.api, cpu=request(asked), types=workload.LARGE_TYPES)
        controller = stage.controller(asked.controller)
        told |= fill(stage, controller, asked)
        told |= enable(stage, controller, asked)
        controller.stop()
        controller, measured = begin_anew(stage, asked)
        told |= measured
        told |= await_rest(stage)
        told |= rest(stage, controller, asked)
        still_full(stage, asked)
    with open(asked.json, "a") as file:
        file.write(json.dumps(told) + "\n")
    say(f"{json.dumps(told)}\nWritten to {asked.json}")
    return judge(told)


def request(asked):
    return f"{int(NODE_CPU * FILLED * asked.nodes / asked.pods)}m"


def fill(stage, controller, asked):
    ledger = stage.ledger

    def all_run():
        if controller.has_ended():
            raise Failure(f"the controller ended with {controller.process.returncode}\n{controller.tail()}")
        return len(ledger.now(ledger.pods)) == asked.pods and ledger.running() == asked.pods

    began = time.time()
    workload.scale(stage.api, asked.pods)
    stage.until(all_run, 3600, f"{asked.pods} pods run")
    seconds = time.time() - began
    still_full(stage, asked)
    say(f"{asked.pods} pods run on {asked.nodes} nodes after {seconds:.0f} s")
    return {"fill_seconds": round(seconds, 1)}


def still_full(stage, asked):
    nodes = len(stage.ledger.now(stage.ledger.nodes))
    if nodes != asked.nodes or len(stage.ledger.nodes) != nodes:
        raise Failure(f"there are {nodes} nodes and were {len(stage.ledger.nodes)}, not {asked.nodes} all the time")


def enable(stage, controller, asked):
    """From here on every node may be consolidated, and none can be."""
    process = meters.ProcessMeter(controller.process)
    before = process.cpu_seconds()
    began = time.time()
    workload.consolidate(stage.api)

    def all_marked():
        claims = stage.ledger.now(stage.ledger.claims)
        return all(claim.is_("Consolidatable") for claim in claims)

    stage.until(all_marked, 600, "every claim is marked as consolidatable")
    told = {"marked_seconds": round(time.time() - began, 1)}
    if asked.controller == "ours":
        await_verdicts(controller, asked)
        told["verdicts_seconds"] = round(time.time() - began, 1)
    told["enable_cpu_seconds"] = round(process.cpu_seconds() - before, 2)
    say(f"consolidation is on: {told}")
    return told


def await_verdicts(controller, asked):
    """Every node's verdict, read as seldom as will do: writing a thousand of them is work too."""
    end = time.monotonic() + 300
    while True:
        kinds = pages.read_json(controller, "/statusz")["verdicts"]["kinds"]
        if sum(kinds.values()) == asked.nodes and not UNDECIDED & set(kinds):
            say(f"verdicts: {kinds}")
            return kinds
        if time.monotonic() > end:
            raise Failure(f"not every node has a verdict after 300 s: {kinds}")
        time.sleep(0.5)


def await_rest(stage):
    """The cluster itself must be at rest; and what a new process has to tell of a thousand nodes has been told."""
    began = time.time()
    stage.until(lambda: time.time() - max(stage.ledger.moved, began) > QUIET, 1800, f"nothing changes for {QUIET} s")
    seconds = time.time() - began
    say(f"at rest after {seconds:.0f} s")
    return {"settle_seconds": round(seconds, 1)}


def rest(stage, controller, asked):
    """Processor time by the minute. Nodes send their heartbeats meanwhile, and nobody reads our pages."""
    process, requests = meters.ProcessMeter(controller.process), meters.RequestMeter(stage.audit)
    requests.since_last()
    passes, heartbeats = evaluations(controller), stage.ledger.heartbeats
    minutes = [one_minute(process, lambda: time.sleep(60)) for _ in range(asked.minutes)]
    counted = requests.since_last()
    heartbeats = stage.ledger.heartbeats - heartbeats
    scraped = [one_minute(process, lambda: scrape(controller)) for _ in range(asked.scraped)]
    return {
        "cpu_seconds_per_minute": mean(minutes), "cpu_by_minute": minutes, "scraped_cpu_seconds_per_minute": mean(scraped),
        "rss_mb": round(process.memory("VmRSS"), 1), "peak_mb": round(process.memory("VmHWM"), 1),
        "requests_per_minute": round(sum(counted.values()) / len(minutes), 1),
        "heartbeats_per_minute": round(heartbeats / len(minutes), 1),
        "requests": dict(sorted(counted.items(), key=lambda one: -one[1])[:8]),
        "passes_at_rest": evaluations(controller) - passes,
    }


def one_minute(process, passed):
    before = process.cpu_seconds()
    passed()
    spent = round(process.cpu_seconds() - before, 2)
    say(f"  a minute of rest: {spent} s of cpu, memory {process.memory('VmRSS'):.0f} MB")
    return spent


def scrape(controller):
    for _ in range(SCRAPES):
        pages.read(controller, "/metrics")
        time.sleep(60 / SCRAPES)


def mean(values):
    return round(sum(values) / len(values), 2) if values else None


def begin_anew(stage, asked):
    """Another process finds the cluster as it is: its first pass must answer for every node."""
    began = time.time()
    controller = stage.controller(asked.controller, **SETTINGS)
    told = {"anew_ready_seconds": round(time.time() - began, 1)}
    if asked.controller == "ours":
        told["verdicts"] = await_verdicts(controller, asked)
        told["anew_verdicts_seconds"] = round(time.time() - began, 1)
        told["anew_passes"] = evaluations(controller)
    else:
        time.sleep(30)  # it cannot be asked whether it has looked at every node
    told["anew_cpu_seconds"] = round(meters.ProcessMeter(controller.process).cpu_seconds(), 1)
    say(f"a new process on the same cluster: {told}")
    return controller, told


def evaluations(controller):
    """How often single nodes were weighed: once in each pass that comes to it. Both controllers count that."""
    name = "karpenter_voluntary_disruption_decision_evaluation_duration_seconds_count"
    return int(sum(value for labels, value in pages.read_metric(controller, name) if 'consolidation_type="single"' in labels))


def judge(told):
    if told["controller"] != "ours":
        return 0
    problems = []
    if told["cpu_seconds_per_minute"] >= CPU_PER_MINUTE:
        problems.append(f"rest costs {told['cpu_seconds_per_minute']} s of cpu a minute, not less than {CPU_PER_MINUTE}")
    if told["anew_passes"] > 1:
        problems.append(f"a new process needed {told['anew_passes']} passes for its verdicts")
    for problem in problems:
        say(f"FAILED: {problem}")
    return 1 if problems else 0
