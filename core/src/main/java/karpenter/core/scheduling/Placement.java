package karpenter.core.scheduling;

import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import karpenter.core.device.DeviceRefusal;
import karpenter.core.pod.Pod;
import karpenter.core.requirement.Requirements;
import karpenter.core.resource.Resources;

/// Where every pod of a batch goes.
///
/// @param order the placed pods in the order they were decided; deciding them again in this order
///   gives the same placement
/// @param bindOrder an order in which they can be bound: each pod's constraints hold given those
///   before it. It differs from `order` where a node's zone was decided only after pods had come to
///   it
public record Placement(
    List<NewNode> newNodes,
    List<NodeUse> existing,
    List<Unplaced> unplaced,
    List<Pod> order,
    List<Pod> bindOrder) {

  public Placement(
      List<NewNode> newNodes, List<NodeUse> existing, List<Unplaced> unplaced, List<Pod> order) {
    this(newNodes, existing, unplaced, order, order);
  }

  public Placement {
    newNodes = List.copyOf(newNodes);
    existing = List.copyOf(existing);
    unplaced = List.copyOf(unplaced);
    order = List.copyOf(order);
    bindOrder = List.copyOf(bindOrder);
  }

  /// A node to buy.
  ///
  /// @param types every type that suits, cheapest first, at most [#MAX_TYPES]
  /// @param requests what the pods ask for, with the least daemon overhead any listed type brings
  /// @param price the cheapest offering of the first type
  /// @param deviceDrivers the drivers of the devices its pods were given; it is ready only when
  ///   they have published them
  /// @param nodeCost what it costs an hour beside its instance
  public record NewNode(
      String pool,
      Requirements requirements,
      List<TypeChoice> types,
      List<Pod> pods,
      Resources requests,
      double price,
      boolean minValuesRelaxed,
      SortedSet<String> deviceDrivers,
      double nodeCost) {

    public static final int MAX_TYPES = 600;

    /// A node on which no devices are claimed, and which costs nothing beside its instance.
    public NewNode(
        String pool,
        Requirements requirements,
        List<TypeChoice> types,
        List<Pod> pods,
        Resources requests,
        double price,
        boolean minValuesRelaxed) {
      this(
          pool,
          requirements,
          types,
          pods,
          requests,
          price,
          minValuesRelaxed,
          Collections.emptySortedSet(),
          0);
    }

    /// What it costs an hour: its instance, and what comes with being a node.
    public double cost() {
      return price + nodeCost;
    }
  }

  /// A type a claim may become, with the price of its cheapest suitable offering.
  public record TypeChoice(String type, double price) {}

  /// Pods that fit a node that is already there.
  public record NodeUse(String node, List<Pod> pods) {}

  /// A pod without a place; `deferred` pods wait for reserved capacity and are not failures.
  ///
  /// @param devices where its claims for devices stood in the way: how
  public record Unplaced(Pod pod, boolean deferred, Optional<DeviceRefusal> devices) {
    public Unplaced(Pod pod, boolean deferred) {
      this(pod, deferred, Optional.empty());
    }
  }

  public double price() {
    return newNodes.stream().mapToDouble(NewNode::price).sum();
  }

  /// What the new nodes cost an hour: their instances, and what comes with being a node.
  public double cost() {
    return newNodes.stream().mapToDouble(NewNode::cost).sum();
  }
}
