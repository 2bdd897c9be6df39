package karpenter.core.scheduling;

import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import karpenter.core.pod.AffinityTerm;
import karpenter.core.pod.Pod;
import karpenter.core.pod.PodSpec;
import karpenter.core.pod.SpreadConstraint;
import karpenter.core.resource.Resources;

/// A class of pods as the orders see it: its share of the whole demand, and the resource of which
/// it takes most. One per class, numbered from 0; compared by identity.
final class PodShape {
  private final int id;
  private final PodSpec spec;
  private final double[] share;
  private final int dominant;
  private final Manners manners;

  private PodShape(int id, PodClass podClass, long[] amounts, double[] total) {
    this.id = id;
    this.spec = podClass.spec;
    this.manners = podClass.manners();
    this.share = new double[amounts.length];
    int largest = 0;
    for (int r = 0; r < amounts.length; r++) {
      share[r] = total[r] > 0 ? amounts[r] / total[r] : 0;
      if (share[r] > share[largest]) largest = r;
    }
    this.dominant = largest;
  }

  /// What does not depend on the other pods.
  record Manners(
      long cpu, long memory, boolean needsOwnHost, boolean excludesItself, String company) {
    static Manners of(PodSpec spec) {
      boolean needsOwnHost = PodShape.needsOwnHost(spec);
      return new Manners(
          spec.requests().get(Resources.CPU),
          spec.requests().get(Resources.MEMORY),
          needsOwnHost,
          needsOwnHost && PodShape.excludesItself(spec),
          needsOwnHost ? spec.namespace() + spec.labels() : "");
    }
  }

  /// The shape of each of `pods`, in their order; a share is one of what they ask for together.
  static PodShape[] of(Batch batch, List<Pod> pods) {
    PodClass[] classes = new PodClass[pods.size()];
    double[] total = new double[batch.resources.size()];
    for (int i = 0; i < classes.length; i++) {
      classes[i] = batch.classOf(pods.get(i));
      long[] vector = classes[i].vector(batch.resources);
      for (int r = 0; r < total.length; r++) total[r] += vector[r];
    }
    Map<PodClass, PodShape> shapes = new IdentityHashMap<>();
    PodShape[] found = new PodShape[classes.length];
    for (int i = 0; i < found.length; i++) {
      PodShape shape = shapes.get(classes[i]);
      if (shape == null) {
        shape = new PodShape(shapes.size(), classes[i], classes[i].vector(batch.resources), total);
        shapes.put(classes[i], shape);
      }
      found[i] = shape;
    }
    return found;
  }

  int id() {
    return id;
  }

  long cpu() {
    return manners.cpu;
  }

  long memory() {
    return manners.memory;
  }

  int priority() {
    return spec.priority();
  }

  boolean isVirtual() {
    return spec.isVirtual();
  }

  double[] share() {
    return share;
  }

  int dominant() {
    return dominant;
  }

  double largestShare() {
    return share[dominant];
  }

  boolean needsOwnHost() {
    return manners.needsOwnHost;
  }

  /// Whether its own hostname constraints select it.
  boolean excludesItself() {
    return manners.excludesItself;
  }

  /// What selectors see of a pod that needs its own host; empty for others.
  String company() {
    return manners.company;
  }

  private static boolean excludesItself(PodSpec spec) {
    for (AffinityTerm term : spec.antiAffinity()) {
      if (isHostname(term.topologyKey()) && term.selector().matches(spec.labels())) return true;
    }
    for (SpreadConstraint constraint : spec.spread()) {
      if (isHostname(constraint.topologyKey()) && constraint.selector().matches(spec.labels())) {
        return true;
      }
    }
    return false;
  }

  private static boolean isHostname(String key) {
    return key.equals(CountGroup.HOSTNAME);
  }

  private static boolean needsOwnHost(PodSpec spec) {
    for (AffinityTerm term : spec.antiAffinity()) {
      if (isHostname(term.topologyKey())) return true;
    }
    for (SpreadConstraint constraint : spec.spread()) {
      if (isHostname(constraint.topologyKey())
          && constraint.strength() == SpreadConstraint.Strength.DO_NOT_SCHEDULE) {
        return true;
      }
    }
    return false;
  }
}
