"""A cloud that hangs, loses answers, or says what is not so."""
import time

import cloud_faults as faults
from catalogue import SERVED, story

SETTLED = 120  # seconds to an end that a loop asks for: its period, the call's limit of a minute and a repetition
CALL_LIMIT = 120  # seconds that we give the cloud to launch or to list; a call that hangs does so until then
ONE_MACHINE = "one machine for the claim; a new pod is served within 60 s afterwards"
AFTER_LIMIT = "one machine for the claim; the pod is served within 60 s after the call's limit of 2 min"
STAYS = "nothing changes; a new pod is served within 60 s afterwards"


@story("cloud-list-hangs", "the cloud's list is never answered, for 60 s",
       "a new pod is served meanwhile; a machine without a claim is collected within 4 min, the call's limit of 2 min included")
def cloud_list_hangs(scene):
    scene.cloud.set_faults({"call": "list", "fault": faults.HANG})
    scene.cloud.await_call("list", time.time(), 30)
    scene.serves(SERVED, what="during the fault")
    scene.last(40)
    scene.cloud.set_faults()
    orphan = scene.orphan()
    scene.until_ended(orphan, CALL_LIMIT + SETTLED, "a machine without a claim")


@story("cloud-create-hangs", "the cloud never answers a wish for a machine, for 45 s", AFTER_LIMIT)
def cloud_create_hangs(scene):
    hangs(scene, faults.HANG)


@story("cloud-create-hangs-done", "the cloud launches and never answers, for 45 s", AFTER_LIMIT)
def cloud_create_hangs_done(scene):
    hangs(scene, faults.DONE_AND_HANG)


def hangs(scene, fault):
    scene.cloud.set_faults({"call": "create", "fault": fault})
    scene.scale_probe(1)
    scene.last(45)
    scene.cloud.set_faults()
    scene.probe_runs(CALL_LIMIT - 45 + SERVED)


@story("cloud-create-lost", "the answers to three wishes for a machine are lost", ONE_MACHINE)
def cloud_create_lost(scene):
    scene.cloud.set_faults({"call": "create", "fault": faults.LOSE, "times": 3})
    scene.serves(SERVED)


@story("cloud-create-twice", "wishes for machines are carried out twice", ONE_MACHINE)
def cloud_create_twice(scene):
    scene.cloud.set_faults({"call": "create", "fault": faults.TWICE})
    scene.serves(SERVED)


@story("cloud-create-late", "the first wish for a machine is carried out and answered 20 s late", ONE_MACHINE)
def cloud_create_late(scene):
    scene.cloud.set_faults({"call": "create", "fault": faults.LATE, "seconds": 20, "times": 1})
    scene.serves(SERVED)


@story("cloud-no-capacity", "the cloud has no machine to sell, for 30 s", "a pod is served within 60 s afterwards")
def cloud_no_capacity(scene):
    scene.cloud.set_faults({"call": "create", "fault": faults.NO_CAPACITY})
    scene.scale_probe(1)
    scene.last(30)
    scene.cloud.set_faults()
    scene.probe_runs(SERVED)


@story("cloud-list-empty", "the cloud's list has no machine in it, for 75 s", STAYS)
def cloud_list_empty(scene):
    lacking(scene, {"call": "list", "fault": faults.LACK})


@story("cloud-list-lacks-one", "the cloud's list lacks one machine, for 75 s", STAYS)
def cloud_list_lacks_one(scene):
    lacking(scene, {"call": "list", "fault": faults.LACK, "machines": [sorted(scene.cloud.machines())[0]]})


@story("cloud-get-unknown", "the cloud does not know machines that are there, when asked for one, for 75 s", STAYS)
def cloud_get_unknown(scene):
    lacking(scene, {"call": "get", "fault": faults.UNKNOWN})


def lacking(scene, *told):
    scene.cloud.set_faults(*told)
    with scene.nothing_changes():
        scene.last(75)
    scene.cloud.set_faults()
    scene.serves(SERVED)


@story("cloud-delete-hangs", "the cloud never answers the wish to end a machine, for 45 s",
       "the machine ends within 120 s afterwards; a new pod is served meanwhile")
def cloud_delete_hangs(scene):
    ending(scene, {"call": "delete", "fault": faults.HANG}, 45)


@story("cloud-delete-lost", "the answers to wishes to end a machine are lost, for 20 s", "the machine ends, its claim and node go")
def cloud_delete_lost(scene):
    ending(scene, {"call": "delete", "fault": faults.LOSE}, 20)


def ending(scene, fault, seconds):
    """A node that is empty has to go, because its claim is deleted, while ending machines does not work."""
    scene.serves(SERVED, what="before the fault")
    node = scene.probe_node()
    scene.cloud.set_faults(fault)
    began = time.time()
    scene.scale_probe(0)
    scene.delete_spare_claims()
    if not scene.cloud.await_call("delete", began, 90):
        scene.fail("nobody asked the cloud to end the empty node's machine for 90 s")
    scene.serves(SERVED, what="during the fault")
    scene.last(seconds)
    scene.cloud.set_faults()
    scene.until_ended(node, SETTLED, "the empty node's machine")
