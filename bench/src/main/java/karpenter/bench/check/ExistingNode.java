package karpenter.bench.check;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;

/// A node that was there before, with the pods it had and the pods it gets.
record ExistingNode(Node node, List<Pod> bound, List<Pod> pods) implements Place {

  ExistingNode(Node node) {
    this(node, new ArrayList<>(), new ArrayList<>());
  }

  List<Pod> allPods() {
    return Stream.concat(bound.stream(), pods.stream()).toList();
  }

  @Override
  public String name() {
    return "node " + node.name();
  }

  @Override
  public List<Taint> taints() {
    return node.taints();
  }

  @Override
  public boolean surelyMeets(List<Requirements> alternatives) {
    return alternatives.stream().anyMatch(alternative -> alternative.surelyHoldFor(this::label));
  }

  @Override
  public boolean mayMeet(List<Requirements> alternatives) {
    return surelyMeets(alternatives);
  }

  @Override
  public SortedSet<String> domains(String key) {
    var value = node.labels().get(key);
    return value == null ? new TreeSet<>() : new TreeSet<>(List.of(value));
  }

  private LabelValues label(String key) {
    var value = node.labels().get(key);
    return value == null ? LabelValues.ABSENT : LabelValues.only(value);
  }

  @Override
  public boolean equals(Object other) {
    return this == other;
  }

  @Override
  public int hashCode() {
    return node.name().hashCode();
  }
}
