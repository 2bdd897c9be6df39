"""Runs stories by name and tells what came of them."""
import argparse
import json
import os
import time

import api_stories  # noqa: F401: each of these adds its stories to the table
import cloud_stories  # noqa: F401
import lab_jar
import leader_stories  # noqa: F401
import line_stories  # noqa: F401
from catalogue import STORIES
from controller_process import TREE
from failure import Failure
from lab import Lab
from scene import Scene
from stage import ending_well, prepare, say

RESULTS = os.path.join(TREE, "e2e", "target", "fault-lab", "results.json")


def main(arguments, usage):
    options = argparse.ArgumentParser(prog="fault-lab", usage=usage, allow_abbrev=False)
    options.add_argument("command", choices=["list", "run"])
    options.add_argument("names", nargs="*", metavar="NAME")
    options.add_argument("--all", action="store_true")
    options.add_argument("--passes", type=int, default=1, metavar="N")
    options.add_argument("--keep", action="store_true", help="leave the cluster of the last story until Enter is pressed")
    options.add_argument("--per-cluster", type=int, default=0, metavar="N", help="stories on one cluster; 0: all of them")
    options.add_argument("--scale", type=float, default=1.0, metavar="X", help="each fault lasts X times as long")
    options.add_argument("--markdown", action="store_true", help="list: as the documentation has it")
    options.add_argument("--json", default=RESULTS, metavar="FILE")
    asked = options.parse_args(arguments)
    if asked.command == "list":
        return print_table(asked.markdown)
    unknown = [name for name in asked.names if name not in STORIES]
    if unknown or bool(asked.names) == asked.all:
        options.error(f"no such story: {', '.join(unknown)}" if unknown else "name stories, or say --all")
    return ending_well(lambda: run(asked))


def markdown():
    """The table of docs/fault-lab.md."""
    rows = [f"| `{story.name}` | {story.fault} | {story.expects} |" for story in STORIES.values()]
    return "\n".join(["| Story | What fails | What is expected |", "|---|---|---|", *rows]) + "\n"


def print_table(as_markdown):
    if as_markdown:
        print(markdown(), end="")
        return 0
    for story in STORIES.values():
        print(f"{story.name:26} {story.fault}\n{'':26}   -> {story.expects}")
    return 0


def run(asked):
    prepare("ours")
    company = Company(lab_jar.build(), asked)
    results, began = [], time.monotonic()
    try:
        for number in range(asked.passes):
            for name in asked.names or STORIES:
                results.append({"pass": number + 1, **company.play(STORIES[name])})
                write(asked.json, results)
    finally:
        if asked.keep and company.lab:
            input(f"The cluster is in {company.lab.directory}; Enter ends it. ")
        company.close()
    return tell(results, time.monotonic() - began, asked.json)


class Company:
    """Plays one story after the other, on one cluster as long as that comes to rest between them."""

    def __init__(self, jar, asked):
        self.jar, self.asked = jar, asked
        self.lab, self.labs, self.played = None, 0, 0

    def close(self):
        if self.lab:
            self.lab.close()
            self.lab = None

    def play(self, story):
        began, scene, problems = time.time(), None, []
        try:
            scene = self.opened(story)
            story.play(scene)
            scene.nothing_lost()
            if not scene.problems:  # otherwise there is nothing more to learn, and waiting for it takes minutes
                judge_the_rest(scene, story)
        except Failure as problem:
            problems.append(str(problem))
        finally:
            self.cleared(scene)
        problems += scene.problems if scene else []
        result = {"story": story.name, "ok": not problems, "problems": problems, "seconds": round(time.time() - began),
                  **(scene.notes if scene else {})}
        say(f"{story.name}: " + ("ok" if not problems else "FAILED: " + "; ".join(problems)) + f" ({result['seconds']} s)")
        if problems:
            self.close()  # whatever it did must not be the next story's problem
        return result

    def opened(self, story):
        if self.lab and self.asked.per_cluster and self.played >= self.asked.per_cluster:
            self.close()
        for attempt in (1, 2):
            if self.lab is None:
                self.labs, self.played = self.labs + 1, 0
                self.lab = Lab(self.labs, self.jar)
            scene = Scene(self.lab, story.mode, self.asked.scale)
            try:
                scene.start()
                self.played += 1
                return scene
            except Failure:
                # The story before may have left it so; a fresh cluster has no such excuse.
                self.close()
                if attempt == 2:
                    raise
        return None

    def cleared(self, scene):
        """Everything healed and nobody at work."""
        if scene:
            scene.close()
        if self.lab and not (self.asked.keep and scene and scene.problems):
            for proxy in self.lab.proxies:
                proxy.heal()
            self.lab.cloud.set_faults()
            self.lab.end_controllers()


def judge_the_rest(scene, story):
    if scene.controller.has_ended():
        scene.fail(f"the controller has ended with {scene.controller.process.returncode}")
        return
    scene.ends_at_rest(story.consolidates)
    scene.tells_the_truth()
    scene.nothing_lost()


def write(path, results):
    os.makedirs(os.path.dirname(os.path.realpath(path)), exist_ok=True)
    with open(path, "w") as file:
        json.dump(results, file, indent=1)


def tell(results, seconds, path):
    print(f"\n{'pass':>4} {'story':26} {'':7} {'took':>6} {'served':>7}  what")
    for one in results:
        served = f"{one['served']:.1f} s" if "served" in one else ""
        print(f"{one['pass']:>4} {one['story']:26} {'ok' if one['ok'] else 'FAILED':7} {one['seconds']:>4} s {served:>7}  "
              + "; ".join(one["problems"]))
    failed = [one for one in results if not one["ok"]]
    say(f"{len(results) - len(failed)} of {len(results)} as expected, in {seconds / 60:.0f} min; {path}")
    return 1 if failed else 0
