package karpenter.simulator;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import karpenter.operator.kube.Resource;
import karpenter.simulator.kube.InMemoryKube;
import karpenter.simulator.kube.Metas;

/// Sees every change as it happens, and remembers what must never be: two machines for one claim.
final class Ledger implements InMemoryKube.Listener {
  private static final String CLAIM_UID = "karpenter-jvm.dev/claim-uid";

  private final TreeMap<String, TreeSet<String>> machines = new TreeMap<>();
  private final List<String> violations = new ArrayList<>();
  private long changes;
  private int launched;

  @Override
  public void changed(Resource resource, ObjectNode object) {
    changes++;
    if (resource.equals(Resource.NODES)) {
      machine(object);
    } else if (resource.equals(Resource.NODE_CLAIMS)) {
      promise(object);
    }
  }

  @Override
  public void gone(Resource resource, ObjectNode object) {
    changes++;
  }

  private void machine(ObjectNode node) {
    var claim = node.path("metadata").path("annotations").path(CLAIM_UID).asText();
    if (claim.isEmpty()) {
      return;
    }
    var known = machines.computeIfAbsent(claim, _ -> new TreeSet<>());
    if (known.add("node " + Metas.uid(node))) {
      launched++;
      long nodes = known.stream().filter(one -> one.startsWith("node ")).count();
      if (nodes > 1) {
        violations.add(
            "the claim %s had a second machine: node %s".formatted(claim, Metas.name(node)));
      }
    }
  }

  private void promise(ObjectNode claim) {
    var id = claim.path("status").path("providerID").asText();
    if (id.isEmpty()) {
      return;
    }
    var known = machines.computeIfAbsent(Metas.uid(claim), _ -> new TreeSet<>());
    if (known.add("id " + id)) {
      long ids = known.stream().filter(one -> one.startsWith("id ")).count();
      if (ids > 1) {
        violations.add("the claim %s was launched twice: %s".formatted(Metas.name(claim), known));
      }
    }
  }

  List<String> violations() {
    return List.copyOf(violations);
  }

  /// Machines ever launched.
  int launched() {
    return launched;
  }

  /// Grows with every change of any object.
  long changes() {
    return changes;
  }
}
