"""Processes by pid and start time, so that a number used again is never mistaken for ours."""
import ctypes
import os
import signal
import time

PR_SET_PDEATHSIG = 1
LIBC = ctypes.CDLL(None, use_errno=True)


def start_time(pid):
    """Clock ticks after boot at which the process began, or None when it is gone or only waits to be reaped."""
    try:
        with open(f"/proc/{pid}/stat") as file:
            fields = file.read().rsplit(")", 1)[1].split()
    except (FileNotFoundError, ProcessLookupError):
        return None
    return None if fields[0] in "ZX" else int(fields[19])


def is_running(pid, started):
    return start_time(pid) == started


def die_with_parent():
    """For a child between fork and exec: the kernel kills it when the one that made it ends, however that happens."""
    LIBC.prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


def kill_and_wait(pid, started, how=signal.SIGKILL, seconds=30):
    """True when it is gone."""
    if is_running(pid, started):
        try:
            os.kill(pid, how)
        except ProcessLookupError:
            return True
    end = time.monotonic() + seconds
    while is_running(pid, started):
        if time.monotonic() > end:
            return False
        time.sleep(0.02)
    return True
