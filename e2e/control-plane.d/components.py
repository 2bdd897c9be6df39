"""The five programs of a cluster and their flags. Every line that is not a default has its reason beside it."""
import os

import versions


class Plan:
    """What one cluster was asked to be."""

    def __init__(self, directory, etcd_port, peer_port, api_port, authorization="AlwaysAllow", qps=1000, audit=None):
        self.directory, self.authorization, self.qps, self.audit = directory, authorization, qps, audit
        self.etcd_port, self.peer_port, self.api_port = etcd_port, peer_port, api_port

    def at(self, *parts):
        return os.path.join(self.directory, *parts)

    @property
    def kubeconfig(self):
        return self.at("kubeconfig")


def etcd(plan):
    client, peer = f"http://127.0.0.1:{plan.etcd_port}", f"http://127.0.0.1:{plan.peer_port}"
    return [
        versions.binary("etcd"),
        f"--data-dir={plan.at('etcd')}",
        f"--listen-client-urls={client}", f"--advertise-client-urls={client}",
        f"--listen-peer-urls={peer}", f"--initial-advertise-peer-urls={peer}", f"--initial-cluster=default={peer}",
        "--unsafe-no-fsync",  # nobody wants this data after a power cut
        "--quota-backend-bytes=8589934592",
        "--log-level=warn",
    ]


def kube_apiserver(plan):
    return [
        versions.binary("kube-apiserver"),
        f"--etcd-servers=http://127.0.0.1:{plan.etcd_port}",
        "--bind-address=127.0.0.1", f"--secure-port={plan.api_port}",
        # Otherwise it looks for a default route and then refuses to publish a loopback address.
        "--advertise-address=127.0.0.1", "--endpoint-reconciler-type=none",
        f"--cert-dir={plan.at('keys')}",
        f"--tls-cert-file={plan.at('keys', 'serving.crt')}", f"--tls-private-key-file={plan.at('keys', 'serving.key')}",
        f"--token-auth-file={plan.at('tokens')}",
        f"--authorization-mode={plan.authorization}",
        "--service-account-issuer=https://kubernetes.default.svc",
        f"--service-account-key-file={plan.at('keys', 'accounts.pub')}",
        f"--service-account-signing-key-file={plan.at('keys', 'accounts.key')}",
        "--service-cluster-ip-range=10.96.0.0/16",
        "--allow-privileged=true",
        *audit_flags(plan),
    ]


def audit_flags(plan):
    if not plan.audit:
        return []
    return [
        f"--audit-policy-file={plan.at('audit-policy.yaml')}", f"--audit-log-path={plan.audit}",
        "--audit-log-maxsize=4096",  # megabytes: one file, whatever the test does
    ]


AUDIT_POLICY = """apiVersion: audit.k8s.io/v1
kind: Policy
omitStages: [RequestReceived]
omitManagedFields: true
rules:
# With their bodies: how something was ended, at once or with time to finish, is only told there.
- level: Request
  verbs: [delete, deletecollection]
- level: Request
  verbs: [create]
  resources: [{group: "", resources: [pods/eviction, pods/binding]}]
- level: Metadata
"""


def kube_controller_manager(plan):
    return [
        versions.binary("kube-controller-manager"),
        f"--kubeconfig={plan.kubeconfig}",
        f"--service-account-private-key-file={plan.at('keys', 'accounts.key')}",
        f"--root-ca-file={plan.at('keys', 'serving.crt')}",
        "--leader-elect=false",
        "--secure-port=0",  # nobody asks it anything: one port and one certificate less
        f"--kube-api-qps={plan.qps}", f"--kube-api-burst={plan.qps * 2}",
    ]


def kube_scheduler(plan):
    return [
        versions.binary("kube-scheduler"),
        f"--kubeconfig={plan.kubeconfig}",
        "--leader-elect=false",
        "--secure-port=0",
        f"--kube-api-qps={plan.qps}", f"--kube-api-burst={plan.qps * 2}",
    ]


def kwok(plan):
    return [
        versions.binary("kwok"),
        f"--kubeconfig={plan.kubeconfig}",
        "--manage-all-nodes=false",
        "--manage-nodes-with-annotation-selector=kwok.x-k8s.io/node=fake",
        "--manage-nodes-with-label-selector=kwok-partition=a",
        "--cidr=10.0.0.1/24",
        "--node-lease-duration-seconds=40",
        "--enable-crds=Stage",
    ]


COMMANDS = {
    "etcd": etcd,
    "kube-apiserver": kube_apiserver,
    "kube-controller-manager": kube_controller_manager,
    "kube-scheduler": kube_scheduler,
    "kwok": kwok,
}
