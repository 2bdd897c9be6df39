"""A line that passes bytes on and knows nothing of them: TLS and HTTP/2 reach from end to end."""
import collections
import socket
import threading
import time

from wire import close

CHUNK = 65536
TO_SERVER, TO_CLIENT = "to-server", "to-client"
BOTH = (TO_SERVER, TO_CLIENT)


class RawLine:
    """One connection of the controller's and one to the API server."""

    def __init__(self, proxy, client, upstream):
        self.proxy, self.client, self.upstream = proxy, client, upstream
        self.stalled, self.delay = set(), 0.0
        self.passed = {TO_SERVER: 0, TO_CLIENT: 0}
        self.began, self.ended = time.time(), False
        self.changed = threading.Condition()
        self.halves = [Half(self, client, upstream, TO_SERVER), Half(self, upstream, client, TO_CLIENT)]

    def serve(self):
        for half in self.halves:
            half.start()
        for half in self.halves:
            half.reading.join()
        self.cut(reset=False)

    def stall(self, directions=BOTH):
        with self.changed:
            self.stalled |= set(directions)

    def resume(self):
        with self.changed:
            self.stalled.clear()
            self.changed.notify_all()

    def cut(self, reset=True):
        with self.changed:
            self.ended = True
            self.changed.notify_all()
        for sock in (self.client, self.upstream):
            close(sock, reset)


class Half:
    """One direction: what arrives is kept until it is due, so that a delay delays and does not throttle."""

    def __init__(self, line, source, target, direction):
        self.line, self.source, self.target, self.direction = line, source, target, direction
        self.kept = collections.deque()
        self.reading = threading.Thread(target=self.read, daemon=True)
        self.writing = threading.Thread(target=self.write, daemon=True)

    def start(self):
        self.writing.start()  # first: the reading one waits for it at its end
        self.reading.start()

    def read(self):
        data = b"-"
        while data:
            try:
                data = self.source.recv(CHUNK)
            except OSError:
                data = b""
            with self.line.changed:
                self.kept.append((time.monotonic() + self.line.delay, data))
                self.line.changed.notify_all()
        self.writing.join()

    def write(self):
        while True:
            data = self.next()
            if data is None:
                return
            try:
                if not data:
                    self.target.shutdown(socket.SHUT_WR)
                    return
                self.target.sendall(data)
            except OSError:
                self.line.cut(reset=False)
                return
            self.line.passed[self.direction] += len(data)

    def next(self):
        """What is due, empty at the end of it; None when the line was cut."""
        with self.line.changed:
            while not self.line.ended:
                if self.kept and self.direction not in self.line.stalled:
                    left = self.kept[0][0] - time.monotonic()
                    if left <= 0:
                        return self.kept.popleft()[1]
                    self.line.changed.wait(left)
                else:
                    self.line.changed.wait(1.0)
            return None
