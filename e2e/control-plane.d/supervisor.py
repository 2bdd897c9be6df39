"""One process for each cluster: it makes the others, and the kernel ends them with it.

Run as `supervisor.py JSON`. It writes `ready` into the cluster's directory when everything stands, or `failure` with a
sentence. Then it waits for a command on the socket `control`, for SIGTERM, or for the end of the process that the
cluster belongs to; on the last two it kills its children, deletes the directory and goes.
"""
import json
import os
import select
import signal
import socket
import subprocess
import sys
import time

sys.dont_write_bytecode = True

import bring_up  # noqa: E402
import clean_up  # noqa: E402
import components  # noqa: E402
import credentials  # noqa: E402
import layout  # noqa: E402
import ports  # noqa: E402
import processes  # noqa: E402
from apiserver_client import ApiServer  # noqa: E402
from failure import Failure  # noqa: E402


class Supervisor:
    def __init__(self, asked):
        self.asked, self.directory = asked, asked["directory"]
        self.children, self.pids = {}, {}
        self.ending = False
        self.remember("supervisor", os.getpid())
        layout.register(self.directory)  # only now: an entry without a living supervisor is cleared away

    def bring_up(self):
        """Tries other ports when somebody was quicker on one of them."""
        for attempt in range(5):
            etcd_port, peer_port, api_port = ports.free(3)
            self.plan = components.Plan(
                self.directory, etcd_port, peer_port, api_port,
                self.asked["authorization"], self.asked["qps"], self.asked["audit"],
            )
            self.api = ApiServer(self.directory, api_port, credentials.create(self.directory, api_port))
            try:
                return bring_up.all_of_it(self)
            except bring_up.PortTaken:
                self.kill_children()
        raise Failure("five times in a row somebody else took a port before the cluster could")

    def spawn(self, name):
        log = open(os.path.join(self.asked["logs"], name + ".log"), "ab")
        child = subprocess.Popen(
            components.COMMANDS[name](self.plan), cwd=self.directory, stdin=subprocess.DEVNULL, stdout=log, stderr=log,
            start_new_session=True, preexec_fn=processes.die_with_parent,
        )
        log.close()
        self.children[name] = child
        self.remember(name, child.pid)

    def remember(self, name, pid):
        self.pids[name] = (pid, processes.start_time(pid) or 0)
        layout.write_pids(self.directory, self.pids)

    def runs(self, name):
        return name in self.children and self.children[name].poll() is None

    def kill(self, name):
        """Returns when the process has really gone."""
        child = self.children.pop(name, None)
        if child:
            child.kill()
            child.wait()
            self.pids.pop(name, None)
            layout.write_pids(self.directory, self.pids)

    def kill_children(self):
        # From the outside in, and etcd last: nobody logs about a neighbour that went first.
        for name in reversed(list(components.COMMANDS)):
            self.kill(name)

    def restart_apiserver(self):
        self.kill("kube-apiserver")
        self.spawn("kube-apiserver")
        bring_up.await_api_server(self)

    def obey(self, command):
        if command == "kill-apiserver":
            self.kill("kube-apiserver")
        elif command == "restart-apiserver":
            self.restart_apiserver()
        else:
            raise Failure(f"no such command: {command}")

    def serve(self):
        """Until there is a reason to end."""
        owner = open_owner(self.asked["owner"])
        os.chdir(self.directory)
        control = socket.socket(socket.AF_UNIX)
        control.bind("control")  # by its short name: a socket's path may have 107 characters only
        control.listen()
        layout.write("ready", "")
        watched = [control] + ([owner] if owner else [])
        while not self.ending:
            for able in select.select(watched, [], [], 0.5)[0]:
                if able is owner:
                    print("the owner has ended", flush=True)
                    return
                self.answer(control)
            self.note_deaths()

    def answer(self, control):
        connection, _ = control.accept()
        with connection:
            command = connection.recv(1024).decode().strip()
            try:
                self.obey(command)
                told = "ok"
            except (Failure, bring_up.PortTaken) as problem:
                told = str(problem)
            try:
                connection.sendall(told.encode())
            except OSError:
                pass  # the one who asked did not wait for the answer

    def note_deaths(self):
        for name, child in list(self.children.items()):
            if child.poll() is not None:
                print(f"{name} ended by itself with {child.returncode}", flush=True)
                self.kill(name)

    def end(self, *_):
        self.ending = True


def open_owner(pid):
    if pid is None:
        return None
    try:
        return os.pidfd_open(pid)
    except ProcessLookupError:
        raise Failure(f"the owner, process {pid}, is already gone") from None


def main(asked):
    supervisor = Supervisor(asked)
    signal.signal(signal.SIGTERM, supervisor.end)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    began = time.monotonic()
    try:
        supervisor.bring_up()
        print(f"ready after {time.monotonic() - began:.1f} s", flush=True)
        supervisor.serve()
    except Failure as problem:
        supervisor.kill_children()
        layout.write(os.path.join(asked["directory"], "failure"), str(problem))
        return 1
    supervisor.kill_children()
    os.chdir("/")
    clean_up.forget(asked["directory"])
    return 0


if __name__ == "__main__":
    sys.exit(main(json.loads(sys.argv[1])))
