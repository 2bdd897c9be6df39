"""An API server, or a proxy before it, that answers wrongly."""
import time

import actions
import lab_objects
from catalogue import SERVED, story
from rules import EVERYTHING, NODE_CLAIMS, NODE_POOLS, NODES, PODS, WRITES, Rule

STILL = "nothing changes; afterwards a new pod is served within 60 s"
LATE_PODS = ("z-late-0", "z-late-1", "z-late-2")  # after the first page of a list, which is in the order of names
WORKS = "a new pod is served within 60 s meanwhile and afterwards"


def blind(scene, kind, seconds, *rules):
    """Nobody can know this kind for a while, so nothing may be done that rests on it."""
    with scene.proxy.fault(*rules):
        with scene.nothing_changes():
            scene.last(seconds / 2)
            scene.says_interrupted(kind)
            scene.last(seconds / 2)
    scene.serves(SERVED)


@story("nodeclaims-404", "NodeClaims answer 404 for 90 s", STILL, consolidates=True)
def nodeclaims_404(scene):
    blind(scene, "nodeclaims", 90, Rule(actions.status(404), NODE_CLAIMS))


@story("pods-404", "Pods answer 404 for 90 s", STILL, consolidates=True)
def pods_404(scene):
    blind(scene, "pods", 90, Rule(actions.status(404), PODS))


@story("nodes-404", "Nodes answer 404 for 90 s", STILL, consolidates=True)
def nodes_404(scene):
    blind(scene, "nodes", 90, Rule(actions.status(404), NODES))


@story("nodepools-404", "NodePools answer 404 for 90 s", STILL, consolidates=True)
def nodepools_404(scene):
    blind(scene, "nodepools", 90, Rule(actions.status(404), NODE_POOLS))


@story("nodeclaims-404-page", "NodeClaims answer with a proxy's 404 page for 60 s", STILL)
def nodeclaims_404_page(scene):
    blind(scene, "nodeclaims", 60, Rule(actions.html_page, NODE_CLAIMS))


@story("everything-404-page", "everything answers with a proxy's 404 page for 60 s", STILL)
def everything_404_page(scene):
    blind(scene, "pods", 60, Rule(actions.html_page, EVERYTHING))


@story("nodeclaims-empty", "the list of NodeClaims is empty for 60 s, watches of them answer 410", STILL)
def nodeclaims_empty(scene):
    with scene.proxy.fault(
        Rule(actions.status(410), NODE_CLAIMS, watches=True), Rule(actions.empty_list, NODE_CLAIMS, lists=True),
    ):
        with scene.nothing_changes():
            scene.last(60)
    scene.serves(SERVED)


@story("pods-empty", "the list of Pods is empty for 60 s, watches of them answer 410", STILL)
def pods_empty(scene):
    with scene.proxy.fault(
        Rule(actions.status(410), PODS, watches=True), Rule(actions.empty_list, PODS, lists=True),
    ):
        with scene.nothing_changes():
            scene.last(60)
    scene.serves(SERVED)


@story("pods-403", "Pods answer 403 for 60 s", STILL + "; /statusz names the kind")
def pods_403(scene):
    blind(scene, "pods", 60, Rule(actions.status(403), PODS))


@story("pods-list-broken-off", "lists of Pods break off in mid-body for 60 s, watches of them answer 410", STILL)
def pods_list_broken_off(scene):
    blind(
        scene, "pods", 60,
        Rule(actions.status(410), PODS, watches=True), Rule(actions.broken_off, PODS, lists=True),
    )


@story("pods-page-2", "the list of Pods fails at page 2 for 75 s; a node that looked empty gets three pods",
       "the node stays, or its pods are evicted; afterwards a new pod is served within 60 s")
def pods_page_2(scene):
    looked_empty(
        scene, 75,
        Rule(actions.status(410), PODS, watches=True),
        Rule(actions.status(500), PODS, page=2),
        Rule(actions.small_pages(2), PODS, page=1),
    )


