"""What is on the lab's cluster: few pods, each on a node of its own, some of them protected."""
import copy

import workload

INFLATED, BASE_PODS, BASE_NODES = 2, 4, 4
BUDGETS = "/apis/policy/v1/namespaces/default/poddisruptionbudgets"
DO_NOT_DISRUPT = "karpenter.sh/do-not-disrupt"
CONSOLIDATE_AFTER = 5  # seconds: whoever takes a node for empty acts on it soon


def pool():
    """Every empty node may go at once; what keeps a node here is its pod, and nothing else. Nodes with pods stay: moving
    one to a spare node would be right, and would look like a loss."""
    told = workload.pool(workload.SMALL_TYPES)
    told["spec"]["disruption"] = {
        "consolidationPolicy": "WhenEmpty", "consolidateAfter": f"{CONSOLIDATE_AFTER}s",
        "budgets": [{"nodes": "100%"}],
    }
    return told


def deployment(name, replicas, annotations=None, selector=None, cpu="1"):
    told = copy.deepcopy(workload.inflate(cpu, replicas))
    told["metadata"]["name"] = name
    told["spec"]["selector"]["matchLabels"] = {"app": name}
    template = told["spec"]["template"]
    template["metadata"] = {"labels": {"app": name}, "annotations": annotations or {}}
    if selector:
        template["spec"]["nodeSelector"] = selector
    return told


def budget(name):
    return {
        "apiVersion": "policy/v1", "kind": "PodDisruptionBudget", "metadata": {"name": name},
        "spec": {"maxUnavailable": 0, "selector": {"matchLabels": {"app": name}}},
    }


def create_all(api):
    api.create(workload.NODE_CLASSES, workload.node_class())
    api.create(workload.POOLS, pool())
    api.create(workload.DEPLOYMENTS, deployment("inflate", INFLATED))
    api.create(workload.DEPLOYMENTS, deployment("guarded", 1))
    api.create(BUDGETS, budget("guarded"))
    api.create(workload.DEPLOYMENTS, deployment("protected", 1, {DO_NOT_DISRUPT: "true"}))


def probe(name, selector=None, node=None):
    """A pod as those of the deployments, but nobody's: it is there at once, whoever else is still recovering."""
    template = deployment("probe", 1, selector=selector)["spec"]["template"]
    if node:
        template["spec"]["nodeName"] = node
    return {"apiVersion": "v1", "kind": "Pod", "metadata": {**template["metadata"], "name": name}, "spec": template["spec"]}


def bound_pod(name, node):
    """On a node of our choice, past the scheduler: so small that it fits beside any other."""
    told = probe(name, node=node)
    told["metadata"]["labels"] = {"app": "bound"}
    told["spec"]["containers"][0]["resources"]["requests"]["cpu"] = "50m"
    return told
