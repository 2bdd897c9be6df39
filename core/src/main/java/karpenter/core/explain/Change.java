package karpenter.core.explain;

import java.util.Optional;
import karpenter.core.cluster.BoundPod;
import karpenter.core.cluster.NodePool;
import karpenter.core.pod.AffinityTerm;
import karpenter.core.pod.HostPort;
import karpenter.core.pod.Pod;
import karpenter.core.pod.PodSpec;
import karpenter.core.pod.SpreadConstraint;
import karpenter.core.pod.Taint;
import karpenter.core.pod.Toleration;
import karpenter.core.pod.VolumeUse;
import karpenter.core.requirement.Requirements;
import karpenter.core.requirement.ValueSet;
import karpenter.core.resource.Resources;
import karpenter.core.scheduling.Options;
import karpenter.core.scheduling.Options.ReservedMode;
import karpenter.core.scheduling.SchedulingProblem;

/// One thing a user could change in the input so that a pod gets a place.
public sealed interface Change {

  SchedulingProblem applyTo(SchedulingProblem problem);

  /// A change to what the pod asks for. It is made to every pending pod with the same spec: who
  /// edits a workload edits all its pods.
  sealed interface OfPod extends Change {
    PodSpec spec();

    PodSpec edited();

    @Override
    default SchedulingProblem applyTo(SchedulingProblem problem) {
      PodSpec edited = edited();
      var pending =
          problem.pending().stream()
              .map(
                  pod ->
                      pod.spec().equals(spec())
                          ? new Pod(pod.uid(), pod.name(), pod.created(), edited)
                          : pod)
              .toList();
      return Edits.withPending(problem, pending);
    }
  }

  record LowerRequest(PodSpec spec, String resource, long to) implements OfPod {
    @Override
    public PodSpec edited() {
      var edit = new SpecEdit(spec);
      edit.requests = spec.requests().with(resource, to);
      return edit.build();
    }
  }

  record AddToleration(PodSpec spec, Taint taint) implements OfPod {
    @Override
    public PodSpec edited() {
      var edit = new SpecEdit(spec);
      edit.tolerations.add(
          new Toleration(
              taint.key(), Toleration.Operator.EQUAL, taint.value(), Optional.of(taint.effect())));
      return edit.build();
    }
  }

  /// Forgets what the node selector and the required node affinity say of a label.
  record DropNodeLabel(PodSpec spec, String key) implements OfPod {
    @Override
    public PodSpec edited() {
      var edit = new SpecEdit(spec);
      edit.nodeAlternatives.replaceAll(alternative -> alternative.without(key));
      return edit.build();
    }
  }

  record RaiseMaxSkew(PodSpec spec, SpreadConstraint constraint, int to) implements OfPod {
    @Override
    public PodSpec edited() {
      var edit = new SpecEdit(spec);
      edit.spread.replaceAll(
          one ->
              one.equals(constraint)
                  ? new SpreadConstraint(
                      one.topologyKey(),
                      to,
                      one.minDomains(),
                      one.strength(),
                      one.selector(),
                      one.nodeAffinity(),
                      one.nodeTaints())
                  : one);
      return edit.build();
    }
  }

  record DropSpread(PodSpec spec, SpreadConstraint constraint) implements OfPod {
    @Override
    public PodSpec edited() {
      var edit = new SpecEdit(spec);
      edit.spread.removeIf(constraint::equals);
      return edit.build();
    }
  }

  record DropAffinity(PodSpec spec, AffinityTerm term) implements OfPod {
    @Override
    public PodSpec edited() {
      var edit = new SpecEdit(spec);
      edit.affinity.removeIf(term::equals);
      return edit.build();
    }
  }

  record DropAntiAffinity(PodSpec spec, AffinityTerm term) implements OfPod {
    @Override
    public PodSpec edited() {
      var edit = new SpecEdit(spec);
      edit.antiAffinity.removeIf(term::equals);
      return edit.build();
    }
  }

