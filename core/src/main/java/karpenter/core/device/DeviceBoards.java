package karpenter.core.device;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The devices of a problem compiled: what drivers have published, and what instance types bring.
public final class DeviceBoards {
  private final Devices devices;
  private final ClusterBoard cluster;
  private final Map<DeviceTemplates, TemplateBoard> templates = new HashMap<>();

  public DeviceBoards(Devices devices) {
    this.devices = devices;
    this.cluster = new ClusterBoard(devices);
  }

  public TemplateBoard of(DeviceTemplates described) {
    return templates.computeIfAbsent(
        described, wanted -> new TemplateBoard(wanted, devices.kinds()));
  }

  /// A ledger in which nothing has been given away.
  public Ledger ledger() {
    return new Ledger(cluster);
  }

  public Optional<DeviceClaim> claim(String id) {
    return Optional.ofNullable(devices.claims().get(id));
  }

  /// Claims whose pods are expected on a node.
  public List<DeviceClaim> promised() {
    return devices.claims().values().stream()
        .filter(claim -> claim.state() instanceof ClaimState.Promised)
        .toList();
  }

  /// A copy without repetitions: a shared claim is one, however often a pod names it.
  public static List<ClaimUse> distinct(List<ClaimUse> uses) {
    var kept = new ArrayList<ClaimUse>();
    for (ClaimUse use : uses) if (!use.isShared() || !kept.contains(use)) kept.add(use);
    return kept;
  }
}
