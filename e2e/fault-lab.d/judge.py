"""What must never have happened, judged from the cloud's record and the audit log."""
from audit_log import CONTROLLER, clock

OK = range(200, 300)
CHANGES = {
    ("create", "nodeclaims"), ("delete", "nodeclaims"), ("delete", "nodes"), ("create", "pods/eviction"),
    ("delete", "pods"), ("deletecollection", "pods"),
}
GARBAGE = "pod-garbage-collector"


def machines_lost(events):
    """Machines that were ended while pods ran on them. None of the lab's pools sets a deadline for drains."""
    problems = []
    for line in events:
        if line["event"] == "end" and line["pods"]:
            names = ", ".join(pod["name"] for pod in line["pods"])
            problems.append(f"machine {line['machine']} was ended with pods running on it: {names}")
    return problems


def machines_twice(events):
    """Claims for which more than one machine began."""
    begun = {}
    for line in events:
        if line["event"] == "begin":
            begun.setdefault(line["claimUid"], []).append(line["machine"])
    return [f"claim {uid} got {len(names)} machines: {', '.join(names)}" for uid, names in begun.items() if len(names) > 1]


def pods_lost(asked):
    """Pods that went with their node and not by an eviction: collected as garbage, or deleted at once."""
    problems = []
    for one in asked:
        if (one.verb, one.resource) != ("delete", "pods") or one.code not in OK:
            continue
        if GARBAGE in one.agent:
            problems.append(f"pod {one.name} was lost with its node at {clock(one.at)}")
        elif one.user == CONTROLLER and one.body.get("gracePeriodSeconds") == 0:
            problems.append(f"pod {one.name} was deleted by force at {clock(one.at)}")
    return problems


def changes(events, asked):
    """Whatever changed, for times in which nothing may."""
    found = []
    for line in events:
        if line["event"] in ("begin", "end"):
            found.append(f"machine {line['machine']} {'began' if line['event'] == 'begin' else 'was ended'} at {clock(line['at'])}")
    for one in asked:
        if one.user == CONTROLLER and (one.verb, one.resource) in CHANGES and one.code in OK:
            found.append(f"the controller asked for {one}")
    return found


def old_leader_after_new(asked, old, new):
    """Requests of the old leader that the server received after the new leader's first as a leader; lease requests
    excepted. Both are told by the address that their proxy asks from."""
    taken = next((one.at for one in asked if one.source == new and one.is_lease and one.is_write and one.code in OK), None)
    if taken is None:
        return ["the standby never took the lease"]
    first = next((one for one in asked if one.source == new and not one.is_lease and one.is_write and one.at >= taken), None)
    if first is None:
        return ["the new leader did nothing"]
    late = [one for one in asked if one.source == old and not one.is_lease and one.at > first.at]
    return [f"the old leader asked for {one}, after the new leader's {first}" for one in late[:3]]
