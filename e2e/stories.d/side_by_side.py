"""Both controllers through the same scale-up, one after the other, and what each of them took for it."""
import argparse
import json
import os
import time

import comparison
import meters
import workload
from controller_process import TREE
from ledger import NODES
from results import commit_of
from stage import SETTINGS, TARGET, Stage, ending_well, prepare, say

EVENTS = "/api/v1/namespaces/default/events"


def main(arguments, usage):
    options = argparse.ArgumentParser(prog="side-by-side", usage=usage, allow_abbrev=False)
    options.add_argument("--json", default=os.path.join(TARGET, "side-by-side.json"), metavar="FILE")
    options.add_argument("--runs", type=int, default=5, metavar="N")
    options.add_argument("--sizes", default="5,500,3000", metavar="N,N,...")
    options.add_argument("--controller", choices=["both", "ours", "upstream"], default="both")
    options.add_argument("--settle", type=int, default=60, metavar="SECONDS", help="from the last pod to the memory reading")
    asked = options.parse_args(arguments)
    return ending_well(lambda: run(asked))


def run(asked):
    sizes = [int(size) for size in asked.sizes.split(",")]
    contenders = ["upstream", "ours"] if asked.controller == "both" else [asked.controller]
    prepare(*contenders)
    told = {"commit": commit_of(TREE), "sizes": sizes, "settle": asked.settle, "settings": SETTINGS, "runs": []}
    if asked.runs > 1:
        for which in contenders:
            say(f"{which}: warm-up with {sizes[0]} pods, not counted")
            one_run(which, 0, sizes[:1], 0)
    for number in range(1, asked.runs + 1):
        # Who goes first alternates too, so that neither always finds the machine as the other left it.
        for which in contenders if number % 2 else contenders[::-1]:
            told["runs"].append(one_run(which, number, sizes, asked.settle))
            os.makedirs(os.path.dirname(os.path.abspath(asked.json)), exist_ok=True)
            with open(asked.json, "w") as file:
                json.dump(told, file, indent=1)
    rows = comparison.rows(told)
    comparison.show(rows)
    print(f"\n{asked.runs} runs each; every pod's times are in {asked.json}")
    return 0 if all(row.holds() is not False for row in rows if row.demanded) else 1


def one_run(which, number, sizes, settle):
    say(f"{which}: run {number}")
    with Stage(f"side-by-side/{which}-{number}", crds=which) as stage:
        workload.create_all(stage.api)
        controller = stage.controller(which)
        process, requests = meters.ProcessMeter(controller.process), meters.RequestMeter(stage.audit)
        told = {"controller": which, "run": number, "phases": [], "ready": reading(process, requests)}
        before = 0
        for size in sizes:
            told["phases"].append(scale_up(stage, process, requests, before, size, settle))
            before = size
        told["down"] = scale_down(stage, process, requests)
        told["events"] = events(stage.api)
        return told


def scale_up(stage, process, requests, before, size, settle):
    known = set(stage.ledger.pods)
    began = time.time()
    workload.scale(stage.api, size)
    stage.until_running(size, seconds=1800)
    pods = [pod for uid, pod in stage.ledger.pods.items() if uid not in known]
    ended = max(pod.running for pod in pods)
    time.sleep(max(0.0, ended + settle - time.time()))
    nodes = [node for node in stage.api.items(NODES)]
    phase = {
        "size": size, "pods": size - before, "seconds": ended - began,
        "to_claim": to_claim(stage.ledger, pods), "to_running": sorted(pod.running - pod.seen for pod in pods),
        "nodes": len(nodes), "price": price(nodes),
        "settled": process.memory("VmRSS"), **reading(process, requests),
    }
    say(
        f"  {size} pods run after {phase['seconds']:.1f} s on {phase['nodes']} nodes for {phase['price']:.2f}; "
        f"cpu {phase['cpu']:.1f} s, memory {phase['settled']:.0f} MB settled, {phase['peak']:.0f} MB peak, "
        f"{sum(phase['requests'].values())} requests"
    )
    return phase


def price(nodes):
    """Per hour; rounded, or the order in which equal prices are added would make them differ."""
    return round(sum(float(n["metadata"]["labels"].get("eks-node-viewer/instance-price", 0)) for n in nodes), 4)


def to_claim(ledger, pods):
    """From the pod to the claim for the node it went to; left out are those that fitted where there was room already."""
    claims = {claim.name: claim for claim in ledger.claims.values()}
    hostnames = {node.name: node.hostname for node in ledger.nodes.values()}
    waits = []
    for pod in pods:
        claim = claims.get(hostnames.get(pod.node))
        if claim and claim.seen > pod.seen:
            waits.append(claim.seen - pod.seen)
    return sorted(waits)


def scale_down(stage, process, requests):
    """Until the pods are gone. Their nodes go with the NodePool, because nothing is consolidated."""
    began = time.time()
    workload.scale(stage.api, 0)
    stage.until(lambda: not stage.ledger.now(stage.ledger.pods), 600, "the pods are gone")
    pods_gone = time.time()
    stage.api.delete(f"{workload.POOLS}/default")
    stage.until_empty(900)
    phase = {"pods_gone": pods_gone - began, "nodes_gone": time.time() - pods_gone, **reading(process, requests)}
    say(f"  pods gone after {phase['pods_gone']:.1f} s, nodes {phase['nodes_gone']:.1f} s after the NodePool was deleted")
    return phase


def reading(process, requests):
    """Since the process began, but the requests since the last reading."""
    return {"cpu": process.cpu_seconds(), "peak": process.memory("VmHWM"), "requests": requests.since_last()}


def events(api):
    """How many pods were told each thing by Karpenter."""
    pods = {}
    for event in api.items(EVENTS):
        source = event.get("reportingComponent") or event.get("source", {}).get("component")
        if source == "karpenter" and event["involvedObject"]["kind"] == "Pod":
            pods.setdefault(event["reason"], set()).add(event["involvedObject"]["uid"])
    return {reason: len(uids) for reason, uids in sorted(pods.items())}
