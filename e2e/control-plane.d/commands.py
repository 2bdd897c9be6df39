"""The subcommands of `control-plane`."""
import argparse
import json
import os
import socket
import subprocess
import sys
import time

import build
import clean_up
import components
import layout
import processes
import versions
from failure import Failure

HERE = os.path.dirname(os.path.realpath(__file__))
TREE = os.path.dirname(os.path.dirname(HERE))


def main(arguments, usage):
    if not arguments or arguments[0] in ("-h", "--help", "help"):
        print(usage)
        return 0 if arguments else 2
    name, rest = arguments[0], arguments[1:]
    if name not in COMMANDS:
        print(f"control-plane: no such command: {name}\n\n{usage}", file=sys.stderr)
        return 2
    try:
        return COMMANDS[name](rest) or 0
    except Failure as problem:
        print(f"control-plane: {problem}", file=sys.stderr)
        return problem.exit_code
    except KeyboardInterrupt:
        return 130


def build_command(arguments):
    parser("build").parse_args(arguments)
    build.control_plane()


def upstream_build(arguments):
    options = parser("upstream-build")
    options.add_argument("--suite", choices=versions.UPSTREAM_SUITES, default="regression")
    asked = options.parse_args(arguments)
    build.control_plane()
    build.upstream(asked.suite)


def start(arguments):
    options = parser("start")
    options.add_argument("--dir", help="the cluster's directory; must not exist or be empty")
    options.add_argument("--authorization", choices=["AlwaysAllow", "RBAC"], default="AlwaysAllow")
    options.add_argument("--crds", choices=["ours", "upstream", "none"], default="ours")
    options.add_argument("--qps", type=int, default=1000, help="requests a second for controller manager and scheduler")
    options.add_argument("--audit", metavar="FILE", help="write one line for each request")
    options.add_argument("--logs", metavar="DIR", help="keep the components' logs here instead of in the directory")
    options.add_argument("--owner", type=int, metavar="PID", help="end the cluster when this process ends")
    asked = options.parse_args(arguments)
    if not build.control_plane_is_built():
        raise Failure("the control plane is not built yet; run e2e/control-plane build (about ten minutes, once)")
    clean_up.reap()
    print(started(asked))


def started(asked):
    directory = prepared(asked.dir)
    logs = os.path.realpath(asked.logs) if asked.logs else os.path.join(directory, "log")
    os.makedirs(logs, exist_ok=True)
    if asked.audit:
        os.makedirs(os.path.dirname(os.path.realpath(asked.audit)), exist_ok=True)
    told = {
        "directory": directory, "logs": logs, "authorization": asked.authorization, "qps": asked.qps,
        "audit": os.path.realpath(asked.audit) if asked.audit else None, "owner": asked.owner,
        "crds": {"ours": our_crds(), "upstream": versions.manifests("upstream-crds"), "none": None}[asked.crds],
    }
    with open(os.path.join(logs, "supervisor.log"), "ab") as log:
        supervisor = subprocess.Popen(
            [sys.executable, os.path.join(HERE, "supervisor.py"), json.dumps(told)],
            stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True, cwd="/",
        )
    try:
        await_ready(supervisor, directory, logs)
    except BaseException:
        supervisor.terminate()
        supervisor.wait()
        clean_up.stop(directory)
        raise
    return directory


def prepared(asked):
    if not asked:
        return layout.new_directory()
    directory = os.path.realpath(asked)
    os.makedirs(directory, exist_ok=True)
    if os.listdir(directory):
        raise Failure(f"{directory} is not empty, and stopping the cluster would delete it; name another")
    return directory


def our_crds():
    return os.path.join(TREE, "api", "src", "main", "resources", "crds")


def await_ready(supervisor, directory, logs):
    while not os.path.exists(os.path.join(directory, "ready")):
        if supervisor.poll() is not None:
            told = os.path.join(directory, "failure")
            source = told if os.path.exists(told) else os.path.join(logs, "supervisor.log")
            with open(source) as file:
                raise Failure("the cluster did not start: " + file.read().strip())
        time.sleep(0.02)


def stop(arguments):
    options = parser("stop")
    options.add_argument("directories", nargs="*", metavar="DIR")
    options.add_argument("--all", action="store_true", help="every cluster of this user")
    asked = options.parse_args(arguments)
    if not asked.all and not asked.directories:
        options.error("name a cluster's directory, or --all")
    for directory in layout.registered() if asked.all else map(os.path.realpath, asked.directories):
        if os.path.isdir(directory) and not asked.all and not os.path.exists(os.path.join(directory, "pids")):
            raise Failure(f"{directory} is no cluster's directory")
        clean_up.stop(directory)


def reap(arguments):
    parser("reap").parse_args(arguments)
    for directory in clean_up.reap():
        print(directory)


def status(arguments):
    directory = only_directory("status", arguments)
    pids = layout.read_pids(directory)
    complete = True
    for name in ["supervisor", *components.COMMANDS]:
        runs = name in pids and processes.is_running(*pids[name])
        complete = complete and runs
        print(f"{name} {pids[name][0] if runs else 'does not run'}")
    return 0 if complete else 1


def binary(arguments):
    options = parser("binary")
    options.add_argument("name", choices=[*versions.CONTROL_PLANE_BINARIES, *versions.UPSTREAM_BINARIES])
    name = options.parse_args(arguments).name
    if versions.missing([name]):
        raise Failure(f"{name} is not built yet; run e2e/control-plane build (or upstream-build)")
    print(versions.binary(name))


def told_to_supervisor(command):
    def tell(arguments):
        directory = only_directory(command, arguments)
        os.chdir(directory)
        with socket.socket(socket.AF_UNIX) as connection:
            try:
                connection.connect("control")
            except OSError:
                raise Failure(f"nobody looks after the cluster in {directory} any more") from None
            connection.sendall(command.encode())
            connection.settimeout(180)
            answer = connection.recv(65536).decode()
        if answer != "ok":
            raise Failure(answer or "the supervisor ended while it did this")

    return tell


def only_directory(command, arguments):
    options = parser(command)
    options.add_argument("directory", metavar="DIR")
    directory = os.path.realpath(options.parse_args(arguments).directory)
    if not os.path.isdir(directory):
        raise Failure(f"there is no cluster in {directory}")
    return directory


def parser(command):
    return argparse.ArgumentParser(prog=f"control-plane {command}", allow_abbrev=False)


COMMANDS = {
    "build": build_command,
    "upstream-build": upstream_build,
    "start": start,
    "stop": stop,
    "reap": reap,
    "status": status,
    "binary": binary,
    "kill-apiserver": told_to_supervisor("kill-apiserver"),
    "restart-apiserver": told_to_supervisor("restart-apiserver"),
}
