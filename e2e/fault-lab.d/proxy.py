"""The proxy between the controller and the API server."""
import contextlib
import json
import os
import socket
import ssl
import threading
import time

from http_relay import HttpLine
from raw_relay import RawLine
from wire import Ended

HTTP, RAW = "http", "raw"  # sees requests, speaks HTTP/1.1; passes bytes, HTTP/2 from end to end
SERVE, BLACKHOLE = "serve", "blackhole"  # what becomes of new connections


class Proxy:
    """One listener. The address that it asks the server from tells in the audit log whose requests came through it."""

    def __init__(self, server_port, keys, log, source="127.0.0.1"):
        self.server_port, self.source = server_port, source
        self.mode, self.newcomers, self.delay = HTTP, SERVE, 0.0
        self.rules, self.lines, self.lock = [], [], threading.Lock()
        self.log = open(log, "a", buffering=1)
        self.serving = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self.serving.load_cert_chain(os.path.join(keys, "serving.crt"), os.path.join(keys, "serving.key"))
        self.serving.set_alpn_protocols(["http/1.1"])
        self.asking = ssl.create_default_context(cafile=os.path.join(keys, "serving.crt"))
        self.listener = socket.create_server(("127.0.0.1", 0), backlog=200)
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def close(self):
        self.listener.close()
        self.cut()
        self.log.close()

    def accept(self):
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return
            threading.Thread(target=self.welcome, args=(client,), daemon=True).start()

    def welcome(self, client):
        client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        try:
            line = self.line(client)
        except (OSError, ssl.SSLError):
            client.close()
            return
        with self.lock:
            self.lines.append(line)
        try:
            line.serve()
        finally:
            with self.lock:
                self.lines.remove(line)

    def line(self, client):
        if self.newcomers == BLACKHOLE:
            return Blackhole(client)
        if self.mode == HTTP:
            return HttpLine(self, self.serving.wrap_socket(client, server_side=True))
        line = RawLine(self, client, self.dial())
        line.delay = self.delay
        return line

    def dial(self):
        upstream = socket.create_connection(("127.0.0.1", self.server_port), 10, (self.source, 0))
        upstream.settimeout(None)
        upstream.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return upstream

    def connect(self):
        try:
            return self.asking.wrap_socket(self.dial(), server_hostname="127.0.0.1")
        except OSError as problem:
            raise Ended(f"the API server cannot be reached: {problem}") from None

    def rule_for(self, request):
        with self.lock:
            return next((rule for rule in self.rules if rule.strikes(request)), None)

    def note(self, line, request, rule):
        told = {"at": time.time(), "line": id(line) % 100000, "method": request.method, "target": request.target}
        if rule:
            told["fault"] = getattr(rule.do, "__qualname__", "").split(".")[0]
        self.log.write(json.dumps(told) + "\n")

    # What a story does to it

    @contextlib.contextmanager
    def fault(self, *rules, cut=True):
        """Plays these until the end of the block. Watches that they concern are cut first, so that the fault is met;
        at the end whatever hangs is."""
        with self.lock:
            self.rules = list(rules)
        if cut:
            self.cut(lambda line: concerns(rules, line))
        try:
            yield
        finally:
            self.heal()

    def heal(self):
        with self.lock:
            struck, self.rules = self.rules, []
        self.newcomers = SERVE
        self.cut(lambda line: isinstance(line, Blackhole) or (not line_is_raw(line) and concerns(struck, line)))

    def cut(self, chosen=lambda line: True, reset=True):
        for line in self.chosen(chosen):
            line.cut(reset)

    def chosen(self, which=lambda line: True):
        with self.lock:
            return [line for line in self.lines if which(line)]


def concerns(rules, line):
    return getattr(line, "request", None) is not None and any(rule.fits(line.request) for rule in rules)


def line_is_raw(line):
    return isinstance(line, RawLine)


class Blackhole:
    """Accepted and never answered, not even the handshake."""

    def __init__(self, client):
        self.client, self.over = client, threading.Event()

    def serve(self):
        self.over.wait()

    def cut(self, reset=True):
        self.over.set()
        self.client.close()
