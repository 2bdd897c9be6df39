/// Fixtures shared by the tests: [Scenario] describes a small cluster in words.
package karpenter.core.testkit;
