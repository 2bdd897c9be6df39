"""The table of stories in the documentation is the one that is played."""
import os
import sys
import unittest

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.realpath(__file__))
E2E = os.path.dirname(os.path.dirname(HERE))
sys.path[:0] = [os.path.join(E2E, name) for name in ("fault-lab.d", "stories.d", "upstream-suite.d", "control-plane.d")]

import run_lab  # noqa: E402


class DocumentsTest(unittest.TestCase):
    def test_every_story_is_in_the_documentation(self):
        with open(os.path.join(os.path.dirname(E2E), "docs", "fault-lab.md")) as file:
            self.assertIn(run_lab.markdown(), file.read(), "write it: e2e/fault-lab list --markdown")


if __name__ == "__main__":
    unittest.main()
