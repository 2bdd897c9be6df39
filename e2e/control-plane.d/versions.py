"""What is built, from which module at which version, and where the result is kept."""
import hashlib
import os

KUBERNETES = "v1.36.1"
STAGING = "v0.36.1"  # the version under which Kubernetes publishes its staging modules
ETCD = "v3.6.8"  # the one that this Kubernetes pins
KWOK = "v0.8.0"
# Later stages wait for another trigger in pod-ready and keep finalizers; upstream's suite was written for these.
KWOK_STAGES = "v0.6.1"
UPSTREAM = "v1.14.1"
LEAST_GO = (1, 26, 6)

STAGING_MODULES = """
    api apiextensions-apiserver apimachinery apiserver cli-runtime client-go cloud-provider cluster-bootstrap
    code-generator component-base component-helpers controller-manager cri-api cri-client cri-streaming
    csi-translation-lib dynamic-resource-allocation endpointslice externaljwt kms kube-aggregator
    kube-controller-manager kube-proxy kube-scheduler kubectl kubelet metrics mount-utils pod-security-admission
    sample-apiserver sample-cli-plugin sample-controller streaming
""".split()

KUBERNETES_BINARIES = ["kube-apiserver", "kube-controller-manager", "kube-scheduler", "kubectl"]
CONTROL_PLANE_BINARIES = [*KUBERNETES_BINARIES, "etcd", "kwok"]
UPSTREAM_BINARIES = ["karpenter-upstream", "regression.test"]
UPSTREAM_SUITES = ["regression", "performance"]


def cache():
    """The folder for everything built: outside the tree, shared by all checkouts."""
    named = os.environ.get("KARPENTER_CACHE")
    if named:
        return named
    return os.path.join(os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache"), "karpenter-jvm")


def key():
    told = "-".join([KUBERNETES, ETCD, KWOK, KWOK_STAGES, UPSTREAM])
    return told + "-" + hashlib.sha256(repr(STAGING_MODULES).encode()).hexdigest()[:8]


def built():
    return os.path.join(cache(), "control-plane", key())


def manifests(name):
    return os.path.join(built(), "manifests", name)


def upstream_source():
    return os.path.join(built(), "upstream")


def binary(name):
    """Where a binary is or would be: those a user already has in KUBEBUILDER_ASSETS come first."""
    assets = os.environ.get("KUBEBUILDER_ASSETS")
    if assets and os.access(os.path.join(assets, name), os.X_OK):
        return os.path.join(assets, name)
    return os.path.join(built(), "bin", name)


def missing(names):
    return [name for name in names if not os.access(binary(name), os.X_OK)]
