"""JSON requests to a cluster's API server, over a connection that each thread keeps open."""
import base64
import http.client
import json
import re
import ssl
import threading
import time

from failure import Failure

MERGE = "application/merge-patch+json"


class Api:
    def __init__(self, kubeconfig):
        with open(kubeconfig) as file:
            told = file.read()
        self.port = int(re.search(r"server: https://127\.0\.0\.1:(\d+)", told).group(1))
        self.token = re.search(r"token: (\w+)", told).group(1)
        certificate = base64.b64decode(re.search(r"certificate-authority-data: (\S+)", told).group(1)).decode()
        self.trust = ssl.create_default_context(cadata=certificate)
        self.kept = threading.local()

    def open(self, timeout=60):
        return http.client.HTTPSConnection("127.0.0.1", self.port, context=self.trust, timeout=timeout)

    def headers(self, content="application/json"):
        return {"Authorization": f"Bearer {self.token}", "Content-Type": content, "Accept": "application/json"}

    def request(self, method, path, body=None, content="application/json"):
        """Status and object. A server that is away is waited for: stories restart it."""
        end = time.monotonic() + 120
        while True:
            try:
                return self.attempt(method, path, body, content)
            except (OSError, http.client.HTTPException) as problem:
                self.kept.connection = None
                if time.monotonic() > end:
                    raise Failure(f"the API server did not answer {method} {path} for two minutes: {problem}") from None
                time.sleep(0.1)

    def attempt(self, method, path, body, content):
        if getattr(self.kept, "connection", None) is None:
            self.kept.connection = self.open()
        text = json.dumps(body) if body is not None else None
        self.kept.connection.request(method, path, text, self.headers(content))
        answer = self.kept.connection.getresponse()
        told = answer.read()
        return answer.status, json.loads(told) if told else {}

    def must(self, method, path, body=None, content="application/json", also=()):
        for _ in range(100):
            status, told = self.request(method, path, body, content)
            if status < 300 or status in also:
                return told
            if status not in (429, 500, 503, 504):
                break
            time.sleep(0.2)
        raise Failure(f"the API server refused {method} {path} with {status}: {told.get('message', told)}")

    def get(self, path):
        return self.must("GET", path)

    def items(self, path):
        return self.get(path)["items"]

    def create(self, path, body):
        return self.must("POST", path, body)

    def merge(self, path, body):
        return self.must("PATCH", path, body, MERGE)

    def delete(self, path):
        return self.must("DELETE", path, also=(404,))
