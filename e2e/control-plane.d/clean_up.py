"""Ends a cluster whatever state it is in, and leaves nothing of it."""
import os
import shutil
import signal

import components
import layout
import processes
from failure import Failure


def stop(directory):
    """Also for a cluster whose supervisor was killed: the pids it noted are checked one by one."""
    pids = layout.read_pids(directory)
    if "supervisor" in pids:
        pid, started = pids.pop("supervisor")
        if not processes.kill_and_wait(pid, started, signal.SIGTERM, seconds=20):
            processes.kill_and_wait(pid, started)
    # A child dies with its supervisor; this waits until it has, etcd last as it is the one that holds the data.
    for name in reversed(list(components.COMMANDS)):
        if name in pids and not processes.kill_and_wait(*pids[name]):
            raise Failure(f"{name} (process {pids[name][0]}) of {directory} does not end")
    forget(directory)


def forget(directory):
    shutil.rmtree(directory, ignore_errors=True)
    if os.path.isdir(directory):
        shutil.rmtree(directory)
    layout.unregister(directory)


def reap():
    """Clears away the clusters that nobody looks after any more; returns their directories."""
    abandoned = [directory for directory in layout.registered() if not layout.supervisor_runs(directory)]
    for directory in abandoned:
        stop(directory)
    return abandoned
