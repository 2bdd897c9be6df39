"""The objects of the stories."""

OS, CAPACITY, TYPE = "kubernetes.io/os", "karpenter.sh/capacity-type", "node.kubernetes.io/instance-type"
DEPLOYMENTS = "/apis/apps/v1/namespaces/default/deployments"
POOLS = "/apis/karpenter.sh/v1/nodepools"
NODE_CLASSES = "/apis/karpenter.kwok.sh/v1alpha1/kwoknodeclasses"

SMALL_TYPES = ["c-2x-amd64-linux", "c-2x-arm64-linux"]  # one pod of 1 cpu on each
LARGE_TYPES = ["c-16x-amd64-linux", "c-16x-arm64-linux"]


def inflate(cpu="1", replicas=0):
    """The deployment that every Karpenter course scales: pods that only ask for cpu and end at once."""
    labels = {"app": "inflate"}
    container = {
        "name": "inflate", "image": "public.ecr.aws/eks-distro/kubernetes/pause:3.7",
        "resources": {"requests": {"cpu": cpu}},
    }
    return {
        "apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"name": "inflate"},
        "spec": {
            "replicas": replicas, "selector": {"matchLabels": labels},
            "template": {
                "metadata": {"labels": labels},
                "spec": {"terminationGracePeriodSeconds": 0, "containers": [container]},
            },
        },
    }


def node_class(delay=None):
    return {
        "apiVersion": "karpenter.kwok.sh/v1alpha1", "kind": "KWOKNodeClass", "metadata": {"name": "default"},
        "spec": {"nodeRegistrationDelay": delay} if delay else {},
    }


def pool(types=None):
    """Nothing is consolidated, so that a story's nodes are the ones that its pods were given, whoever the controller is."""
    requirements = [
        {"key": OS, "operator": "In", "values": ["linux"]},
        {"key": CAPACITY, "operator": "In", "values": ["on-demand"]},
    ]
    if types:
        requirements.append({"key": TYPE, "operator": "In", "values": types})
    return {
        "apiVersion": "karpenter.sh/v1", "kind": "NodePool", "metadata": {"name": "default"},
        "spec": {
            "disruption": {"consolidateAfter": "Never"},
            "template": {
                "spec": {
                    "requirements": requirements, "expireAfter": "Never",
                    "nodeClassRef": {"group": "karpenter.kwok.sh", "kind": "KWOKNodeClass", "name": "default"},
                },
            },
        },
    }


def create_all(api, cpu="1", types=None, delay=None):
    api.create(NODE_CLASSES, node_class(delay))
    api.create(POOLS, pool(types))
    api.create(DEPLOYMENTS, inflate(cpu))


def scale(api, replicas):
    api.merge(f"{DEPLOYMENTS}/inflate", {"spec": {"replicas": replicas}})


def consolidate(api):
    """From now on whatever can be, at once."""
    api.merge(f"{POOLS}/default", {
        "spec": {"disruption": {"consolidationPolicy": "WhenEmptyOrUnderutilized", "consolidateAfter": "0s"}},
    })
