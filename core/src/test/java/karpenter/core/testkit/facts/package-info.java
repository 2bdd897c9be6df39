/// Facts for tests: each fixture says only what matters, the rest is what a plain object has.
@org.jspecify.annotations.NullMarked
package karpenter.core.testkit.facts;
