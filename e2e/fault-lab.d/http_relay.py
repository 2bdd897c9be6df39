"""A line that speaks HTTP/1.1 to the controller and sees each request."""
import time

from rules import Request
from wire import Ended, Wire, chunks, close, framed, read_body, read_head


class HttpLine:
    """One connection of the controller's. Requests come one after the other; a watch is the last of them, mostly."""

    def __init__(self, proxy, client):
        self.proxy, self.client = proxy, Wire(client)
        self.upstream = None
        self.request = None  # the one that is under way
        self.silent = False  # whatever the server says is swallowed from now on
        self.began, self.ended = time.time(), False

    def serve(self):
        try:
            while not self.ended and self.one():
                self.request = None
        except Ended:
            pass
        finally:
            self.cut(reset=False)

    def one(self):
        """Says whether another request may follow."""
        head = read_head(self.client)
        method, target, _ = head.first.split(" ", 2)
        request = Request(method, target, read_body(self.client, head))
        self.head, self.request = head, request
        rule = self.proxy.rule_for(request)
        self.proxy.note(self, request, rule)
        return rule.do(self, request) if rule else self.forward(request)

    def forward(self, request):
        answer = self.ask(request)
        return self.pass_on(request, answer)

    def ask(self, request):
        """The head of the server's answer."""
        head = self.head.without("accept-encoding", "content-length", "transfer-encoding", "connection")
        head.first = f"{request.method} {request.target} HTTP/1.1"
        if request.body or request.method in ("POST", "PUT", "PATCH"):
            head.headers.append(("Content-Length", str(len(request.body))))
        for fresh in (False, True):
            kept = self.upstream is not None
            if not kept:
                self.upstream = Wire(self.proxy.connect())
            try:
                self.upstream.send(head.bytes() + request.body)
                return read_head(self.upstream)
            except Ended:
                self.upstream.sock.close()
                self.upstream = None
                # The server may have ended a connection that was idle; a new one it has to answer.
                if fresh or not kept:
                    raise
        raise Ended("not reached")

    def whole(self, request):
        """Asks and reads the whole answer: its head and its body."""
        answer = self.ask(request)
        if "chunked" in answer.get("transfer-encoding").lower():
            return answer, b"".join(chunks(self.upstream))
        return answer, self.upstream.exactly(int(answer.get("content-length") or 0))

    def pass_on(self, request, answer):
        self.client.send(answer.bytes())
        if "chunked" in answer.get("transfer-encoding").lower():
            return self.stream()
        left = int(answer.get("content-length") or 0)
        if answer.first.split(" ")[1] in ("204", "304"):
            left = 0
        while left:
            part = self.upstream.exactly(min(left, 65536))
            left -= len(part)
            self.client.send(part)
        return True

    def stream(self):
        """Chunk by chunk, as they come; a watch's silence can begin at any of them."""
        following = chunks(self.upstream)
        while True:
            while not self.upstream.await_more(self.client, 1.0):
                if self.ended:
                    return False
            chunk = next(following, b"")
            if self.silent:
                if not chunk:
                    self.hold()
                continue
            if not chunk:
                self.client.send(b"0\r\n\r\n")
                return True
            self.client.send(framed(chunk))

    def hold(self):
        """Says nothing more until the client has gone or the line is cut."""
        while not self.ended:
            self.client.await_more(self.client, 1.0)

    def reply(self, code, body, content="application/json", headers=()):
        lines = [f"HTTP/1.1 {code} Fault", f"Content-Type: {content}", f"Content-Length: {len(body)}", *headers, "", ""]
        self.client.send("\r\n".join(lines).encode() + body)
        return True

    def cut(self, reset=True):
        self.ended = True
        for wire in (self.client, self.upstream):
            if wire is not None:
                close(wire.sock, reset)
