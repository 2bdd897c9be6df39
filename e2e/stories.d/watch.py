"""A watch that notes when each change arrived: the timestamps inside the objects are whole seconds."""
import http.client
import json
import threading
import time

from failure import Failure

SYNCED = "SYNCED"  # the object was in a list, at the beginning or after a gap


class Watch:
    """Calls `seen(kind of change, object, when)` from a thread of its own; after a gap also for all that is there, and
    `listed(names)` so that what vanished in the gap is known."""

    def __init__(self, api, path, seen, listed=lambda uids, when: None):
        self.api, self.path, self.seen, self.listed = api, path, seen, listed
        self.stopping, self.first_list = False, threading.Event()
        self.problem = None
        self.gaps = -1
        self.thread = threading.Thread(target=self.run, daemon=True)
        self.thread.start()
        if not self.first_list.wait(60):
            raise Failure(f"no list of {path} within a minute: {self.problem}")

    def run(self):
        version = None
        while not self.stopping:
            try:
                version = self.follow(version if version else self.list())
            except Exception as problem:  # whatever it was: list again, and fall silent only when told to
                self.problem, version = problem, None
                time.sleep(0.05)

    def list(self):
        self.gaps += 1
        connection = self.api.open()
        try:
            connection.request("GET", self.path, headers=self.api.headers())
            answer = connection.getresponse()
            told = json.loads(answer.read())
            if answer.status != 200:
                raise Failure(f"{self.path}: {answer.status}")
        finally:
            connection.close()
        when = time.time()
        for item in told["items"]:
            self.seen(SYNCED, item, when)
        self.listed({item["metadata"]["uid"] for item in told["items"]}, when)
        self.first_list.set()
        return told["metadata"]["resourceVersion"]

    def follow(self, version):
        """Until the server ends the watch; returns where to go on."""
        connection = self.api.open(timeout=330)
        try:
            path = f"{self.path}?watch=1&allowWatchBookmarks=true&timeoutSeconds=300&resourceVersion={version}"
            connection.request("GET", path, headers=self.api.headers())
            answer = connection.getresponse()
            if answer.status != 200:
                raise Failure(f"{path}: {answer.status}")
            while not self.stopping:
                line = answer.readline()
                when = time.time()
                if not line:
                    return version
                change = json.loads(line)
                if change["type"] == "ERROR":
                    raise Failure(f"{self.path}: {change['object']}")
                version = change["object"]["metadata"]["resourceVersion"]
                if change["type"] != "BOOKMARK":
                    self.seen(change["type"], change["object"], when)
            return version
        except http.client.IncompleteRead:
            return version
        finally:
            connection.close()

    def stop(self):
        self.stopping = True
