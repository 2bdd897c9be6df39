"""What the other side sees of a line that is cut, stalled or delayed."""
import os
import socket
import sys
import threading
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.realpath(__file__))))

from raw_relay import RawLine  # noqa: E402

PATIENCE = 10  # seconds after which something that should have come will not


class LinesTest(unittest.TestCase):
    def setUp(self):
        self.client, near = connected()
        far, self.server = connected()
        self.line = RawLine(None, near, far)
        threading.Thread(target=self.line.serve, daemon=True).start()
        self.client.sendall(b"hello")
        self.assertEqual(self.server.recv(5), b"hello")

    def tearDown(self):
        self.line.cut()
        self.client.close()
        self.server.close()

    def test_a_reset_is_noticed_on_both_sides_although_nobody_sends(self):
        self.line.cut(reset=True)

        for side in (self.client, self.server):
            with self.assertRaises(ConnectionResetError):
                side.recv(1)

    def test_a_proper_end_is_one(self):
        self.line.cut(reset=False)

        self.assertEqual(self.client.recv(1), b"")

    def test_what_was_stalled_comes_when_the_line_goes_on(self):
        self.line.stall()
        self.server.sendall(b"kept")
        self.client.settimeout(0.3)
        with self.assertRaises(TimeoutError):
            self.client.recv(4)

        self.line.resume()
        self.client.settimeout(PATIENCE)

        self.assertEqual(self.client.recv(4), b"kept")


def connected():
    with socket.create_server(("127.0.0.1", 0)) as listener:
        one = socket.create_connection(listener.getsockname(), PATIENCE)
        other, _ = listener.accept()
        return one, other


if __name__ == "__main__":
    unittest.main()
