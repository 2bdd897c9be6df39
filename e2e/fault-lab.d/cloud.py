"""The lab's side of its cloud: starts the process, sets its faults, reads its record."""
import http.client
import json
import os
import subprocess
import sys
import time

import ports
import processes
from failure import Failure

PROGRAM = os.path.join(os.path.dirname(os.path.realpath(__file__)), "cloud_process.py")


class Cloud:
    def __init__(self, folder, kubeconfig):
        self.record, (self.port,) = os.path.join(folder, "cloud.jsonl"), ports.free(1)
        with open(os.path.join(folder, "cloud.log"), "wb") as log:
            self.process = subprocess.Popen(
                [sys.executable, PROGRAM, "--port", str(self.port), "--record", self.record, "--kubeconfig", kubeconfig],
                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=log, preexec_fn=processes.die_with_parent,
            )
        if not self.process.stdout.readline():
            raise Failure(f"the lab's cloud did not start; see {log.name}")

    @property
    def address(self):
        return f"http://127.0.0.1:{self.port}"

    def stop(self):
        self.process.kill()
        self.process.wait()

    def set_faults(self, *faults):
        """Dictionaries with call, fault and, where it matters, times, seconds and machines."""
        self.post("/faults", faults)

    def create(self, uid, node):
        """A machine that no controller has asked for."""
        self.post("/machines", {"claimUid": uid, "node": node})

    def post(self, path, told):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        try:
            connection.request("POST", path, json.dumps(told))
            connection.getresponse().read()
        finally:
            connection.close()

    def events(self, since=0.0, until=None):
        """Lines of the record, oldest first."""
        with open(self.record) as file:
            lines = [json.loads(line) for line in file if line.endswith("\n")]
        return [line for line in lines if line["at"] >= since and (until is None or line["at"] <= until)]

    def machines(self):
        """Names of those that run, by the record."""
        running = {}
        for line in self.events():
            if line["event"] == "begin":
                running[line["machine"]] = line
            elif line["event"] in ("end", "gone"):
                running.pop(line["machine"], None)
        return set(running)

    def calls(self, call, since=0.0):
        return [line for line in self.events(since) if line["event"] == "call" and line["call"] == call]

    def await_call(self, call, since, seconds):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if self.calls(call, since):
                return True
            time.sleep(0.2)
        return False
