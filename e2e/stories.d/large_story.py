"""Ten thousand pods on a thousand nodes: how long, and at what cost."""
import argparse
import json
import os
import statistics
import time

import meters
import workload
from stage import TARGET, Stage, ending_well, prepare, say

# Of 16 cpus a node's pods get 15.9: ten of 1,500m.
PODS, PODS_PER_NODE, CPU = 10_000, 10, "1500m"


def main(arguments, usage):
    options = argparse.ArgumentParser(prog="large-story", usage=usage, allow_abbrev=False)
    options.add_argument("--controller", choices=["ours", "upstream"], default="ours")
    options.add_argument("--pods", type=int, default=PODS, metavar="N")
    options.add_argument("--json", default=os.path.join(TARGET, "large-story.jsonl"), metavar="FILE")
    asked = options.parse_args(arguments)
    return ending_well(lambda: run(asked))


def run(asked):
    prepare(asked.controller)
    with Stage(f"large-story/{asked.controller}", crds=asked.controller) as stage:
        workload.create_all(stage.api, cpu=CPU, types=workload.LARGE_TYPES)
        controller = stage.controller(asked.controller)
        process, requests = meters.ProcessMeter(controller.process), meters.RequestMeter(stage.audit)
        began = time.time()
        workload.scale(stage.api, asked.pods)
        follow(stage, process, asked.pods, began)
        seconds = max(pod.running for pod in stage.ledger.pods.values()) - began
        told = {
            "controller": asked.controller, "pods": asked.pods, "seconds": round(seconds, 1),
            "nodes": len(stage.ledger.now(stage.ledger.nodes)), "peak_mb": round(process.memory("VmHWM"), 1),
            "rss_mb": round(process.memory("VmRSS"), 1), "cpu_seconds": round(process.cpu_seconds(), 1),
            "requests": sum(requests.since_last().values()),
            "median_wait": round(statistics.median(pod.running - pod.seen for pod in stage.ledger.pods.values()), 1),
        }
    with open(asked.json, "a") as file:
        file.write(json.dumps(told) + "\n")
    say(
        f"{asked.controller}: {told['pods']} pods run after {told['seconds']} s on {told['nodes']} nodes; peak memory "
        f"{told['peak_mb']:.0f} MB, cpu {told['cpu_seconds']} s, {told['requests']} requests. Written to {asked.json}"
    )
    least = -(-asked.pods // PODS_PER_NODE)
    if told["nodes"] != least:
        say(f"that is not the {least} nodes which so many pods need")
        return 1
    return 0


def follow(stage, process, pods, began):
    """Says every half minute how far it is."""
    ledger = stage.ledger
    spoken = began
    while not (len(ledger.now(ledger.pods)) == pods and ledger.running() == pods):
        if time.time() - began > 3600:
            stage.until_running(pods, seconds=1)
        if time.time() - spoken > 30:
            spoken = time.time()
            say(
                f"  after {spoken - began:.0f} s: {len(ledger.claims)} claims, {len(ledger.nodes)} nodes, "
                f"{ledger.running()} of {pods} pods run; memory {process.memory('VmRSS'):.0f} MB"
            )
        time.sleep(0.5)
