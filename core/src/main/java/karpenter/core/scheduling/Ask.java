package karpenter.core.scheduling;

import java.util.Arrays;
import java.util.List;
import java.util.SortedSet;
import karpenter.core.device.ClaimUse;
import karpenter.core.pod.HostPort;
import karpenter.core.pod.VolumeUse;
import org.jspecify.annotations.Nullable;

/// What pods ask of a candidate apart from topology: labels, taints, size, ports, volumes. Many
/// classes share one.
///
/// A candidate that refuses an ask once refuses it for the rest of the run, because candidates only
/// shrink; `open` remembers. `free` remembers, until a draft's price moves, where one more pod
/// would cost money.
final class Ask {
  final LabelAsk labels;
  final long[] requests;
  final List<HostPort> ports;
  final SortedSet<VolumeUse> volumes;
  final boolean asksUnknownResource;

  /// The claims for devices; null, not empty, for nearly all pods, which then pay for one look.
  final @Nullable List<ClaimUse> devices;

  /// What a new node of each template would be for this ask alone; topology and limits aside.
  final @Nullable Fresh[] fresh;

  private final @Nullable PortRows[] portRows;

  long[] open = {-1L};
  long[] free = {-1L};

  /// The question of a [Journal] that last looked at it.
  int question;

  Ask(
      LabelAsk labels,
      long[] requests,
      List<HostPort> ports,
      SortedSet<VolumeUse> volumes,
      int knownResources,
      int templates,
      @Nullable List<ClaimUse> devices) {
    this.devices = devices;
    this.fresh = new @Nullable Fresh[templates];
    this.portRows = new @Nullable PortRows[templates];
    this.labels = labels;
    this.requests = requests;
    this.ports = ports;
    this.volumes = volumes;
    boolean unknown = false;
    for (int r = knownResources; r < requests.length; r++) unknown |= requests[r] > 0;
    this.asksUnknownResource = unknown;
  }

  /// A new node for one pod: nothing if `state` is impossible.
  record Fresh(State state, long[] rows, double price, boolean relaxed) {}

  private record PortRows(long[] rows) {}

  /// The rows whose daemons leave this ask's ports alone.
  long[] rowsWithFreePorts(int template, Template compiled) {
    PortRows known = portRows[template];
    if (known == null) {
      known = new PortRows(compiled.rowsWithout(ports));
      portRows[template] = known;
    }
    return known.rows();
  }

  void ensureCandidates(int count) {
    if (Bits.words(count) > open.length) {
      open = Bits.grownWithOnes(open, count);
      free = Bits.grownWithOnes(free, count);
    }
  }

  void reset() {
    Arrays.fill(open, -1L);
    Arrays.fill(free, -1L);
  }
}
