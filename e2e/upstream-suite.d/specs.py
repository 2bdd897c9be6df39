"""What the suite contains, and how it is dealt out."""
import json
import os
import re
import subprocess
import tempfile
from dataclasses import dataclass

from failure import Failure

HERE = os.path.dirname(os.path.realpath(__file__))


@dataclass
class Group:
    minutes: int
    name: str
    specs: list

    @property
    def owns_8080(self):
        """These specs open a metrics port of their own, always this one."""
        return any(spec.startswith("Chaos") for spec in self.specs)


def full_name(report):
    return " ".join([*(report["ContainerHierarchyTexts"] or []), report["LeafNodeText"]])


def read_report(path):
    """The reports of the specs proper: no set-up, no tear-down."""
    with open(path) as file:
        return [spec for suite in json.load(file) for spec in suite["SpecReports"] if spec["LeafNodeType"] == "It"]


def all_names(binary):
    """As the suite itself tells them."""
    with tempfile.TemporaryDirectory() as folder:
        told = subprocess.run(
            [binary, "--ginkgo.dry-run", "--ginkgo.json-report=report.json"], cwd=folder, capture_output=True, text=True
        )
        if told.returncode != 0:
            raise Failure(f"the suite could not list its specs: {told.stdout}{told.stderr}")
        return [full_name(spec) for spec in read_report(os.path.join(folder, "report.json"))]


def dealt_out(names, suite):
    """Groups in the order in which they are begun."""
    groups = []
    for line in open(os.path.join(HERE, f"{suite}.groups")):
        if line.strip() and not line.startswith("#"):
            minutes, name, pattern = line.split(None, 2)
            groups.append((Group(int(minutes), name, []), re.compile(pattern.strip())))
    others = Group(10, "others", [])
    for name in names:
        next((group for group, pattern in groups if pattern.search(name)), others).specs.append(name)
    found = [group for group, _ in groups if group.specs] + ([others] if others.specs else [])
    return sorted(found, key=lambda group: -group.minutes)
