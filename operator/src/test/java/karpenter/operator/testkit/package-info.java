/// A small world for tests of single loops: objects are facts, time is told, one key at a time.
@org.jspecify.annotations.NullMarked
package karpenter.operator.testkit;
