"""Where a story plays: a fresh cluster, controllers on it, and a ledger of what happens."""
import os
import shlex
import shutil
import signal
import subprocess
import sys
import time

import versions
from api import Api
from controller_process import TREE, Controller
from failure import Failure
from ledger import Ledger

CONTROL_PLANE = os.path.join(TREE, "e2e", "control-plane")
TARGET = os.path.join(TREE, "e2e", "target", "stories")
DEFAULT_GATES = (
    "NodeRepair=false,ReservedCapacity=true,SpotToSpotConsolidation=false,"
    "NodeOverlay=false,StaticCapacity=false,CapacityBuffer=false"
)
SETTINGS = {
    "FEATURE_GATES": DEFAULT_GATES, "CPU_REQUESTS": "1000", "BATCH_IDLE_DURATION": "1s", "BATCH_MAX_DURATION": "10s",
    "KUBE_CLIENT_QPS": "200", "KUBE_CLIENT_BURST": "300", "LOG_LEVEL": "info",
}


class Stage:
    """A cluster of one story, ended with it."""

    def __init__(self, name, crds="ours"):
        self.folder = os.path.join(TARGET, name)
        shutil.rmtree(self.folder, ignore_errors=True)
        os.makedirs(self.folder)
        self.audit = os.path.join(self.folder, "audit.log")
        self.controllers, self.started = [], 0
        self.directory = control_plane(
            "start", "--owner", str(os.getpid()), "--crds", crds, "--audit", self.audit,
            "--logs", os.path.join(self.folder, "cluster"),
        )
        self.api = Api(os.path.join(self.directory, "kubeconfig"))
        self.ledger = Ledger(self.api)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.ledger.stop()
        for controller in self.controllers:
            kill(controller)
        control_plane("stop", self.directory)

    def controller(self, which, await_ready=True, **settings):
        """Under its own account: the audit log tells what it asked for. Must be called by the main thread, whose end
        the process would not outlive."""
        self.started += 1
        log = os.path.join(self.folder, f"{which}-{self.started}.log")
        kubeconfig = os.path.join(self.directory, "controller.kubeconfig")
        controller = Controller(which, kubeconfig, log, **{**SETTINGS, **settings})
        self.controllers.append(controller)
        if await_ready:
            controller.await_ready()
        return controller

    def restart_api_server(self):
        control_plane("restart-apiserver", self.directory)

    def until(self, holds, seconds, what):
        """Waits for something that the ledger sees."""
        end = time.monotonic() + seconds
        with self.ledger.changed:
            while not holds():
                left = end - time.monotonic()
                if left <= 0:
                    raise Failure(f"not after {seconds} s: {what}")
                self.ledger.changed.wait(min(left, 1.0))

    def until_running(self, pods, seconds=600):
        def all_run():
            now = self.ledger.now(self.ledger.pods)
            return len(now) == pods and all(pod.running is not None for pod in now)

        self.until(all_run, seconds, f"{pods} pods run")

    def until_empty(self, seconds=300):
        def nothing_left():
            return not self.ledger.now(self.ledger.claims) and not self.ledger.now(self.ledger.nodes)

        self.until(nothing_left, seconds, "no claim and no node is left")


def kill(controller):
    """kill -9 of whatever the command became: the launcher may have children."""
    try:
        os.killpg(controller.process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
    controller.process.wait()


def control_plane(*arguments):
    told = subprocess.run([CONTROL_PLANE, *arguments], capture_output=True, text=True)
    if told.returncode != 0:
        raise Failure(told.stderr.strip())
    return told.stdout.strip()


def prepare(*contenders):
    """Builds what will run, so that no measurement contains a build."""
    builds = [[CONTROL_PLANE, "upstream-build" if "upstream" in contenders else "build"]]
    if "ours" in contenders and not os.environ.get("KARPENTER_COMMAND"):
        builds.append([os.path.join(TREE, "karpenter"), "--version"])
    for command in builds:
        if subprocess.run(command, stdout=subprocess.DEVNULL).returncode != 0:
            raise Failure(f"{shlex.join(command)} failed")
    missing = versions.missing(versions.CONTROL_PLANE_BINARIES)
    if missing:
        raise Failure(f"not built: {', '.join(missing)}")


def say(sentence):
    print(time.strftime("%H:%M:%S ") + sentence, flush=True)


def ending_well(play):
    """Runs a story; a failed expectation is told in a sentence, and Ctrl-C or SIGTERM still ends the cluster."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    try:
        return play()
    except Failure as problem:
        print(f"FAILED: {problem}", file=sys.stderr)
        return 1
