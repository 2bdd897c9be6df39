"""The files of one cluster's directory, and the list of all clusters."""
import os
import tempfile

import processes
import versions


def registry():
    return os.path.join(versions.cache(), "clusters")


def new_directory():
    return tempfile.mkdtemp(prefix="karpenter-cluster-")


def register(directory):
    os.makedirs(registry(), exist_ok=True)
    write(entry(directory), directory)


def unregister(directory):
    try:
        os.remove(entry(directory))
    except FileNotFoundError:
        pass


def entry(directory):
    return os.path.join(registry(), directory.strip("/").replace("/", "-"))


def registered():
    found = []
    names = sorted(os.listdir(registry())) if os.path.isdir(registry()) else []
    for name in names:
        if not name.endswith(".unfinished"):
            try:
                with open(os.path.join(registry(), name)) as file:
                    found.append(file.read())
            except FileNotFoundError:
                pass  # this cluster has just ended
    return found


def write(path, text, mode=0o600):
    """Whole or not at all: others read these files while we run."""
    unfinished = path + ".unfinished"
    with open(os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, mode), "w") as file:
        file.write(text)
    os.replace(unfinished, path)


def write_pids(directory, named):
    """One line for each process: name, pid, start time."""
    lines = [f"{name} {pid} {started}\n" for name, (pid, started) in named.items()]
    write(os.path.join(directory, "pids"), "".join(lines))


def read_pids(directory):
    try:
        with open(os.path.join(directory, "pids")) as file:
            rows = [line.split() for line in file]
    except FileNotFoundError:
        return {}
    return {name: (int(pid), int(started)) for name, pid, started in rows}


def supervisor_runs(directory):
    """True while someone still looks after this cluster."""
    pid, started = read_pids(directory).get("supervisor", (0, 0))
    return pid != 0 and processes.is_running(pid, started)
