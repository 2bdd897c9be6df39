"""HTTP/1.1 as bytes: enough to see each request and to pass answers on as they come."""
import select
import socket
import ssl
import struct
from dataclasses import dataclass, field

CHUNK = 65536


class Ended(Exception):
    """The other side is gone, or what it sent is no HTTP."""


class Wire:
    """A socket that is read by line or by length. What is left over stays for the next read."""

    def __init__(self, sock):
        self.sock, self.buffer = sock, bytearray()

    def fill(self):
        try:
            data = self.sock.recv(CHUNK)
        except (OSError, ValueError) as problem:
            raise Ended(str(problem)) from None
        if not data:
            raise Ended("closed")
        self.buffer += data

    def line(self):
        while True:
            end = self.buffer.find(b"\n")
            if end >= 0:
                told = bytes(self.buffer[:end + 1])
                del self.buffer[:end + 1]
                return told
            self.fill()

    def exactly(self, length):
        while len(self.buffer) < length:
            self.fill()
        told = bytes(self.buffer[:length])
        del self.buffer[:length]
        return told

    def send(self, data):
        try:
            self.sock.sendall(data)
        except (OSError, ValueError) as problem:
            raise Ended(str(problem)) from None

    def has_more(self):
        return bool(self.buffer) or (isinstance(self.sock, ssl.SSLSocket) and self.sock.pending() > 0)

    def await_more(self, other, seconds):
        """Waits until there is something to read here; says so. Ends when the other side says something or has gone:
        whoever listens to a watch has nothing to say."""
        if self.has_more():
            return True
        try:
            readable, _, _ = select.select([self.sock, other.sock], [], [], seconds)
        except (OSError, ValueError) as problem:
            raise Ended(str(problem)) from None
        if other.sock in readable:
            raise Ended("the other side has gone")
        return self.sock in readable


@dataclass
class Head:
    """The first lines of a request or an answer."""

    first: str
    headers: list = field(default_factory=list)  # of pairs, as they were written

    def get(self, name):
        return next((value for key, value in self.headers if key.lower() == name), "")

    def without(self, *names):
        return Head(self.first, [(key, value) for key, value in self.headers if key.lower() not in names])

    def bytes(self):
        lines = [self.first, *(f"{key}: {value}" for key, value in self.headers), "", ""]
        return "\r\n".join(lines).encode("latin-1")


def read_head(wire):
    first = wire.line().decode("latin-1").strip()
    headers = []
    while True:
        line = wire.line().decode("latin-1").strip()
        if not line:
            return Head(first, headers)
        key, _, value = line.partition(":")
        headers.append((key.strip(), value.strip()))


def read_body(wire, head):
    """Of a request, which has a length or comes in chunks."""
    if "chunked" in head.get("transfer-encoding").lower():
        told = b""
        for chunk in chunks(wire):
            told += chunk
        return told
    return wire.exactly(int(head.get("content-length") or 0))


def chunks(wire):
    """The chunks of a body, without their frames; ends after the last."""
    while True:
        length = int(wire.line().split(b";")[0].strip() or b"0", 16)
        if length == 0:
            while wire.line().strip():
                pass
            return
        yield wire.exactly(length)
        wire.line()


def framed(chunk):
    return b"%x\r\n%s\r\n" % (len(chunk), chunk)


def close(sock, reset):
    """With a reset, as a host that has forgotten us sends it, or with a proper end. Whoever reads from the socket in
    another thread is woken first: until it lets go, the kernel keeps the connection as it is, and nobody hears of the
    end."""
    try:
        if reset:
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        sock.shutdown(socket.SHUT_RD if reset else socket.SHUT_RDWR)
    except OSError:
        pass
    sock.close()
