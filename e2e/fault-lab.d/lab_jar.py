"""The jar with the provider whose machines are those of the lab's cloud."""
import os
import shlex
import subprocess

from controller_process import TREE
from failure import Failure

SOURCES = os.path.join(TREE, "e2e", "src", "test", "java", "karpenter", "e2e", "lab")
SERVICES = os.path.join(TREE, "e2e", "src", "test", "resources")
CONTROLLER = os.path.join(TREE, "app", "target", "karpenter.jar")
TARGET = os.path.join(TREE, "e2e", "target", "fault-lab")
JAR = os.path.join(TARGET, "lab-provider.jar")


def build():
    """Against the controller's own jar, as somebody else's provider would be: Maven would compile every test for it."""
    sources = [os.path.join(SOURCES, name) for name in sorted(os.listdir(SOURCES)) if name.startswith(("Lab", "Shapes", "Cloud"))]
    sources = [path for path in sources if not path.endswith("Test.java")]
    classes = os.path.join(TARGET, "classes")
    os.makedirs(classes, exist_ok=True)
    compiled = ["javac", "-proc:none", "-cp", CONTROLLER, "-d", classes, *sources]
    packed = ["jar", "--create", "--file", JAR, "-C", classes, ".", "-C", SERVICES, "META-INF"]
    for command in (compiled, packed):
        script = f". {shlex.quote(TREE)}/.ci/find-jdk && \"$JAVA_HOME/bin/\"{shlex.join(command)}"
        told = subprocess.run(
            ["sh", "-c", script], env={**os.environ, "here": TREE}, stdin=subprocess.DEVNULL, capture_output=True, text=True,
        )
        if told.returncode != 0:
            raise Failure(f"{command[0]} failed: {told.stdout}{told.stderr}")
    return JAR
