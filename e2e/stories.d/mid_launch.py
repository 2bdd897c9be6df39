"""What is deleted between a launch and the Node that follows it must leave nothing behind."""
import time

import workload
from ledger import CLAIMS
from stage import Stage, say

DELAY = 5  # seconds that a machine takes before its Node appears
PODS = 5


def play(which):
    problems = []
    for what, delete in [("claim", delete_claims), ("NodePool", delete_pool)]:
        for moment in ["Seen", "Launched"]:
            problems += one(which, what, moment, delete)
    return problems


def one(which, what, moment, delete):
    with Stage(f"mid-launch/{which}-{what}-{moment}", crds=which) as stage:
        workload.create_all(stage.api, types=workload.SMALL_TYPES, delay=f"{DELAY}s")
        stage.controller(which)
        workload.scale(stage.api, PODS)
        claims = stage.ledger.claims
        stage.until(lambda: any(moment == "Seen" or claim.is_(moment) for claim in claims.values()), 60, f"a claim is {moment}")
        delete(stage)
        # Nobody is to make new claims: what is looked for are the leftovers of the old ones.
        workload.scale(stage.api, 0)
        stage.until(lambda: not stage.ledger.now(stage.ledger.pods), 60, "the pods are gone")
        if what == "claim":
            delete(stage)  # those made in the meantime
        stage.until(lambda: not stage.ledger.now(claims), 120, "the claims are gone")
        time.sleep(2 * DELAY)
        stage.until_empty(120)
        say(f"{what} deleted in mid-launch ({moment.lower()}): {len(claims)} claims, {len(stage.ledger.nodes)} nodes, all gone")
        return [f"{what} deleted in mid-launch: {problem}" for problem in stage.ledger.launched_twice()]


def delete_claims(stage):
    stage.api.delete(CLAIMS)


def delete_pool(stage):
    stage.api.delete(f"{workload.POOLS}/default")
