"""The controller under test: a process beside the cluster, given the same settings whoever wrote it."""
import http.client
import os
import shlex
import subprocess
import time

import ports
import processes
import versions
from failure import Failure

TREE = os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__))))
READY_SECONDS = 180
GATES = "NodeRepair=true,CapacityBuffer=true,StaticCapacity=true"


def command(which, kubeconfig):
    if which == "upstream":
        return [versions.binary("karpenter-upstream")]
    ours = os.environ.get("KARPENTER_COMMAND") or shlex.quote(os.path.join(TREE, "karpenter")) + " run"
    return [*shlex.split(ours), "--kubeconfig", kubeconfig]


class Controller:
    def __init__(self, which, kubeconfig, log, **settings):
        # Never 8080, which one group of specs needs for itself: these ports are all far above it.
        self.metrics, self.health = ports.free(2)
        environment = {
            "KUBECONFIG": kubeconfig, "DISABLE_LEADER_ELECTION": "true",
            "METRICS_PORT": str(self.metrics), "HEALTH_PROBE_PORT": str(self.health),
            "FEATURE_GATES": GATES, "CPU_REQUESTS": "1000", **settings,
        }
        self.log = log
        with open(log, "wb") as file:
            self.process = subprocess.Popen(
                command(which, kubeconfig), env={**os.environ, **environment}, stdin=subprocess.DEVNULL,
                stdout=file, stderr=file, start_new_session=True, preexec_fn=processes.die_with_parent,
            )

    def await_ready(self):
        end = time.monotonic() + READY_SECONDS
        while not self.is_ready():
            if self.has_ended():
                raise Failure(f"the controller ended with {self.process.returncode} before it was ready\n{self.tail()}")
            if time.monotonic() > end:
                raise Failure(f"the controller was not ready after {READY_SECONDS} s\n{self.tail()}")
            time.sleep(0.2)

    def is_ready(self):
        connection = http.client.HTTPConnection("127.0.0.1", self.health, timeout=2)
        try:
            connection.request("GET", "/readyz")
            return connection.getresponse().status == 200
        except (OSError, http.client.HTTPException):
            return False
        finally:
            connection.close()

    def has_ended(self):
        return self.process.poll() is not None

    def tail(self):
        with open(self.log, errors="replace") as file:
            return "".join(file.readlines()[-6:])

    def stop(self):
        self.process.terminate()
        try:
            self.process.wait(40)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
