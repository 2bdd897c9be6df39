"""Builds what a cluster needs into the cache. A second builder waits for the first; a broken-off build leaves nothing
that looks finished, because every piece is made under another name and renamed."""
import contextlib
import fcntl
import glob
import os
import shutil
import sys
import tempfile
import time

import go
import manifests
import versions


def control_plane():
    """Everything `start` needs. Quiet and quick when it is all there."""
    if control_plane_is_built():
        return
    go.tool()  # says what is missing before anything begins
    with only_builder(), scratch() as work:
        for name in versions.missing(versions.CONTROL_PLANE_BINARIES):
            with step(name):
                produce(name, lambda target, name=name: build_one(name, work, target))
        if not os.path.isdir(os.path.join(versions.built(), "manifests")):
            with step("manifests"):
                manifests.collect(work)


def control_plane_is_built():
    return not versions.missing(versions.CONTROL_PLANE_BINARIES) and os.path.isdir(versions.manifests(""))


def upstream(suite="regression"):
    """Upstream's own controller and one of its suites, from a writable copy of its module."""
    wanted = {*versions.UPSTREAM_BINARIES, f"{suite}.test"}
    if not versions.missing(wanted):
        return
    go.tool()  # says what is missing before anything begins
    with only_builder(), scratch() as work:
        source = versions.upstream_source()
        if not os.path.isdir(source):
            copy_writable(go.module("sigs.k8s.io/karpenter", versions.UPSTREAM, work), source)
        recipes = {
            "karpenter-upstream": lambda target: go.run(["build", "-trimpath", "-o", target, "./kwok"], source),
            **{f"{name}.test": suite_recipe(name, source) for name in versions.UPSTREAM_SUITES},
        }
        for name in sorted(versions.missing(wanted)):
            with step(name):
                produce(name, recipes[name])


def suite_recipe(name, source):
    return lambda target: go.run(["test", "-c", "-o", target, f"./test/suites/{name}"], source)


def build_one(name, work, target):
    if name == "kwok":
        # It has no replace lines, so it installs by version; GOBIN must be a folder of its own.
        with tempfile.TemporaryDirectory(dir=work) as bin_folder:
            package = f"sigs.k8s.io/kwok/cmd/kwok@{versions.KWOK}"
            go.run(["install", "-trimpath", "-ldflags=-s -w", package], work, GOBIN=bin_folder)
            os.replace(os.path.join(bin_folder, "kwok"), target)
        return
    package = "go.etcd.io/etcd/server/v3" if name == "etcd" else f"k8s.io/kubernetes/cmd/{name}"
    go.run(["build", "-trimpath", f"-ldflags=-s -w {stamps()}", "-o", target, package], work)


def stamps():
    """Without these the binaries call themselves v0.0.0-master."""
    major, minor, _ = versions.KUBERNETES.lstrip("v").split(".")
    told = {
        "gitVersion": versions.KUBERNETES, "gitMajor": major, "gitMinor": minor,
        "gitTreeState": "archive", "buildDate": "1970-01-01T00:00:00Z",
    }
    packages = ["k8s.io/component-base/version", "k8s.io/client-go/pkg/version"]
    return " ".join(f"-X {package}.{field}={value}" for package in packages for field, value in told.items())


def go_mod():
    """Kubernetes requires its staging modules at v0.0.0, so a module of ours must say which ones are meant."""
    replaced = "\n".join(f"\tk8s.io/{name} => k8s.io/{name} {versions.STAGING}" for name in versions.STAGING_MODULES)
    return f"""module control-plane

go 1.26.0

require (
\tgo.etcd.io/etcd/server/v3 {versions.ETCD}
\tk8s.io/kubernetes {versions.KUBERNETES}
)

replace (
{replaced}
)
"""


def produce(name, recipe):
    folder = os.path.join(versions.built(), "bin")
    os.makedirs(folder, exist_ok=True)
    unfinished = os.path.join(folder, f".{name}.{os.getpid()}.unfinished")
    recipe(unfinished)
    os.replace(unfinished, os.path.join(folder, name))


@contextlib.contextmanager
def only_builder():
    os.makedirs(versions.built(), exist_ok=True)
    with open(os.path.join(versions.built(), "lock"), "w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            tell("another build is under way; waiting for it")
            fcntl.flock(lock, fcntl.LOCK_EX)
        for left in glob.glob(os.path.join(versions.built(), "bin", ".*.unfinished")):
            os.remove(left)
        yield


@contextlib.contextmanager
def scratch():
    with tempfile.TemporaryDirectory(prefix="control-plane-build-") as folder:
        with open(os.path.join(folder, "go.mod"), "w") as file:
            file.write(go_mod())
        yield folder


@contextlib.contextmanager
def step(name):
    started = time.monotonic()
    tell(f"building {name} ...")
    yield
    tell(f"built {name} in {time.monotonic() - started:.0f} s")


def copy_writable(source, target):
    unfinished = target + ".unfinished"
    shutil.rmtree(unfinished, ignore_errors=True)
    shutil.copytree(source, unfinished, copy_function=shutil.copyfile)
    for folder, _, _ in os.walk(unfinished):
        os.chmod(folder, 0o755)
    os.replace(unfinished, target)


def tell(sentence):
    print(f"control-plane: {sentence}", file=sys.stderr, flush=True)
