"""From nothing to a cluster that takes pods: etcd and API server, then CRDs and stages, then those who watch them."""
import os
import time

import components
import layout
import versions
from failure import Failure

API_SERVER_SECONDS = 120
CRDS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions"
STAGES = "/apis/kwok.x-k8s.io/v1alpha1/stages"
# The lists that must answer before a controller may look, so that none of them begins by backing off.
LISTS = {
    "karpenter.sh_nodepools.yaml": "/apis/karpenter.sh/v1/nodepools",
    "karpenter.sh_nodeclaims.yaml": "/apis/karpenter.sh/v1/nodeclaims",
    "karpenter.sh_nodeoverlays.yaml": "/apis/karpenter.sh/v1alpha1/nodeoverlays",
    "karpenter.kwok.sh_kwoknodeclasses.yaml": "/apis/karpenter.kwok.sh/v1alpha1/kwoknodeclasses",
    "autoscaling.x-k8s.io_capacitybuffers.yaml": "/apis/autoscaling.x-k8s.io/v1beta1/capacitybuffers",
    "kwok.x-k8s.io_stages.yaml": STAGES,
}


class PortTaken(Exception):
    """A bind failed: other ports may do."""


def all_of_it(cluster):
    if cluster.asked["audit"]:
        layout.write(cluster.plan.at("audit-policy.yaml"), components.AUDIT_POLICY)
    cluster.spawn("etcd")
    cluster.spawn("kube-apiserver")
    await_api_server(cluster)
    load_definitions(cluster)
    for name in ["kube-controller-manager", "kube-scheduler", "kwok"]:
        cluster.spawn(name)
    # Until the account is there, admission refuses every pod of the namespace.
    await_that(cluster, 60, lambda: cluster.api.answers("/api/v1/namespaces/default/serviceaccounts/default"))
    await_that(cluster, 60, lambda: kwok_plays(cluster))
    renew_stages(cluster)
    layout.write(cluster.plan.at("env"), environment(cluster))


def await_api_server(cluster):
    await_that(cluster, API_SERVER_SECONDS, lambda: cluster.api.answers("/readyz"))


def load_definitions(cluster):
    files = yaml_files(versions.manifests("kwok-crds"))
    if cluster.asked["crds"]:
        files += yaml_files(cluster.asked["crds"])
    for file in files:
        cluster.api.create(CRDS, file)
    for file in files:
        path = LISTS.get(os.path.basename(file))
        if path:
            await_that(cluster, 30, lambda path=path: cluster.api.answers(path))
    for file in yaml_files(versions.manifests("stages")):
        cluster.api.create(STAGES, file)


def yaml_files(folder):
    return [os.path.join(folder, name) for name in sorted(os.listdir(folder)) if name.endswith(".yaml")]


def kwok_plays(cluster):
    """Pods and nodes alike. One that comes before may be overlooked for good: kwok looks at each once."""
    with open(os.path.join(cluster.asked["logs"], "kwok.log"), errors="replace") as log:
        begun = [line for line in log if '"Start stage controller"' in line]
    return all(any(f'"Kind":"{kind}"' in line for line in begun) for kind in ["Node", "Pod"])


def renew_stages(cluster):
    """kwok keeps the stages it has found at some version. At the first it may have counted them before all were in."""
    for file in yaml_files(versions.manifests("stages")):
        name = os.path.basename(file).removesuffix(".yaml")
        cluster.api.annotate(f"{STAGES}/{name}", "karpenter.example.com/complete", "true")


def await_that(cluster, seconds, holds):
    end = time.monotonic() + seconds
    while not holds():
        if cluster.ending:
            raise Failure("told to stop before the cluster stood")
        for name in list(cluster.children):
            if not cluster.runs(name):
                explain_death(cluster, name)
        if time.monotonic() > end:
            names = ", ".join(cluster.children)
            raise Failure(f"not ready after {seconds} s. Last lines of {names}:\n" + tails(cluster, cluster.children))
        time.sleep(0.05)


def explain_death(cluster, name):
    told = tails(cluster, [name])
    if "address already in use" in told:
        raise PortTaken(told)
    raise Failure(f"{name} ended with {cluster.children[name].returncode}. Its last lines:\n{told}")


def tails(cluster, names):
    told = []
    for name in names:
        with open(os.path.join(cluster.asked["logs"], name + ".log"), errors="replace") as file:
            told += [f"[{name}] {line}" for line in file.readlines()[-8:]]
    return "".join(told)


def environment(cluster):
    """For a shell to source."""
    plan = cluster.plan
    told = {
        "CLUSTER_DIR": cluster.directory,
        "KUBECONFIG": plan.kubeconfig,
        "CONTROLLER_KUBECONFIG": plan.at("controller.kubeconfig"),
        "KUBECTL": versions.binary("kubectl"),
        "API_SERVER": f"https://127.0.0.1:{plan.api_port}",
        "ETCD": f"http://127.0.0.1:{plan.etcd_port}",
    }
    return "".join(f"export {name}='{value}'\n" for name, value in told.items())
