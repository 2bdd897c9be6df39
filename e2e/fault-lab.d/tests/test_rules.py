"""Which requests a fault strikes: python3 -m unittest discover -s e2e/fault-lab.d/tests"""
import os
import sys
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.realpath(__file__))))

from rules import NODES, PODS, Request, Rule  # noqa: E402

LIST = Request("GET", "/api/v1/pods?limit=500")
PAGE_2 = Request("GET", "/api/v1/pods?limit=500&continue=abc")
WATCH = Request("GET", "/api/v1/pods?watch=true&resourceVersion=5")
ON_NODE = Request("GET", "/api/v1/pods?limit=500&fieldSelector=spec.nodeName%3Da")
ONE = Request("GET", "/api/v1/namespaces/default/pods/a")
EVICTION = Request("POST", "/api/v1/namespaces/default/pods/a/eviction")


class RulesTest(unittest.TestCase):
    def struck(self, rule):
        return [one for one in (LIST, PAGE_2, WATCH, ON_NODE, ONE, EVICTION) if rule.fits(one)]

    def test_a_kind_is_struck_whatever_is_asked_of_it(self):
        self.assertEqual(self.struck(Rule(None, PODS)), [LIST, PAGE_2, WATCH, ON_NODE, ONE, EVICTION])

    def test_another_kind_is_spared(self):
        self.assertEqual(self.struck(Rule(None, NODES)), [])

    def test_watches_alone(self):
        self.assertEqual(self.struck(Rule(None, PODS, watches=True)), [WATCH])

    def test_lists_are_of_a_whole_kind(self):
        self.assertEqual(self.struck(Rule(None, PODS, lists=True)), [LIST, PAGE_2])

    def test_pages_after_the_first(self):
        self.assertEqual(self.struck(Rule(None, PODS, page=2)), [PAGE_2])
        self.assertEqual(self.struck(Rule(None, PODS, page=1)), [LIST])

    def test_methods(self):
        self.assertEqual(self.struck(Rule(None, PODS, methods=("POST",))), [EVICTION])

    def test_a_fault_meant_twice_strikes_twice(self):
        rule = Rule(None, PODS, times=2)
        self.assertEqual([rule.strikes(LIST) for _ in range(4)], [True, True, False, False])

    def test_a_share_of_requests(self):
        rule = Rule(None, PODS, share=0.3)
        self.assertTrue(200 < sum(rule.strikes(LIST) for _ in range(1000)) < 400)

    def test_a_smaller_page_keeps_the_rest_of_the_query(self):
        self.assertEqual(PAGE_2.with_query(limit="2").target, "/api/v1/pods?limit=2&continue=abc")


if __name__ == "__main__":
    unittest.main()
