"""What can go wrong with a request. Each is called with the line and the request, and says whether the line lives on."""
import json
import time

from wire import framed

PAGE = b"<html><head><title>404 Not Found</title></head><body><center><h1>404 Not Found</h1></center></body></html>"
REASONS = {403: "Forbidden", 404: "NotFound", 410: "Expired", 429: "TooManyRequests", 500: "InternalError",
           503: "ServiceUnavailable"}


def status(code, *headers):
    """A proper answer of an API server that cannot do what it was asked."""
    told = {"kind": "Status", "apiVersion": "v1", "metadata": {}, "status": "Failure", "code": code,
            "reason": REASONS[code], "message": f"the lab answers {code}"}

    def play(line, request):
        return line.reply(code, json.dumps(told).encode(), headers=headers)

    return play


def html_page(line, request):
    """What a proxy says that does not know where to send a request."""
    return line.reply(404, PAGE, content="text/html")


def empty_list(line, request):
    """The server's own answer, with nothing in it."""
    answer, body = line.whole(request)
    told = json.loads(body)
    told["items"] = []
    told["metadata"].pop("continue", None)
    told["metadata"].pop("remainingItemCount", None)
    return line.reply(200, json.dumps(told).encode())


def stale(told):
    """An answer of long ago."""
    body = json.dumps(told).encode()
    return lambda line, request: line.reply(200, body)


def small_pages(size):
    """Lists in pages of this size, whatever was asked for: a small cluster's lists have pages as well."""
    return lambda line, request: line.forward(request.with_query(limit=str(size)))


def broken_off(line, request):
    """Half of the body, then the end of the connection."""
    answer, body = line.whole(request)
    head = answer.without("content-length", "transfer-encoding")
    head.headers.append(("Content-Length", str(len(body))))
    line.client.send(head.bytes() + body[:len(body) // 2])
    return False


def answer_lost(line, request):
    """Done, and nobody hears of it."""
    line.whole(request)
    line.cut()
    return False


def twice(line, request):
    """Done twice; the second answer is the one that is told."""
    line.whole(request)
    return line.forward(request)


def hang(line, request):
    """Neither done nor answered, until the line is cut."""
    line.hold()
    return False


def silent(line, request):
    """A watch that begins well and never says anything."""
    line.silent = True
    return line.forward(request)


def expired_in_stream(line, request):
    """A watch that begins well and then says that its version is forgotten."""
    told = {"type": "ERROR", "object": {"kind": "Status", "apiVersion": "v1", "metadata": {}, "status": "Failure",
            "code": 410, "reason": "Expired", "message": "too old resource version"}}
    line.client.send(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n")
    line.client.send(framed(json.dumps(told).encode() + b"\n") + b"0\r\n\r\n")
    return True


def late(seconds):
    def play(line, request):
        time.sleep(seconds)
        return line.forward(request)

    return play
