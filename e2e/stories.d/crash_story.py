"""A controller that is killed at random points of its work must neither lose nor double anything."""
import argparse
import random
import time

import mid_launch
import workload
from failure import Failure
from ledger import CLAIMS
from meters import nodes_created
from stage import Stage, ending_well, kill, prepare, say

SECONDS = 600
QUIET_SECONDS = 10  # nothing may change any more for so long


def main(arguments, usage):
    options = argparse.ArgumentParser(prog="crash-story", usage=usage, allow_abbrev=False)
    options.add_argument("--points", type=int, default=10, metavar="N")
    options.add_argument("--seed", type=int, default=None, metavar="S")
    options.add_argument("--scenario", choices=["up", "down", "both", "mid-launch", "all"], default="all")
    options.add_argument("--pods", type=int, default=200, metavar="N")
    options.add_argument("--controller", choices=["ours", "upstream"], default="ours")
    asked = options.parse_args(arguments)
    if asked.seed is None:
        asked.seed = random.SystemRandom().randrange(1_000_000)
    return ending_well(lambda: run(asked))


def run(asked):
    prepare(asked.controller)
    problems = []
    if asked.scenario in ("up", "down", "both", "all"):
        problems += kills(asked)
    if asked.scenario in ("mid-launch", "all"):
        problems += mid_launch.play(asked.controller)
    for problem in problems[:20]:
        print(f"FAILED: {problem}")
    say(f"{len(problems)} problems; seed {asked.seed}" if problems else f"nothing lost, nothing twice; seed {asked.seed}")
    return 1 if problems else 0


def kills(asked):
    chance = random.Random(asked.seed)
    say(f"seed {asked.seed}: {asked.points} points, {asked.pods} pods, each on a node of its own")
    with Stage(f"crash-story/{asked.controller}", crds=asked.controller) as stage:
        workload.create_all(stage.api, types=workload.SMALL_TYPES)
        crashes = Crashes(stage, asked.controller, chance)
        problems = []
        up = asked.scenario in ("up", "both", "all")
        workload.scale(stage.api, asked.pods)
        if up:
            crashes.strike(asked.points, 5 * asked.pods, lambda: grown(stage.ledger))
        problems += finished(stage, asked.pods, "scale-up")
        if asked.scenario in ("down", "both", "all"):
            rest = asked.pods // 4
            old = {claim.uid for claim in stage.ledger.now(stage.ledger.claims)}
            workload.scale(stage.api, rest)
            stage.until_running(rest, SECONDS)
            stage.api.delete(CLAIMS)
            crashes.strike(asked.points, 3 * len(old), lambda: shrunk(stage.ledger, old))
            stage.until(lambda: all(stage.ledger.claims[uid].gone for uid in old), SECONDS, "the old claims are gone")
            problems += finished(stage, rest, "scale-down")
        problems += emptied(stage)
        return problems


def grown(ledger):
    """One step for each claim made, launched and registered, each node made, each pod that runs."""
    with ledger.lock:
        claims = ledger.claims.values()
        return (
            len(claims) + sum(1 for claim in claims if claim.is_("Launched")) + len(ledger.nodes)
            + sum(1 for claim in claims if claim.is_("Registered")) + ledger.running()
        )


def shrunk(ledger, old):
    """One step for each old node that was told to go and that went, and for each old claim that went."""
    with ledger.lock:
        hosts = {ledger.claims[uid].name for uid in old}
        nodes = [node for node in ledger.nodes.values() if node.hostname in hosts]
        return (
            sum(1 for node in nodes if node.deleting or node.gone) + sum(1 for node in nodes if node.gone)
            + sum(1 for uid in old if ledger.claims[uid].gone)
        )


class Crashes:
    def __init__(self, stage, which, chance):
        self.stage, self.which, self.chance = stage, which, chance
        self.controller = stage.controller(which)

    def strike(self, points, steps, progress):
        """At so many random steps of the progress; at three in ten twice in a row; and the API server at one of them."""
        self.reached = 0
        chosen = sorted(self.chance.sample(range(1, steps), points))
        server = self.chance.randrange(points)
        for index, step in enumerate(chosen):
            if index == server:
                self.at(step, progress)
                say(f"  the API server is killed and restarted after {progress()} steps")
                self.stage.restart_api_server()
            self.at(step, progress)
            self.kill(progress)
            if self.chance.random() < 0.3:
                time.sleep(self.chance.uniform(0.1, 4.0))  # while it starts, or just after
                self.kill(progress, again=True)

    def at(self, step, progress):
        if self.controller.has_ended():
            raise Failure(f"the controller ended by itself\n{self.controller.tail()}")
        # It may be beyond the step already, by what happened while the controller was away: then it must have done
        # something since. A step that cannot be reached, because fewer things happened than could have, ends in a kill
        # at the end.
        end = time.monotonic() + 90
        while progress() < max(step, self.reached + 1) and time.monotonic() < end:
            time.sleep(0.005)

    def kill(self, progress, again=False):
        self.reached = progress()
        say(f"  killed{' again' if again else ''} after {self.reached} steps")
        kill(self.controller)
        self.controller = self.stage.controller(self.which, await_ready=False)


def finished(stage, pods, what):
    """The work gets done, and then everything is as it should be."""
    ledger = stage.ledger
    stage.until_running(pods, SECONDS)
    stage.until(lambda: not ledger.unpaired(), SECONDS, "every claim has its node and every node its claim")
    quiet(ledger)
    problems = [f"{what}: {problem}" for problem in ledger.unpaired() + ledger.waiting() + ledger.launched_twice()]
    problems += [f"{what}: node {name} was created {count} times" for name, count in twice(nodes_created(stage.audit))]
    say(f"{what}: {pods} pods run on {len(ledger.now(ledger.nodes))} nodes, {len(problems)} problems")
    return problems


def twice(names):
    return [(name, names.count(name)) for name in set(names) if names.count(name) > 1]


def quiet(ledger):
    """Waits until no claim and no node has come or gone for a while: what is late must not be missed."""
    def counts():
        with ledger.lock:
            return len(ledger.claims), len(ledger.nodes), len(ledger.now(ledger.claims)), len(ledger.now(ledger.nodes))

    last, since = counts(), time.monotonic()
    end = since + SECONDS
    while time.monotonic() - since < QUIET_SECONDS:
        if time.monotonic() > end:
            raise Failure("claims or nodes still come and go after all pods run")
        time.sleep(0.2)
        if counts() != last:
            last, since = counts(), time.monotonic()


def emptied(stage):
    """Nothing is left that anybody would pay for."""
    workload.scale(stage.api, 0)
    stage.api.delete(f"{workload.POOLS}/default")
    stage.until_empty(SECONDS)
    quiet(stage.ledger)
    left = [f"left over: node {node.name}" for node in stage.ledger.now(stage.ledger.nodes)]
    return left + [f"left over: claim {claim.name}" for claim in stage.ledger.now(stage.ledger.claims)]
