package karpenter.bench.check;

import java.util.BitSet;
import java.util.List;

/// Pending pods that differ in nothing but their names.
public final class PodKind {
  private final int index;
  private final List<Pod> pods;
  private final Amounts requests;
  private final BitSet offers;

  PodKind(int index, List<Pod> pods, Amounts requests, BitSet offers) {
    this.index = index;
    this.pods = List.copyOf(pods);
    this.requests = requests;
    this.offers = offers;
  }

  /// What two pods of one kind have in common. Wishes are left out: packings ignore them.
  record Key(
      String namespace,
      Object labels,
      Resources requests,
      NodeSelection selection,
      List<Taint.Toleration> tolerations,
      List<Spread> spreads,
      List<PodTerm> affinity,
      List<PodTerm> antiAffinity,
      List<HostPort> ports) {
    static Key of(Pod pod) {
      return new Key(
          pod.namespace(),
          pod.labels(),
          pod.requests(),
          pod.selection(),
          pod.tolerations(),
          pod.spreads().stream().filter(spread -> !spread.soft()).toList(),
          pod.terms().affinity(),
          pod.terms().antiAffinity(),
          pod.ports());
    }
  }

  /// Among the kinds of its [PackingModel].
  public int index() {
    return index;
  }

  public int count() {
    return pods.size();
  }

  public List<String> uids() {
    return pods.stream().map(Pod::id).toList();
  }

  public String uid(int number) {
    return pods.get(number).id();
  }

  public Amounts requests() {
    return requests;
  }

  /// The offers one pod alone could run on: labels, taints, host ports and room.
  public boolean accepts(NodeOffer offer) {
    return offers.get(offer.index());
  }

  /// Indexes of the offers it accepts.
  public BitSet offers() {
    return (BitSet) offers.clone();
  }

  /// Whether more than labels, taints and zones decides which NodePools could take it: a wish, or a
  /// rule about another label. The weights of NodePools then leave open where it goes.
  public boolean choosesFreely() {
    return pods.stream().anyMatch(pod -> !pod.preferredNodes().isEmpty())
        || MissingTypes.topologyKeys(first()).stream()
            .anyMatch(key -> !key.equals(LabelKeys.HOSTNAME) && !key.equals(LabelKeys.ZONE));
  }

  Pod pod(int number) {
    return pods.get(number);
  }

  Pod first() {
    return pods.getFirst();
  }
}
