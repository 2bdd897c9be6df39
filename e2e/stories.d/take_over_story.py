"""One controller builds, is stopped in the middle, and the other one finishes: none of the nodes may notice."""
import argparse

import workload
from crash_story import SECONDS, quiet, twice
from meters import nodes_created
from stage import Stage, ending_well, prepare, say


def main(arguments, usage):
    options = argparse.ArgumentParser(prog="take-over-story", usage=usage, allow_abbrev=False)
    options.add_argument("--nodes", type=int, default=200, metavar="N", help="nodes when the first one is stopped")
    options.add_argument("--way", choices=["ours", "upstream", "both"], default="both", help="who takes over")
    asked = options.parse_args(arguments)
    return ending_well(lambda: run(asked))


def run(asked):
    prepare("ours", "upstream")
    problems = []
    for after, before in [("ours", "upstream"), ("upstream", "ours")]:
        if asked.way in (after, "both"):
            problems += take_over(before, after, asked.nodes)
    for problem in problems[:20]:
        print(f"FAILED: {problem}")
    say(f"{len(problems)} problems")
    return 1 if problems else 0


def take_over(before, after, nodes):
    """On upstream's definitions both ways: whoever changes over has those."""
    with Stage(f"take-over/{before}-to-{after}", crds="upstream") as stage:
        ledger = stage.ledger
        workload.create_all(stage.api, types=workload.SMALL_TYPES)
        first = stage.controller(before)
        # A finished part whose nodes are in use, and a scale-up in which the change happens.
        finished, wanted = nodes // 2, nodes + nodes // 2
        workload.scale(stage.api, finished)
        stage.until_running(finished, SECONDS)
        workload.scale(stage.api, wanted)
        stage.until(lambda: len(ledger.nodes) >= nodes, SECONDS, f"there are {nodes} nodes")
        first.stop()
        unfinished = sum(1 for claim in ledger.claims.values() if not claim.is_("Initialized"))
        made = len(ledger.nodes)
        say(f"{before} stopped at {len(ledger.claims)} claims, {unfinished} of them unfinished, and {made} nodes")
        stage.controller(after)
        stage.until_running(wanted, SECONDS)
        quiet(ledger)
        problems = ledger.unpaired() + ledger.waiting() + ledger.launched_twice() + disturbed(ledger)
        problems += [f"node {name} was created {count} times" for name, count in twice(nodes_created(stage.audit))]
        say(f"{after} finished: {wanted} pods run on {len(ledger.now(ledger.nodes))} nodes, {len(problems)} problems")
        return [f"{before} to {after}: {problem}" for problem in problems]


def disturbed(ledger):
    with ledger.lock:
        return (
            [f"node {node.name} was deleted" for node in ledger.nodes.values() if node.deleting or node.gone]
            + [node.retainted for node in ledger.nodes.values() if node.retainted]
            + [f"claim {claim.name} was deleted" for claim in ledger.claims.values() if claim.deleting or claim.gone]
            + [f"claim {claim.name} has drifted" for claim in ledger.claims.values() if claim.is_("Drifted")]
        )
