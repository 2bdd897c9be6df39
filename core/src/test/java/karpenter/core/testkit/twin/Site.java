package karpenter.core.testkit.twin;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import karpenter.core.cluster.Daemon;
import karpenter.core.cluster.ExistingNode;
import karpenter.core.cluster.NodePool;
import karpenter.core.pod.HostPort;
import karpenter.core.pod.Pod;
import karpenter.core.pod.Taint;
import karpenter.core.pod.Toleration;
import karpenter.core.pod.Toleration.SoftTaints;
import karpenter.core.pod.VolumeUse;
import karpenter.core.requirement.Requirements;
import karpenter.core.resource.Resources;

/// Where pods can be: a node that is there, or one this pass has decided to buy.
sealed interface Site {
  /// The site's own domain for constraints on the host name.
  String host();

  List<Taint> taints();

  /// A node that is there, with what this pass has put on it.
  final class Node implements Site {
    final ExistingNode value;
    final Requirements labels;
    final List<Pod> pods = new ArrayList<>();
    private final Resources room;

    Node(ExistingNode value, List<Daemon> daemons) {
      this.value = value;
      this.labels = Requirements.ofLabels(value.labels());
      var expected =
          daemons.stream()
              .filter(
                  daemon ->
                      Toleration.firstUntolerated(
                              daemon.spec().tolerations(), value.taints(), SoftTaints.IGNORED)
                          .isEmpty())
              .filter(
                  daemon ->
                      daemon.spec().nodeAlternatives().stream()
                          .anyMatch(alternative -> labels.satisfies(alternative, Set.of())))
              .map(daemon -> daemon.spec().requests())
              .reduce(Resources.none(), Resources::plus);
      this.room =
          value
              .allocatable()
              .minus(value.podRequests())
              .minus(expected.minus(value.daemonRequests()).floorAtZero());
    }

    @Override
    public String host() {
      return value.hostname();
    }

    @Override
    public List<Taint> taints() {
      return value.taints();
    }

    Resources room() {
      return pods.stream().map(pod -> pod.spec().requests()).reduce(room, Resources::minus);
    }

    // reading: the ports of the node and of pods placed here; daemons still to come take none.
    List<HostPort> ports() {
      return Stream.concat(
              value.hostPorts().stream(),
              pods.stream().flatMap(pod -> pod.spec().hostPorts().stream()))
          .toList();
    }

    // reading: only drivers that the pod itself uses are counted.
    boolean attaches(SortedSet<VolumeUse> more) {
      SortedSet<VolumeUse> all = new TreeSet<>(value.volumes());
      pods.forEach(pod -> all.addAll(pod.spec().volumes()));
      all.addAll(more);
      Map<String, Integer> attached = new TreeMap<>();
      all.forEach(use -> attached.merge(use.driver(), 1, Integer::sum));
      return more.stream()
          .map(VolumeUse::driver)
          .filter(value.volumeLimits()::containsKey)
          .allMatch(
              driver ->
                  attached.getOrDefault(driver, 0)
                      <= value.volumeLimits().getOrDefault(driver, Integer.MAX_VALUE));
    }
  }

  /// A node to buy. What it may still become is replaced as a whole at each placement.
  final class Draft implements Site {
    final NodePool pool;
    private final int number;
    final List<Pod> pods = new ArrayList<>();
    Shape shape;

    Draft(NodePool pool, int number, Shape shape) {
      this.pool = pool;
      this.number = number;
      this.shape = shape;
    }

    /// No real host can have this name, as spaces are not allowed in one.
    @Override
    public String host() {
      return "draft " + number;
    }

    @Override
    public List<Taint> taints() {
      return pool.taints();
    }
  }

  /// What a draft may still become.
  ///
  /// @param requests the sum over its pods, daemons not included
  /// @param held the reservations it holds
  record Shape(
      Requirements requirements,
      List<Row> rows,
      Resources requests,
      SortedSet<String> held,
      boolean minValuesRelaxed) {
    Shape withRows(List<Row> fewer) {
      return new Shape(requirements, fewer, requests, held, minValuesRelaxed);
    }
  }
}
