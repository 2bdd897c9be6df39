"""Ports on loopback that nobody uses."""
import random
import socket

# Below the range from which the kernel gives ports to outgoing connections: one of those could otherwise sit on a
# port while its server is being restarted. Above 20000 few programs have a fixed home.
FIRST, LAST = 20000, 32000


def free(count):
    found = []
    while len(found) < count:
        port = random.SystemRandom().randrange(FIRST, LAST)
        if port not in found and is_free(port):
            found.append(port)
    return found


def is_free(port):
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return False
        return True
