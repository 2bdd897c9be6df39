package karpenter.core.scheduling;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import karpenter.core.catalog.InstanceType;
import karpenter.core.cluster.ExistingNode;
import karpenter.core.device.ClaimUse;
import karpenter.core.device.DeviceBoards;
import karpenter.core.device.DeviceRefusal;
import karpenter.core.device.DeviceTemplates;
import karpenter.core.device.TemplateBoard;
import karpenter.core.pod.DeviceClaimRef;
import karpenter.core.scheduling.Options.DeviceRequests;
import org.jspecify.annotations.Nullable;

/// The devices of a batch in which some pod claims any.
final class BatchDevices {
  private static final String INSTANCE_TYPE = "node.kubernetes.io/instance-type";

  final DeviceBoards boards;

  /// Per template, its rows by what devices they bring.
  final List<List<Rows>> templates;

  /// What a node that is not initialized yet will bring; nothing for the others.
  final List<TemplateBoard> nodes;

  /// Rows that bring the same devices.
  record Rows(TemplateBoard board, long[] rows) {}

  private BatchDevices(Batch batch) {
    this.boards = new DeviceBoards(batch.problem.devices());
    this.templates = batch.catalogue.templates.stream().map(this::rowsByBoard).toList();
    this.nodes =
        batch.nodes.stream().map(slot -> boards.of(templatesOf(slot.node, batch.problem))).toList();
  }

  /// Null if no pod claims devices. Marks the classes whose claims rule them out.
  static @Nullable BatchDevices of(Batch batch) {
    List<PodClass> claiming = new ArrayList<>();
    for (PodClass podClass : batch.classes()) {
      if (podClass.claimsDevices()) claiming.add(podClass);
    }
    if (claiming.isEmpty()) return null;
    var devices = new BatchDevices(batch);
    boolean ignored = batch.options.deviceRequests() == DeviceRequests.IGNORED;
    for (PodClass podClass : claiming) {
      podClass.refusal =
          ignored
              ? new DeviceRefusal.DeviceRequestsIgnored()
              : devices.unresolved(podClass.spec.deviceClaims()).orElse(null);
    }
    return devices;
  }

  private Optional<DeviceRefusal> unresolved(List<DeviceClaimRef> claims) {
    return claims.stream()
        .map(DeviceClaimRef::claim)
        .filter(claim -> boards.claim(claim).isEmpty())
        .findFirst()
        .map(DeviceRefusal.DeviceClaimUnresolved::new);
  }

  @Nullable List<ClaimUse> uses(List<DeviceClaimRef> claims) {
    if (claims.isEmpty()) return null;
    var uses = new ArrayList<ClaimUse>();
    for (DeviceClaimRef ref : claims) {
      boards
          .claim(ref.claim())
          .ifPresent(
              claim ->
                  uses.add(new ClaimUse(claim, ref.sharing() == DeviceClaimRef.Sharing.SHARED)));
    }
    return DeviceBoards.distinct(uses);
  }

  private List<Rows> rowsByBoard(Template template) {
    Map<TemplateBoard, long[]> rows = new LinkedHashMap<>();
    for (int row = 0; row < template.rows.size(); row++) {
      var board = boards.of(template.rows.get(row).type().devices());
      Bits.set(rows.computeIfAbsent(board, _ -> Bits.none(template.rows.size())), row);
    }
    return rows.entrySet().stream().map(e -> new Rows(e.getKey(), e.getValue())).toList();
  }

  /// Once a node is initialized its drivers have published what it has. Where it may still become
  /// one of several types, only what all of them bring is certain.
  private static DeviceTemplates templatesOf(ExistingNode node, SchedulingProblem problem) {
    if (node.initialized()) return DeviceTemplates.NONE;
    var brought =
        problem.pools().stream()
            .filter(pool -> node.pool().filter(pool.name()::equals).isPresent())
            .flatMap(pool -> pool.types().stream())
            .filter(type -> mayBe(node, type))
            .map(InstanceType::devices)
            .distinct()
            .limit(2)
            .toList();
    return brought.size() == 1 ? brought.getFirst() : DeviceTemplates.NONE;
  }

  private static boolean mayBe(ExistingNode node, InstanceType type) {
    var known = node.labels().get(INSTANCE_TYPE);
    return known == null
        ? node.undecided().get(INSTANCE_TYPE).contains(type.name())
        : known.equals(type.name());
  }
}
