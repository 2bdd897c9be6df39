"""Looks at a cluster while specs wait, so that one that waited in vain can say for what.

The suite deletes everything when a spec has failed; what is worth knowing is gone by then.
"""
import os
import subprocess
import time

import versions

PATIENCE = 60  # seconds: most specs are through by then
EVERY = 30
MOST_LINES = 40  # of the objects; all are in objects.log
KINDS = "pods,deployments,replicasets,nodeclaims,nodepools,nodes"
COMPLAINTS = ('"level":"ERROR"', '"level":"WARN"', '"level":"error"')


class Witness:
    def __init__(self, folder, kubeconfig):
        self.folder, self.kubeconfig = folder, kubeconfig
        self.began = time.monotonic()
        self.next, self.seen = self.began + PATIENCE, ""

    def look(self):
        """Called often; looks seldom."""
        if time.monotonic() < self.next:
            return
        told = subprocess.run(
            [versions.binary("kubectl"), "--kubeconfig", self.kubeconfig, "--request-timeout=10s", "get", KINDS, "-A", "-o", "wide"],
            capture_output=True, text=True,
        )
        after = int(time.monotonic() - self.began)
        everything = (told.stdout + told.stderr).splitlines()
        with open(os.path.join(self.folder, "objects.log"), "a") as log:
            log.write(f"after {after} s\n" + "\n".join(everything) + "\n")
        self.seen = f"after {after} s:\n" + "".join(f"  {line[:200]}\n" for line in everything[:MOST_LINES])
        self.next = time.monotonic() + EVERY

    def report(self):
        """The last look, and what the programs complained of."""
        parts = [f"the cluster {self.seen}"] if self.seen else []
        for name, lines in [("controller", self.lines("controller.log")), ("kwok", self.lines("cluster", "kwok.log"))]:
            complaints = [line for line in lines if any(word in line for word in COMPLAINTS)]
            parts.append(tail(f"last complaints of {name}", complaints, 5))
        parts.append(tail("last lines of the controller", self.lines("controller.log"), 12))
        parts.append(tail("the supervisor", self.lines("cluster", "supervisor.log"), 5))
        return "\n".join(part for part in parts if part)

    def deaths(self):
        """Programs of the cluster that ended by themselves: nothing the specs wait for may come any more."""
        return "; ".join(line.strip() for line in self.lines("cluster", "supervisor.log") if "ended by itself" in line)

    def lines(self, *path):
        try:
            with open(os.path.join(self.folder, *path), errors="replace") as file:
                return file.readlines()
        except FileNotFoundError:
            return []


def tail(title, lines, count):
    return f"{title}:\n" + "".join("  " + line[:400].rstrip() + "\n" for line in lines[-count:]) if lines else ""
