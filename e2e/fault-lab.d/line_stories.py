"""Connections that die in ways nobody is told of, and ports that are kept busy."""
import socket
import time

from catalogue import RECOVERED, SERVED, story
from proxy import BLACKHOLE, RAW, SERVE
from raw_relay import TO_CLIENT

RECOVERS = "a pod made just then is served within 45 s"
HALF_SENT = 5000
MOST_GROWTH = 100  # MiB


@story("connections-silent", "all connections go silent, new ones work (HTTP/2)", RECOVERS, mode=RAW, consolidates=True)
def connections_silent(scene):
    for line in scene.lines():
        line.stall()
    scene.serves(RECOVERED, what="after the silence began")


@story("connections-deaf", "over all connections nothing comes any more, requests arrive; new ones work (HTTP/2)", RECOVERS,
       mode=RAW)
def connections_deaf(scene):
    for line in scene.lines():
        line.stall((TO_CLIENT,))
    scene.serves(RECOVERED, what="after the silence began")


@story("watch-connection-silent", "the connection with the watches goes silent, the others and new ones work (HTTP/2)",
       RECOVERS, mode=RAW)
def watch_connection_silent(scene):
    for line in scene.lines(carrying_watches=True):
        line.stall()
    scene.serves(RECOVERED, what="after the silence began")


@story("watches-silent", "only the watches go silent, each a connection of its own (HTTP/1.1)",
       "a pod made just then is served within 60 s")
def watches_silent(scene):
    for line in scene.proxy.chosen(lambda line: line.request is not None and line.request.is_watch):
        line.silent = True
    scene.serves(SERVED, what="after the silence began")


@story("silence-heals", "all connections are silent for 40 s and then deliver what they kept (HTTP/2)",
       "nothing changes; a new pod is served within 45 s afterwards", mode=RAW)
def silence_heals(scene):
    scene.proxy.newcomers = BLACKHOLE
    lines = scene.lines()
    for line in lines:
        line.stall()
    with scene.nothing_changes():
        scene.last(40)
    for line in lines:
        line.resume()
    scene.proxy.heal()
    scene.serves(RECOVERED, what="after the silence ended")


@story("host-gone", "all connections are silent for good, new ones are accepted and never answered for 20 s (HTTP/2)",
       "nothing changes; a new pod is served within 45 s after new ones work", mode=RAW)
def host_gone(scene):
    scene.proxy.newcomers = BLACKHOLE
    for line in scene.lines():
        line.stall()
    with scene.nothing_changes():
        scene.last(20)
    scene.proxy.newcomers = SERVE
    scene.serves(RECOVERED, what="after new connections work")


@story("connections-cut", "all connections are reset every 3 s, for 45 s (HTTP/2)",
       "a new pod is served within 60 s meanwhile and afterwards", mode=RAW)
def connections_cut(scene):
    cut_again_and_again(scene, lambda line: True)


@story("watches-cut", "all watches are reset every 3 s, for 45 s (HTTP/1.1)",
       "a new pod is served within 60 s meanwhile and afterwards")
def watches_cut(scene):
    cut_again_and_again(scene, lambda line: getattr(line, "request", None) is not None and line.request.is_watch)


def cut_again_and_again(scene, chosen):
    scene.repeating(3.0, lambda: scene.proxy.cut(chosen))
    scene.serves(SERVED, what="during the fault")
    scene.last(30)
    scene.stop_repeating()
    scene.serves(SERVED)


@story("slow-loris", "5,000 half-sent requests to the metrics and health ports for 30 s",
       "RSS grows by less than 100 MiB, /healthz answers within 5 s, a new pod is served within 60 s")
def slow_loris(scene):
    before = scene.resident()
    opened = half_sent(scene)
    grown, unanswered = 0.0, []
    end = time.monotonic() + 30
    while time.monotonic() < end:
        grown = max(grown, scene.resident() - before)
        code, told = scene.ask("/healthz")
        if code != 200:
            unanswered.append(told)
        time.sleep(2)
    scene.notes["grown_mib"] = round(grown)
    for one in opened:
        one.close()
    if grown >= MOST_GROWTH:
        scene.fail(f"RSS grew by {grown:.0f} MiB with {len(opened)} half-sent requests; {MOST_GROWTH} are allowed")
    if unanswered:
        scene.fail(f"/healthz did not answer {len(unanswered)} times: {unanswered[0]}")
    scene.serves(SERVED)


def half_sent(scene):
    opened = []
    for number in range(HALF_SENT):
        port = scene.controller.metrics if number % 2 else scene.controller.health
        try:
            one = socket.create_connection(("127.0.0.1", port), 2)
            one.sendall(b"GET /metrics HTTP/1.1\r\nHost: localhost\r\nX-Filler: " + b"x" * 1000)
            opened.append(one)
        except OSError:
            pass  # one that is refused or thrown out costs the controller nothing
    return opened
