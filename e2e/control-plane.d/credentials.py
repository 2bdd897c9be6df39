"""Keys, tokens and kubeconfigs of one cluster; made afresh for each, so a leftover opens nothing else."""
import base64
import os
import secrets
import subprocess

import layout
from failure import Failure

CONTROLLER = "system:serviceaccount:kube-system:karpenter"
CONTROLLER_GROUPS = "system:serviceaccounts,system:serviceaccounts:kube-system"


def create(directory, port):
    """Writes keys/, tokens, `kubeconfig` (may do everything) and `controller.kubeconfig` (Karpenter's own account)."""
    keys = os.path.join(directory, "keys")
    os.makedirs(keys, exist_ok=True)
    make_keys(keys)
    admin, controller = secrets.token_hex(16), secrets.token_hex(16)
    layout.write(
        os.path.join(directory, "tokens"),
        f'{admin},admin,admin,"system:masters"\n{controller},{CONTROLLER},karpenter,"{CONTROLLER_GROUPS}"\n',
    )
    for name, token in [("kubeconfig", admin), ("controller.kubeconfig", controller)]:
        layout.write(os.path.join(directory, name), kubeconfig(port, token, read(keys, "serving.crt")))
    return admin


def make_keys(keys):
    # Elliptic curves: an RSA key can cost a busy machine a second.
    openssl(["ecparam", "-name", "prime256v1", "-genkey", "-noout", "-out", f"{keys}/accounts.key"])
    openssl(["ec", "-in", f"{keys}/accounts.key", "-pubout", "-out", f"{keys}/accounts.pub"])
    openssl([
        "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "30",
        "-subj", "/CN=throw-away control plane", "-addext", "subjectAltName=IP:127.0.0.1,DNS:localhost",
        "-keyout", f"{keys}/serving.key", "-out", f"{keys}/serving.crt",
    ])


def openssl(arguments):
    try:
        told = subprocess.run(["openssl", *arguments], capture_output=True, text=True)
    except FileNotFoundError:
        raise Failure("the cluster's keys are made with openssl, and there is none on the PATH. Install it.") from None
    if told.returncode != 0:
        raise Failure(f"openssl {arguments[0]} failed: {told.stderr}")


def read(folder, name):
    with open(os.path.join(folder, name), "rb") as file:
        return file.read()


def kubeconfig(port, token, certificate):
    return f"""apiVersion: v1
kind: Config
current-context: throw-away
contexts:
- name: throw-away
  context: {{cluster: throw-away, user: user}}
clusters:
- name: throw-away
  cluster:
    server: https://127.0.0.1:{port}
    certificate-authority-data: {base64.b64encode(certificate).decode()}
users:
- name: user
  user: {{token: {token}}}
"""
