"""A cloud that is a process of its own: machines over HTTP, and a record that nobody else writes.

  cloud_process.py --port PORT --record FILE [--kubeconfig FILE]

A machine is known by the uid of its claim, so a wish that comes twice is granted once. With a kubeconfig it makes each
machine's Node, at the API server itself and past every proxy, and removes it when the machine has ended. The record
has a line for each call, for each machine's begin and for its end, with the pods that were on it just then.

Machines: GET /machines, GET|DELETE /machines/NAME, POST /machines {"claimUid", "node"}.
Faults:   POST /faults [{"call": "create", "fault": "hang"}...] replaces those there were; [] heals.
"""
import argparse
import datetime
import http.server
import json
import os
import socketserver
import sys
import threading
import time

HERE = os.path.dirname(os.path.realpath(__file__))
sys.dont_write_bytecode = True
sys.path[:0] = [os.path.join(os.path.dirname(HERE), name) for name in ("stories.d", "control-plane.d")]

import cloud_faults  # noqa: E402
from api import Api  # noqa: E402

ENDED = ("Succeeded", "Failed")
KEPT_SECONDS = 2.0  # a machine that was told to end takes so long, as real ones take longer


class Cloud:
    def __init__(self, record, api=None):
        self.api, self.lock = api, threading.Lock()
        self.machines, self.faults = {}, []  # by name
        self.file = open(record, "a", buffering=1)
        self.calls = 0

    def write(self, **line):
        self.file.write(json.dumps({"at": time.time(), **line}) + "\n")

    def create(self, wish):
        uid, node = wish["claimUid"], wish["node"]
        with self.lock:
            for machine in self.machines.values():
                if machine["claimUid"] == uid:
                    return machine
            name = node["metadata"]["name"]
            node["metadata"]["creationTimestamp"] = stamp()
            machine = {"name": name, "claimUid": uid, "node": node}
            self.machines[name] = machine
            self.write(event="begin", machine=name, claimUid=uid)
        if self.api:
            self.register(node)
        return machine

    def register(self, node):
        metadata = {key: node["metadata"].get(key) for key in ("name", "labels", "annotations")}
        self.api.must("POST", "/api/v1/nodes", {**node, "metadata": metadata}, also=(409,))

    def end(self, name):
        """Says whether there was such a machine. It goes soon after, and its Node after it."""
        pods = self.pods_on(name) if name in self.machines else []  # not while others wait for the lock
        with self.lock:
            machine = self.machines.get(name)
            if machine is None:
                return None
            if "deletionTimestamp" not in machine["node"]["metadata"]:
                machine["node"]["metadata"]["deletionTimestamp"] = stamp()
                # From here on nobody can save them.
                self.write(event="end", machine=name, claimUid=machine["claimUid"], pods=pods)
                threading.Timer(KEPT_SECONDS if self.api else 0, self.vanish, (name,)).start()
            return machine

    def vanish(self, name):
        with self.lock:
            self.machines.pop(name, None)
        self.write(event="gone", machine=name)
        if self.api:
            self.api.delete(f"/api/v1/nodes/{name}")

    def pods_on(self, name):
        if not self.api:
            return []
        found = self.api.items(f"/api/v1/pods?fieldSelector=spec.nodeName%3D{name}")
        return [
            {
                "name": pod["metadata"]["name"], "uid": pod["metadata"]["uid"],
                "deleting": "deletionTimestamp" in pod["metadata"],
            }
            for pod in found
            if pod["status"].get("phase") not in ENDED and not is_daemon(pod)
        ]

    def listed(self):
        with self.lock:
            return list(self.machines.values())


def is_daemon(pod):
    return any(owner["kind"] in ("DaemonSet", "Node") for owner in pod["metadata"].get("ownerReferences", []))


def stamp():
    return datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    cloud = None

    def log_message(self, *_):
        pass  # the record says more

    def body(self):
        return json.loads(self.rfile.read(int(self.headers.get("Content-Length", 0))) or b"null")

    def do_POST(self):
        if self.path == "/faults":
            self.cloud.faults = [cloud_faults.Fault(**told) for told in self.body()]
            self.cloud.write(event="faults", faults=[fault.told() for fault in self.cloud.faults])
            return self.answer(200, {})
        wish = self.body()
        self.serve("create", wish["node"]["metadata"]["name"], lambda: (200, self.cloud.create(wish)))

    def do_GET(self):
        if self.path == "/machines":
            return self.serve("list", "", lambda: (200, {"machines": self.cloud.listed()}))
        name = self.path.rsplit("/", 1)[1]
        self.serve("get", name, lambda: found(self.cloud.machines.get(name)))

    def do_DELETE(self):
        name = self.path.rsplit("/", 1)[1]
        self.serve("delete", name, lambda: found(self.cloud.end(name)))

    def serve(self, call, machine, do):
        fault = next((fault for fault in self.cloud.faults if fault.strikes(call, machine)), None)
        self.cloud.write(event="call", call=call, machine=machine, fault=fault.fault if fault else None)
        if fault is None:
            self.answer(*do())
        else:
            fault.play(self, do)

    def answer(self, code, told):
        text = json.dumps(told).encode()
        self.send_response(code)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)
        self.wfile.flush()

    def cut(self):
        self.close_connection = True
        self.connection.close()


def found(machine):
    return (200, machine) if machine else (404, {"message": "no such machine"})


class Server(socketserver.ThreadingMixIn, http.server.HTTPServer):
    daemon_threads = True
    allow_reuse_address = True
    request_queue_size = 100

    def handle_error(self, request, client_address):
        pass  # whoever asked has gone: most often a deadline of its own


def main():
    options = argparse.ArgumentParser(usage=__doc__)
    options.add_argument("--port", type=int, required=True)
    options.add_argument("--record", required=True)
    options.add_argument("--kubeconfig")
    asked = options.parse_args()
    Handler.cloud = Cloud(asked.record, Api(asked.kubeconfig) if asked.kubeconfig else None)
    server = Server(("127.0.0.1", asked.port), Handler)
    print(server.server_port, flush=True)
    server.serve_forever()


if __name__ == "__main__":
    main()
