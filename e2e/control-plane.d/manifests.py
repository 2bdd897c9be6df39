"""Collects the objects that every cluster starts with, as files that hold one object each.

They come from the modules themselves: upstream's CRDs, kwok's Stage CRD and its fast stages, and upstream's two
stages that replace or add to them. Ours come from the tree."""
import os
import shutil
import subprocess

import go
import versions
from failure import Failure

FAST_STAGES = ["kustomize/stage/node/fast", "kustomize/stage/node/heartbeat-with-lease", "kustomize/stage/pod/fast"]


def collect(work):
    kwok = go.module("sigs.k8s.io/kwok", versions.KWOK_STAGES, work)
    upstream = go.module("sigs.k8s.io/karpenter", versions.UPSTREAM, work)
    unfinished = os.path.join(versions.built(), "manifests.unfinished")
    shutil.rmtree(unfinished, ignore_errors=True)
    for folder in ["upstream-crds", "kwok-crds", "stages"]:
        os.makedirs(os.path.join(unfinished, folder))
    # The chart's copies, which know the provider's labels; the node class is only a broken link there.
    for folder in ["kwok/charts/crds", "kwok/apis/crds"]:
        copy_yaml(os.path.join(upstream, folder), os.path.join(unfinished, "upstream-crds"))
    shutil.copyfile(
        os.path.join(kwok, "kustomize/crd/bases/kwok.x-k8s.io_stages.yaml"),
        os.path.join(unfinished, "kwok-crds", "kwok.x-k8s.io_stages.yaml"),
    )
    for folder in FAST_STAGES:
        for stage in documents(kustomized(os.path.join(kwok, folder))):
            write_stage(stage, os.path.join(unfinished, "stages"))
    for name in sorted(os.listdir(os.path.join(upstream, "hack/kwok/stages"))):
        with open(os.path.join(upstream, "hack/kwok/stages", name)) as file:
            for stage in documents(file.read()):
                write_stage(stage, os.path.join(unfinished, "stages"))
    os.replace(unfinished, os.path.join(versions.built(), "manifests"))


def copy_yaml(source, target):
    for name in sorted(os.listdir(source)):
        path = os.path.join(source, name)
        if name.endswith(".yaml") and os.path.exists(path):
            shutil.copyfile(path, os.path.join(target, name))


def kustomized(folder):
    told = subprocess.run([versions.binary("kubectl"), "kustomize", folder], capture_output=True, text=True)
    if told.returncode != 0:
        raise Failure(f"kubectl could not put the stages of {folder} together: {told.stderr}")
    return told.stdout


def documents(text):
    return [part for part in ("\n" + text).split("\n---") if "kind:" in part]


def write_stage(stage, folder):
    """The name decides the file, so a later stage of the same name takes the earlier one's place."""
    inside_metadata = stage.split("\nmetadata:", 1)[1]
    name = inside_metadata.split("\n  name:", 1)[1].splitlines()[0].strip().strip("\"'")
    with open(os.path.join(folder, name + ".yaml"), "w") as file:
        file.write(stage.lstrip("\n") + "\n")
