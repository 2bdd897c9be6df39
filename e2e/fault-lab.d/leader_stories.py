"""Two controllers, of which one leads and may not know that it no longer does."""
import signal
import time

import actions
import judge
from catalogue import SERVED, story
from fail_over_story import LEASE, LEASES as LEASES_PATH, Lease
from rules import LEASES, Rule

FENCED = "the other leads and serves a new pod within 60 s; no request of the old leader follows the new leader's first"


@story("lease-stalled", "the leader's lease requests are never answered, all others are", FENCED)
def lease_stalled(scene):
    leader, proxy, lease = pair(scene)
    with proxy.fault(Rule(actions.hang, LEASES)):
        took_over(scene, lease)
        await_end(scene, leader, "whose lease was stalled")
    fenced(scene, proxy)


@story("lease-refused", "the leader's lease requests answer 500, all others work", FENCED)
def lease_refused(scene):
    leader, proxy, lease = pair(scene)
    with proxy.fault(Rule(actions.status(500), LEASES)):
        took_over(scene, lease)
        await_end(scene, leader, "whose lease was refused")
    fenced(scene, proxy)


@story("leader-stopped", "the leader's process is stopped for 40 s and then goes on", FENCED)
def leader_stopped(scene):
    leader, proxy, lease = pair(scene)
    leader.process.send_signal(signal.SIGSTOP)
    try:
        took_over(scene, lease)
        scene.last(10)
        scene.scale_probe(0)  # so that there is something to do when it wakes up
        scene.last(6)
    finally:
        leader.process.send_signal(signal.SIGCONT)
    await_end(scene, leader, "that was stopped")
    time.sleep(3)
    fenced(scene, proxy)


@story("leader-cut-off", "all connections of the leader go silent, and its new ones too", FENCED)
def leader_cut_off(scene):
    leader, proxy, lease = pair(scene)
    with proxy.fault(Rule(actions.hang)):
        took_over(scene, lease)
        await_end(scene, leader, "that was cut off")
    fenced(scene, proxy)


def pair(scene):
    """The scene's controller leads; from now on the standby is the one that is judged."""
    scene.api.delete(f"{LEASES_PATH}/{LEASE}")  # one of an earlier story is held by nobody who lives
    lease = Lease(scene.api)
    scene.watches.append(lease.watch)
    leader = scene.restarted(elects=True)
    lease.await_holder()
    proxy = scene.proxy
    scene.stand_by()
    return leader, proxy, lease


def took_over(scene, lease):
    """There is something to do until the other has the lease, so that an old leader that goes on is seen; and then it is
    the other's turn."""
    before, began, wanted = lease.holder, time.time(), 0
    while lease.holder in (before, "") and time.time() < began + SERVED:
        wanted += 1
        scene.scale_probe(wanted)
        time.sleep(4)
    if lease.holder in (before, ""):
        return scene.fail(f"nobody else took the lease within {SERVED} s")
    scene.notes["lease_taken"] = round(lease.await_other(before) - began, 1)
    scene.serves(SERVED, what="after the other took the lease")
    return None


def await_end(scene, leader, which):
    end = time.monotonic() + 60
    while not leader.has_ended():
        if time.monotonic() > end:
            return scene.fail(f"the process of the leader {which} still runs after 60 s")
        time.sleep(0.2)
    scene.notes["old_leader_exit"] = leader.process.returncode
    return None


def fenced(scene, proxy):
    asked = scene.lab.audit.since(scene.offset)
    scene.problems += judge.old_leader_after_new(asked, proxy.source, scene.proxy.source)
