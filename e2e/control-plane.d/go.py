"""Runs the Go tool, after making sure that there is one and that it is new enough."""
import json
import os
import re
import shutil
import subprocess

import processes
import versions
from failure import Failure, Unavailable

USUAL_PLACES = ["/usr/local/go/bin/go"]


def version_of(tool):
    told = subprocess.run([tool, "env", "GOVERSION"], env=environment(), capture_output=True, text=True).stdout
    found = re.match(r"go(\d+)\.(\d+)(?:\.(\d+))?", told)
    return tuple(int(part or 0) for part in found.groups()) if found else (0,)


def environment():
    # The local toolchain only: fetching another one is slow where it works and impossible where it does not.
    mine = {"CGO_ENABLED": "0", "GOTOOLCHAIN": "local", "GOWORK": "off", "GOFLAGS": "-mod=mod -buildvcs=false"}
    return {**os.environ, **mine}


def tool():
    """The first Go that is new enough, on the PATH or in a usual place."""
    wanted = ".".join(map(str, versions.LEAST_GO))
    candidates = [found for found in [shutil.which("go"), *USUAL_PLACES] if found and os.access(found, os.X_OK)]
    for candidate in candidates:
        if version_of(candidate) >= versions.LEAST_GO:
            return candidate
    if candidates:
        told = ", ".join(f"{found} is {'.'.join(map(str, version_of(found)))}" for found in candidates)
        raise Unavailable(f"the control plane is built with Go {wanted} or newer; {told}. Install a newer Go.")
    raise Unavailable(
        f"the control plane is built with Go {wanted} or newer, and there is none on the PATH "
        "or in /usr/local/go. Install it, or point KUBEBUILDER_ASSETS at a folder with the binaries."
    )


def run(arguments, cwd, **more_environment):
    told = subprocess.run(
        [tool(), *arguments], cwd=cwd, env={**environment(), **more_environment}, preexec_fn=processes.die_with_parent
    )
    if told.returncode != 0:
        raise Failure(
            f"'go {' '.join(arguments)}' failed. If it could not reach the checksum database, set GOSUMDB=off."
        )


def module(path, version, cwd):
    """Downloads a module and returns its folder, which is read-only."""
    told = subprocess.run(
        [tool(), "mod", "download", "-json", f"{path}@{version}"],
        cwd=cwd, env=environment(), capture_output=True, text=True,
    )
    if told.returncode != 0:
        raise Failure(f"could not download {path} {version}: {told.stdout}{told.stderr}")
    return json.loads(told.stdout)["Dir"]
