"""The few requests that bring a cluster up. A client library would be the only dependency of these scripts."""
import http.client
import json
import os
import ssl
import time

from failure import Failure


class ApiServer:
    def __init__(self, directory, port, token):
        self.port, self.token = port, token
        self.trust = ssl.create_default_context(cafile=os.path.join(directory, "keys", "serving.crt"))

    def request(self, method, path, body=None, timeout=10, kind="application/yaml"):
        """Status and text; status 0 when nobody answers."""
        connection = http.client.HTTPSConnection("127.0.0.1", self.port, context=self.trust, timeout=timeout)
        try:
            headers = {"Authorization": f"Bearer {self.token}", "Content-Type": kind}
            connection.request(method, path, body, headers)
            answer = connection.getresponse()
            return answer.status, answer.read().decode(errors="replace")
        except (OSError, http.client.HTTPException) as problem:
            return 0, str(problem)
        finally:
            connection.close()

    def create(self, path, file):
        """Creates the object in the file. Once more after a refusal that passes: a young server has several."""
        with open(file, "rb") as manifest:
            body = manifest.read()
        for attempt in range(50):
            status, text = self.request("POST", path, body)
            if status in (201, 409):
                return
            if status not in (0, 404, 429, 500, 503) or attempt == 49:
                raise Failure(f"the API server refused {os.path.basename(file)} with {status}: {text}")
            time.sleep(0.1)

    def annotate(self, path, name, value):
        body = json.dumps({"metadata": {"annotations": {name: value}}})
        status, text = self.request("PATCH", path, body, kind="application/merge-patch+json")
        if status != 200:
            raise Failure(f"the API server refused to annotate {path} with {status}: {text}")

    def answers(self, path):
        return self.request("GET", path, timeout=2)[0] == 200
