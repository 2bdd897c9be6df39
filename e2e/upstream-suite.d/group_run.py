"""One group of specs on a cluster of its own, with a controller that is watched while they run."""
import fcntl
import os
import re
import shutil
import signal
import subprocess
import time

import ports
import processes
import specs
import versions
from controller_process import TREE, Controller
from failure import Failure
from witness import Witness

CONTROL_PLANE = os.path.join(TREE, "e2e", "control-plane")


class GroupRun:
    suite = "regression"

    def __init__(self, group, which, results, folder, stopping):
        self.group, self.which, self.results, self.stopping = group, which, results, stopping
        self.folder = os.path.join(folder, group.name)
        self.report = os.path.join(self.folder, "report.json")

    def run(self):
        shutil.rmtree(self.folder, ignore_errors=True)
        os.makedirs(self.folder)
        began = time.monotonic()
        try:
            with port_8080(self.group, self.stopping):
                self.on_a_cluster()
        except Failure as problem:
            self.fail(str(problem), time.monotonic() - began)

    def on_a_cluster(self):
        directory = control_plane(
            "start", "--owner", str(os.getpid()), "--logs", os.path.join(self.folder, "cluster"),
            "--crds", "ours" if self.which == "ours" else "upstream",
        )
        try:
            kubeconfig = os.path.join(directory, "kubeconfig")
            controller = Controller(self.which, kubeconfig, os.path.join(self.folder, "controller.log"))
            try:
                controller.await_ready()
                self.run_specs(kubeconfig, controller)
            finally:
                controller.stop()
        finally:
            control_plane("stop", directory)

    def run_specs(self, kubeconfig, controller):
        focus = [f"--ginkgo.focus={re.escape(name)}$" for name in self.group.specs]
        with open(os.path.join(self.folder, "suite.log"), "wb") as log:
            suite = subprocess.Popen(
                [
                    versions.binary(f"{self.suite}.test"), "--test.timeout=0", "--ginkgo.timeout=4h", "--ginkgo.v",
                    "--ginkgo.no-color", f"--ginkgo.json-report={self.report}", *focus,
                ],
                cwd=self.folder, env={**os.environ, "KUBECONFIG": kubeconfig, **self.settings()}, stdin=subprocess.DEVNULL,
                stdout=log, stderr=log, start_new_session=True, preexec_fn=processes.die_with_parent,
            )
        death, witness = None, Witness(self.folder, kubeconfig)
        while suite.poll() is None:
            self.watch(controller)
            witness.look()
            if controller.has_ended() and not death:
                death = f"the controller ended with {controller.process.returncode}\n{controller.tail()}"
            if witness.deaths() and not death:
                death = f"a program of the cluster is gone: {witness.deaths()}\n{witness.report()}"
            if death or self.stopping.is_set():
                interrupt(suite)
            time.sleep(0.5)
        self.record(witness)
        if death:
            raise Failure(death)
        if not self.stopping.is_set() and len(self.recorded()) < len(self.group.specs):
            raise Failure(f"the suite ended with {suite.returncode} and left specs out; see {self.folder}/suite.log")

    def record(self, witness):
        """What the suite says of the specs that were asked for; one cut short by us has said nothing."""
        if not os.path.exists(self.report):
            return
        for spec in specs.read_report(self.report):
            name = specs.full_name(spec)
            if name in self.group.specs and spec["State"] not in ("interrupted", "aborted", "pending"):
                if spec["State"] == "skipped" and "Failure" not in spec:
                    continue  # never begun, because the run ended before
                state = spec["State"] if spec["State"] in ("passed", "skipped") else "failed"
                told = spec.get("Failure", {})
                text = told.get("Message", "")[:2000] + "\n" + told.get("Location", {}).get("FileName", "").rsplit("/", 1)[-1]
                line = told.get("Location", {}).get("LineNumber", "")
                failure = f"{spec['State']}: {text}:{line}" if told else None
                if state == "failed":
                    failure = f"{failure or spec['State']}\n{witness.report()}"
                self.results.add(self.group.name, name, state, spec["RunTime"] / 1e9, failure, **self.measured())

    def settings(self):
        """What the suite is told beside the cluster."""
        return {}

    def watch(self, controller):
        """Called twice a second while the specs run."""

    def measured(self):
        """What is written beside each result."""
        return {}

    def recorded(self):
        return {row["spec"] for row in self.results.mine if row["group"] == self.group.name}

    def fail(self, problem, seconds):
        for name in self.group.specs:
            if name not in self.recorded() and not self.stopping.is_set():
                self.results.add(self.group.name, name, "failed", seconds, problem)


def interrupt(suite):
    """Once to end the spec, again to leave out its tidying, and then for good."""
    for how in [signal.SIGINT, signal.SIGINT, signal.SIGKILL]:
        suite.send_signal(how)
        try:
            suite.wait(10)
            return
        except subprocess.TimeoutExpired:
            pass
    suite.wait()


def control_plane(*arguments):
    told = subprocess.run([CONTROL_PLANE, *arguments], capture_output=True, text=True)
    if told.returncode != 0:
        raise Failure(told.stderr.strip())
    return told.stdout.strip()


class port_8080:
    """Held while a group runs that listens there: one at a time on this machine, and nobody else on the port."""

    def __init__(self, group, stopping):
        self.wanted, self.stopping = group.owns_8080, stopping

    def __enter__(self):
        if not self.wanted:
            return
        self.lock = open(os.path.join(versions.cache(), "port-8080.lock"), "w")
        fcntl.flock(self.lock, fcntl.LOCK_EX)
        if not ports.is_free(8080):
            self.lock.close()
            raise Failure("something listens on port 8080, which these specs open themselves; end it and run again")

    def __exit__(self, *_):
        if self.wanted:
            self.lock.close()