@story("pods-stale", "lists of Pods are those of before, watches silent, for 75 s; a node that was empty then gets three pods",
       "the node stays, or its pods are evicted; afterwards a new pod is served within 60 s")
def pods_stale(scene):
    def rules():
        old = scene.api.get("/api/v1/pods?limit=500")
        return (
            Rule(actions.status(410), PODS, watches=True, times=1),
            Rule(actions.silent, PODS, watches=True),
            Rule(actions.stale(old), PODS, lists=True),
        )

    looked_empty(scene, 75, rules)


def looked_empty(scene, seconds, *rules):
    """A node has just become empty when nobody can see any more that it got pods again."""
    scene.serves(SERVED, what="before the fault")
    node = scene.probe_node()
    scene.scale_probe(0)
    time.sleep(2)
    played = rules[0]() if not isinstance(rules[0], Rule) else rules
    with scene.proxy.fault(*played):
        for name in LATE_PODS:
            scene.api.create(scene.pods_path, lab_objects.bound_pod(name, node))
        scene.last(seconds)
    scene.serves(SERVED)
    time.sleep(5)
    for name in LATE_PODS:
        scene.api.delete(f"{scene.pods_path}/{name}")


@story("watches-410", "every watch says that its version is forgotten, for 60 s", WORKS)
def watches_410(scene):
    with scene.proxy.fault(Rule(actions.expired_in_stream, watches=True)):
        scene.last(10)
        scene.serves(SERVED, what="during the fault")
        scene.last(30)
    scene.serves(SERVED)


@story("everything-429", "everything answers 429 with Retry-After: 3600 for 30 s", STILL)
def everything_429(scene):
    with scene.proxy.fault(Rule(actions.status(429, "Retry-After: 3600"))):
        with scene.nothing_changes():
            scene.last(30)
    scene.serves(SERVED)


@story("some-500", "three in ten requests answer 500 or 503, for 60 s", WORKS)
def some_500(scene):
    with scene.proxy.fault(Rule(actions.status(500), share=0.15), Rule(actions.status(503), share=0.18)):
        scene.last(10)
        scene.serves(SERVED, what="during the fault")
        scene.last(20)
    scene.serves(SERVED)


@story("writes-twice", "every write is made twice, and the second answer told, for 60 s", WORKS + "; no machine twice")
def writes_twice(scene):
    with scene.proxy.fault(Rule(actions.twice, methods=WRITES)):
        scene.serves(SERVED, what="during the fault")
        scene.scale_probe(0)
        scene.last(40)
    scene.serves(SERVED)


@story("writes-lost", "half of the writes are made and their answers lost, for 60 s", WORKS + "; no machine twice")
def writes_lost(scene):
    with scene.proxy.fault(Rule(actions.answer_lost, methods=WRITES, share=0.5)):
        scene.serves(SERVED, what="during the fault")
        scene.scale_probe(0)
        scene.last(40)
    scene.serves(SERVED)


@story("requests-hang", "one in ten requests that are no watches is never answered, for 60 s", WORKS)
def requests_hang(scene):
    with scene.proxy.fault(Rule(actions.hang, watches=False, share=0.1)):
        scene.serves(SERVED, what="during the fault")
        scene.last(30)
    scene.serves(SERVED)


@story("everything-slow", "every answer comes 2 s late, for 75 s", WORKS)
def everything_slow(scene):
    with scene.proxy.fault(Rule(actions.late(2.0))):
        scene.serves(SERVED, what="during the fault")
        scene.last(20)
    scene.serves(SERVED)


@story("api-server-restarted", "the API server is restarted", STILL)
def api_server_restarted(scene):
    with scene.nothing_changes():
        scene.lab.restart_api_server()
    scene.await_others()
    scene.serves(SERVED)


@story("api-server-killed", "the API server is killed and away for 60 s", STILL)
def api_server_killed(scene):
    with scene.nothing_changes():
        scene.lab.kill_api_server()
        scene.last(60)
        scene.lab.restart_api_server()
    scene.await_others()
    scene.serves(SERVED)
