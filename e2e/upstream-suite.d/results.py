"""The result file: one JSON object on each line, only ever appended to."""
import collections
import hashlib
import json
import os
import subprocess
import threading
import time


LONGEST_FAILURE = 8000  # some print every object of the cluster


class Results:
    def __init__(self, path, key):
        self.path, self.key = path, key
        self.lock = threading.Lock()
        self.mine = []
        os.makedirs(os.path.dirname(os.path.abspath(path)), exist_ok=True)

    def passed_before(self):
        try:
            with open(self.path) as file:
                rows = [json.loads(line) for line in file if line.endswith("}\n")]
        except FileNotFoundError:
            return set()
        return {row["spec"] for row in rows if same(row["key"], self.key) and row["state"] == "passed"}

    def last(self):
        """How each spec of this run went in the end."""
        return {row["spec"]: row for row in self.mine}

    def tries(self):
        return collections.Counter(row["spec"] for row in self.mine)

    def add(self, group, spec, state, seconds, failure=None, **more):
        row = {
            "key": self.key, "group": group, "spec": spec, "state": state, "seconds": round(seconds, 1),
            "at": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()), "failure": failure and failure[:LONGEST_FAILURE],
            **more,
        }
        with self.lock:
            self.mine.append(row)
            with open(self.path, "a") as file:
                file.write(json.dumps(row) + "\n")


def same(one, other):
    # Upstream's controller does not change with our commits; ours does.
    names = ["controller", "version"] if other["controller"] == "upstream" else ["controller", "commit"]
    return all(one.get(name) == other.get(name) for name in names)


def commit_of(tree):
    """HEAD, and for a tree with changes also what they are: two different changes are two different programs."""
    def git(*arguments):
        return subprocess.run(["git", "-C", tree, *arguments], capture_output=True, check=True).stdout

    head = git("rev-parse", "HEAD").decode().strip()
    if not git("status", "--porcelain"):
        return head
    told = git("diff", "HEAD") + git("ls-files", "--others", "--exclude-standard", "-s")
    return f"{head}-dirty-{hashlib.sha256(told).hexdigest()[:8]}"
