"""Deals the groups out to N workers, and says at the end how it went."""
import argparse
import os
import queue
import re
import signal
import subprocess
import sys
import threading
import time

import specs
import versions
from controller_process import TREE
from failure import Failure
from group_run import CONTROL_PLANE, GroupRun
from performance_run import PerformanceRun
from results import Results, commit_of
from usage import table

FOLDER = os.path.join(TREE, "e2e", "target", "upstream-suite")


def main(arguments, usage):
    options = argparse.ArgumentParser(prog="upstream-suite", usage=usage, allow_abbrev=False)
    options.add_argument("--suite", choices=versions.UPSTREAM_SUITES, default="regression")
    options.add_argument("--controller", choices=["ours", "upstream"], default="ours")
    options.add_argument("--focus", default="", metavar="REGEX", help="only specs whose full name this matches")
    options.add_argument(
        "--clusters", type=int, metavar="N", help="4; 1 for the performance suite, which measures"
    )
    options.add_argument("--json", default=os.path.join(FOLDER, "results.jsonl"), metavar="FILE")
    options.add_argument("--again", action="store_true", help="also run what has passed at this commit")
    options.add_argument(
        "--tries", type=int, default=1, metavar="N", help="what failed is run again, on a new cluster, until it has been so often"
    )
    options.add_argument("--list", action="store_true", help="only print the groups and their specs")
    asked = options.parse_args(arguments)
    asked.clusters = asked.clusters or (1 if asked.suite == "performance" else 4)
    try:
        return run(asked)
    except Failure as problem:
        print(f"upstream-suite: {problem}", file=sys.stderr)
        return 2


def run(asked):
    if subprocess.run([CONTROL_PLANE, "upstream-build", "--suite", asked.suite]).returncode != 0:
        raise Failure("the control plane and the suite could not be built")
    if asked.controller == "ours" and not asked.list:
        build_ours()
    key = {
        "controller": asked.controller, "commit": commit_of(TREE), "version": versions.UPSTREAM, "suite": asked.suite,
    }
    results = Results(asked.json, key)
    binary = versions.binary(f"{asked.suite}.test")
    wanted = [name for name in specs.all_names(binary) if re.search(asked.focus, name)]
    if not wanted:
        raise Failure(f"no spec's name matches {asked.focus}")
    before = set() if asked.again else results.passed_before() & set(wanted)
    groups = specs.dealt_out([name for name in wanted if name not in before], asked.suite)
    if asked.list:
        return list_groups(groups)
    print(f"{asked.controller} at {key['commit']}: {len(wanted)} specs, {len(before)} of them passed before", flush=True)
    began = time.monotonic()
    stopping = run_all(groups, asked, results)
    for _ in range(1, asked.tries):
        failed = [name for name, row in results.last().items() if row["state"] == "failed"]
        if stopping or not failed:
            break
        for name in failed:
            print(f"\nto be tried again: {name}\n  {results.last()[name]['failure']}\n", flush=True)
        stopping = run_all(specs.dealt_out(failed, asked.suite), asked, results)
    return summarise(wanted, before, results, time.monotonic() - began, stopping)


def build_ours():
    """Before any group begins: each waits only so long until its controller is ready, and building takes longer."""
    if os.environ.get("KARPENTER_COMMAND"):
        return
    if subprocess.run([os.path.join(TREE, "karpenter"), "--version"], stdout=subprocess.DEVNULL).returncode != 0:
        raise Failure("our controller could not be built")


def list_groups(groups):
    for group in groups:
        print(f"{group.name} ({len(group.specs)} specs, about {group.minutes} min)")
        print("".join(f"  {name}\n" for name in group.specs), end="")
    return 0


def run_all(groups, asked, results):
    waiting, stopping = queue.SimpleQueue(), threading.Event()
    for group in groups:
        waiting.put(group)
    for name in [signal.SIGINT, signal.SIGTERM]:
        signal.signal(name, lambda *_: stopping.set())
    workers = [
        threading.Thread(target=work, args=(waiting, asked, results, stopping))
        for _ in range(min(asked.clusters, len(groups)))
    ]
    for worker in workers:
        worker.start()
    for worker in workers:
        while worker.is_alive():  # in short waits: signals are handled between them
            worker.join(0.5)
    return stopping.is_set()


def work(waiting, asked, results, stopping):
    kind = PerformanceRun if asked.suite == "performance" else GroupRun
    folder = os.path.join(FOLDER, asked.controller)
    while not stopping.is_set():
        try:
            group = waiting.get_nowait()
        except queue.Empty:
            return
        began = time.monotonic()
        say(f"{group.name}: begins with {len(group.specs)} specs, about {group.minutes} min")
        try:
            kind(group, asked.controller, results, folder, stopping).run()
        except Exception as problem:  # a broken group must not take the worker's other groups with it
            for name in group.specs:
                results.add(group.name, name, "failed", time.monotonic() - began, f"the runner broke: {problem!r}")
        told = [row["state"] for row in results.mine if row["group"] == group.name]
        minutes = (time.monotonic() - began) / 60
        say(f"{group.name}: {told.count('passed')} of {len(group.specs)} passed in {minutes:.1f} min")


def summarise(wanted, before, results, seconds, stopped):
    last = results.last()
    print(f"\n{'group':26}{'passed':>8}{'failed':>8}{'skipped':>9}{'minutes':>9}")
    for group in dict.fromkeys(row["group"] for row in results.mine):
        rows = [row for row in last.values() if row["group"] == group]
        states = [row["state"] for row in rows]
        minutes = sum(row["seconds"] for row in rows) / 60
        counts = "".join(f"{states.count(state):>{width}}" for state, width in
                         [("passed", 8), ("failed", 8), ("skipped", 9)])
        print(f"{group:26}{counts}{minutes:>9.1f}")
    for row in last.values():
        for line in table(row.get("measured")):
            print(line)
    for row in last.values():
        if row["state"] != "passed":
            print(f"\n{row['state'].upper()} {row['spec']}\n  {(row['failure'] or '').strip()}")
    for name, tries in results.tries().items():
        if last[name]["state"] == "passed" and tries > 1:
            print(f"\nPASSED ONLY AT TRY {tries}: {name}")
    passed = before | {name for name, row in last.items() if row["state"] == "passed"}
    skipped = {name for name, row in last.items() if row["state"] == "skipped"}
    failed = {name for name, row in last.items() if row["state"] == "failed"}
    left = set(wanted) - passed - skipped - failed
    if left:
        print("\nNot run:" + "".join(f"\n  {name}" for name in sorted(left)))
    print(f"\n{len(before)} passed before at this commit; this run took {seconds / 60:.1f} min; results in {results.path}")
    print(f"{len(passed)} passed, {len(failed)} failed, {len(skipped)} skipped")
    return 0 if not failed and not left and not stopped else 1


def say(sentence):
    print(time.strftime("%H:%M:%S ") + sentence, flush=True)