  record DropHostPort(PodSpec spec, HostPort port) implements OfPod {
    @Override
    public PodSpec edited() {
      var edit = new SpecEdit(spec);
      edit.hostPorts.removeIf(port::equals);
      return edit.build();
    }
  }

  /// Volumes that can be reached from anywhere: a class that binds late, or copies elsewhere.
  record FreeVolumes(PodSpec spec) implements OfPod {
    @Override
    public PodSpec edited() {
      var edit = new SpecEdit(spec);
      edit.volumeAlternatives.clear();
      return edit.build();
    }
  }

  record DropVolume(PodSpec spec, VolumeUse volume) implements OfPod {
    @Override
    public PodSpec edited() {
      var edit = new SpecEdit(spec);
      edit.volumes.remove(volume);
      return edit.build();
    }
  }

  /// A change to one NodePool.
  sealed interface OfPool extends Change {
    String pool();

    NodePool edited(NodePool pool);

    @Override
    default SchedulingProblem applyTo(SchedulingProblem problem) {
      return Edits.withPools(
          problem,
          problem.pools().stream()
              .map(one -> one.name().equals(pool()) ? edited(one) : one)
              .toList());
    }
  }

  record RaiseLimit(String pool, String resource, long from, long to) implements OfPool {
    @Override
    public NodePool edited(NodePool one) {
      var limits = one.limits().orElse(Resources.none()).with(resource, to);
      return Edits.pool(one, one.requirements(), one.taints(), Optional.of(limits));
    }
  }

  record RemoveTaint(String pool, Taint taint) implements OfPool {
    @Override
    public NodePool edited(NodePool one) {
      var taints = one.taints().stream().filter(other -> !other.equals(taint)).toList();
      return Edits.pool(one, one.requirements(), taints, one.limits());
    }
  }

  /// @param to zero drops the demand
  record LowerMinValues(String pool, String key, int from, int to) implements OfPool {
    @Override
    public NodePool edited(NodePool one) {
      Requirements lowered = one.requirements().without(key);
      if (one.requirements().has(key)) lowered = lowered.and(key, one.requirements().get(key));
      if (to > 0) lowered = lowered.withMinValues(key, to);
      return Edits.pool(one, lowered, one.taints(), one.limits());
    }
  }

  /// Lets the pool's nodes have what the pod demands of a label, beside what they may have now.
  record OfferLabel(String pool, String key, ValueSet demanded) implements OfPool {
    @Override
    public NodePool edited(NodePool one) {
      return Edits.pool(
          one,
          one.requirements().replace(key, Edits.union(one.requirements(), key, demanded)),
          one.taints(),
          one.limits());
    }
  }

  /// Removes another workload's anti-affinity term from every pod that has it.
  record DropTheirAntiAffinity(AffinityTerm term) implements Change {
    @Override
    public SchedulingProblem applyTo(SchedulingProblem problem) {
      var bound =
          problem.bound().stream()
              .map(one -> new BoundPod(without(one.pod()), one.node()))
              .toList();
      var pending = problem.pending().stream().map(this::without).toList();
      return Edits.withPods(problem, pending, bound);
    }

    private Pod without(Pod pod) {
      if (!pod.spec().antiAffinity().contains(term)) return pod;
      var edit = new SpecEdit(pod.spec());
      edit.antiAffinity.removeIf(term::equals);
      return new Pod(pod.uid(), pod.name(), pod.created(), edit.build());
    }
  }

  /// Buys what is for sale while reserved capacity is taken.
  record TakeUnreserved() implements Change {
    @Override
    public SchedulingProblem applyTo(SchedulingProblem problem) {
      var from = problem.options();
      return Edits.withOptions(
          problem,
          new Options(
              from.preferences(),
              from.minValues(),
              ReservedMode.FALLBACK,
              from.wellKnownLabels(),
              from.reservationLabel(),
              from.improvementWork(),
              from.deviceRequests()));
    }
  }
}
