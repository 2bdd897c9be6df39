"""A cluster with everything around it that can be made to fail: the cloud, the proxies, the controllers."""
import os
import re
import signal
import time

from audit_log import AuditLog
from cloud import Cloud
from controller_process import Controller
from failure import Failure
from fail_over_story import ELECTION
from proxy import HTTP, Proxy
from stage import SETTINGS, Stage, control_plane, kill

import lab_objects

JAR_SETTING = "KARPENTER_CLASS_PATH"
SETTLE_SECONDS = 180


class Lab:
    """Lives as long as its cluster; several stories may play in it, one after the other."""

    def __init__(self, number, jar):
        self.stage = Stage(f"fault-lab/cluster-{number}")
        self.api, self.ledger, self.folder = self.stage.api, self.stage.ledger, self.stage.folder
        self.directory, self.jar = self.stage.directory, jar
        self.cloud = Cloud(self.folder, os.path.join(self.directory, "kubeconfig"))
        self.audit = AuditLog(self.stage.audit)
        self.proxies, self.controllers, self.started = [], [], 0
        lab_objects.create_all(self.api)

    def close(self):
        for controller in self.controllers:
            kill(controller)
        for proxy in self.proxies:
            proxy.close()
        self.cloud.stop()
        self.stage.__exit__()

    # Controllers, each behind a proxy of its own

    def proxy(self, mode=HTTP):
        """Asks from an address of its own, so that the audit log tells controllers apart."""
        number = len(self.proxies) + 2
        proxy = Proxy(self.api.port, os.path.join(self.directory, "keys"), os.path.join(self.folder, f"proxy-{number}.jsonl"),
                      source=f"127.0.{number // 250}.{number % 250 + 1}")
        proxy.mode = mode
        self.proxies.append(proxy)
        return proxy

    def controller(self, proxy, elects=False, await_ready=True, **settings):
        self.started += 1
        kubeconfig = self.kubeconfig(proxy)
        election = ELECTION if elects else {}
        controller = Controller(
            "ours", kubeconfig, os.path.join(self.folder, f"controller-{self.started}.log"),
            **{**SETTINGS, **election, "CLOUD_PROVIDER": "lab", "LAB_CLOUD": self.cloud.address, JAR_SETTING: self.jar,
               **settings},
        )
        self.controllers.append(controller)
        if await_ready:
            controller.await_ready()
        return controller

    def kubeconfig(self, proxy):
        with open(os.path.join(self.directory, "controller.kubeconfig")) as file:
            told = file.read()
        path = os.path.join(self.directory, f"proxy-{proxy.port}.kubeconfig")
        with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
            file.write(re.sub(r"127\.0\.0\.1:\d+", f"127.0.0.1:{proxy.port}", told))
        return path

    def end_controllers(self):
        """At once, whatever they are at: a story that is over owes them nothing."""
        for controller in self.controllers:
            try:
                controller.process.send_signal(signal.SIGCONT)
            except ProcessLookupError:
                pass
            kill(controller)
        self.controllers.clear()
        for proxy in self.proxies:
            proxy.cut()

    def kill_api_server(self):
        control_plane("kill-apiserver", self.directory)

    def restart_api_server(self):
        control_plane("restart-apiserver", self.directory)

    # A cluster at rest

    def settle(self, seconds=SETTLE_SECONDS):
        """Waits until exactly the base is there: its pods run, and each machine has its Node and its claim."""
        end = time.monotonic() + seconds
        why = self.unsettled()
        calm = 0
        while calm < 3:
            if time.monotonic() > end:
                raise Failure(f"the cluster is not at rest after {seconds} s: {why}")
            time.sleep(1)
            why = self.unsettled()
            calm = 0 if why else calm + 1

    def unsettled(self):
        ledger = self.ledger
        with ledger.lock:
            pods, claims, nodes = ledger.now(ledger.pods), ledger.now(ledger.claims), ledger.now(ledger.nodes)
            waiting = [pod.name for pod in pods if pod.running is None]
            if len(pods) != lab_objects.BASE_PODS or waiting:
                return f"{len(pods)} pods, of which {len(waiting)} do not run"
            if any(claim.deleting or not claim.is_("Initialized") for claim in claims):
                return "a claim is not initialized, or on its way out"
            names = {node.name for node in nodes if not node.deleting}
            machines = self.cloud.machines()
            if not len(claims) == len(nodes) == len(names) == len(machines) == lab_objects.BASE_NODES:
                return f"{len(claims)} claims, {len(nodes)} nodes, {len(machines)} machines"
            return None if names == machines else "nodes and machines are not the same"



