package karpenter.core.disruption;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.OptionalDouble;

/// Why a node is not taken (spec 02 §2.3, §2.7, §2.8). A record's `kind` is its code in metrics and
/// never changes; its sentence is what users read.
public sealed interface Obstacle {
  String kind();

  String sentence();

  /// How an obstacle is told (spec 02 §2.3, column E).
  enum Telling {
    /// Not at all: it is the ordinary state of affairs, or somebody else's to tell.
    SILENT,
    /// As the event `DisruptionBlocked`.
    BLOCKED,
    /// As the event `Unconsolidatable`.
    UNCONSOLIDATABLE
  }

  Telling telling();

  /// A command is under way for it.
  record InCommand() implements Obstacle {
    @Override
    public String kind() {
      return "in-command";
    }

    @Override
    public String sentence() {
      return "It is part of a disruption that is under way";
    }

    @Override
    public Telling telling() {
      return Telling.SILENT;
    }
  }

  record Unmanaged() implements Obstacle {
    @Override
    public String kind() {
      return "unmanaged";
    }

    @Override
    public String sentence() {
      return "It has no NodeClaim";
    }

    @Override
    public Telling telling() {
      return Telling.SILENT;
    }
  }

  record NoNode() implements Obstacle {
    @Override
    public String kind() {
      return "no-node";
    }

    @Override
    public String sentence() {
      return "The NodeClaim has no Node yet";
    }

    @Override
    public Telling telling() {
      return Telling.BLOCKED;
    }
  }

  record NotInitialized() implements Obstacle {
    @Override
    public String kind() {
      return "not-initialized";
    }

    @Override
    public String sentence() {
      return "The Node is not initialized";
    }

    @Override
    public Telling telling() {
      return Telling.BLOCKED;
    }
  }

  record Leaving() implements Obstacle {
    @Override
    public String kind() {
      return "leaving";
    }

    @Override
    public String sentence() {
      return "The Node is being deleted or marked for deletion";
    }

    @Override
    public Telling telling() {
      return Telling.BLOCKED;
    }
  }

  /// Pods that wait were promised this node.
  record Nominated(Instant until) implements Obstacle {
    @Override
    public String kind() {
      return "nominated";
    }

    @Override
    public String sentence() {
      return "The Node is nominated for a pending pod until " + until;
    }

    @Override
    public Telling telling() {
      return Telling.BLOCKED;
    }
  }

  record NodeProtected() implements Obstacle {
    @Override
    public String kind() {
      return "node-do-not-disrupt";
    }

    @Override
    public String sentence() {
      return "The Node carries karpenter.sh/do-not-disrupt=true";
    }

    @Override
    public Telling telling() {
      return Telling.BLOCKED;
    }
  }

  record NoPool() implements Obstacle {
    @Override
    public String kind() {
      return "no-pool";
    }

    @Override
    public String sentence() {
      return "The Node has no label karpenter.sh/nodepool";
    }

    @Override
    public Telling telling() {
      return Telling.BLOCKED;
    }
  }

  record PoolUnknown(String pool) implements Obstacle {
    @Override
    public String kind() {
      return "pool-unknown";
    }

    @Override
    public String sentence() {
      return "NodePool %s does not exist".formatted(pool);
    }

    @Override
    public Telling telling() {
      return Telling.BLOCKED;
    }
  }

  /// @param why a sentence; empty when the list is merely empty
  record TypesUnknown(String pool, String why) implements Obstacle {
    @Override
    public String kind() {
      return "types-unknown";
    }

    @Override
    public String sentence() {
      return "NodePool %s has no instance types".formatted(pool)
          + (why.isEmpty() ? "" : ": " + why);
    }

    @Override
    public Telling telling() {
      return Telling.BLOCKED;
    }
  }

  /// @param pod by namespace and name
  record PodProtected(String pod) implements Obstacle {
    @Override
    public String kind() {
      return "pod-do-not-disrupt";
    }

    @Override
    public String sentence() {
      return "Pod %s carries karpenter.sh/do-not-disrupt".formatted(pod);
    }

    @Override
    public Telling telling() {
      return Telling.BLOCKED;
    }
  }

  record SeveralPdbs(String pod, List<String> pdbs) implements Obstacle {
    @Override
    public String kind() {
      return "several-pdbs";
    }

    @Override
    public String sentence() {
      return "Pod %s is covered by several PodDisruptionBudgets (%s), and the eviction API refuses that"
          .formatted(pod, String.join(", ", pdbs));
    }

    @Override
    public Telling telling() {
      return Telling.BLOCKED;
    }
  }

  record PdbSpent(String pod, String pdb) implements Obstacle {
    @Override
    public String kind() {
      return "pdb";
    }

    @Override
    public String sentence() {
      return "PodDisruptionBudget %s does not allow the eviction of pod %s".formatted(pdb, pod);
    }

    @Override
    public Telling telling() {
      return Telling.BLOCKED;
    }
  }

  /// The pods cannot all be evicted, in whatever order.
  ///
  /// @param why a sentence that names the budget
  record Undrainable(String why) implements Obstacle {
    @Override
    public String kind() {
      return "undrainable";
    }

    @Override
    public String sentence() {
      return why;
    }

    @Override
    public Telling telling() {
      return Telling.BLOCKED;
    }
  }

  /// A control of the user forbids it.
  ///
  /// @param control the control's code, in kebab case
  /// @param why a sentence
  record Controlled(String control, String why) implements Obstacle {
    @Override
    public String kind() {
      return "control-" + control;
    }

    @Override
    public String sentence() {
      return why;
    }

    @Override
    public Telling telling() {
      return Telling.BLOCKED;
    }
  }

  /// The pool's budget for the reason is used up.
  record BudgetSpent(String pool, Reason reason, int allowed, int underWay) implements Obstacle {
    @Override
    public String kind() {
      return "budget";
    }

    @Override
    public String sentence() {
      return "NodePool %s allows %d disruptions of kind %s, and %d nodes are disrupted"
          .formatted(pool, allowed, reason.wire(), underWay);
    }

    @Override
    public Telling telling() {
      return Telling.SILENT;
    }
  }

  /// Its size is what `spec.replicas` says, so it is not consolidated.
  record StaticPool(String pool) implements Obstacle {
    @Override
    public String kind() {
      return "static-pool";
    }

    @Override
    public String sentence() {
      return "NodePool %s is static".formatted(pool);
    }

    @Override
    public Telling telling() {
      return Telling.SILENT;
    }
  }

  record NeverConsolidated(String pool) implements Obstacle {
    @Override
    public String kind() {
      return "consolidation-disabled";
    }

    @Override
    public String sentence() {
      return "NodePool %s has consolidateAfter: Never".formatted(pool);
    }

    @Override
    public Telling telling() {
      return Telling.UNCONSOLIDATABLE;
    }
  }

  record OnlyWhenEmpty(String pool) implements Obstacle {
    @Override
    public String kind() {
      return "only-when-empty";
    }

    @Override
    public String sentence() {
      return "NodePool %s has consolidationPolicy: WhenEmpty, and the Node is not empty"
          .formatted(pool);
    }

    @Override
    public Telling telling() {
      return Telling.UNCONSOLIDATABLE;
    }
  }

  record HoldsBuffer(int pods) implements Obstacle {
    @Override
    public String kind() {
      return "capacity-buffer";
    }

    @Override
    public String sentence() {
      return "%d pods of capacity buffers count on the Node".formatted(pods);
    }

    @Override
    public Telling telling() {
      return Telling.UNCONSOLIDATABLE;
    }
  }

  /// Pods came or went not long ago.
  ///
  /// @param after what the pool asks for
  record NotQuiet(Duration after) implements Obstacle {
    @Override
    public String kind() {
      return "not-quiet";
    }

    @Override
    public String sentence() {
      return "Pods came or went within the last %s (consolidateAfter)".formatted(after);
    }

    @Override
    public Telling telling() {
      return Telling.SILENT;
    }
  }

  record NotEmpty() implements Obstacle {
    @Override
    public String kind() {
      return "not-empty";
    }

    @Override
    public String sentence() {
      return "The Node is not empty";
    }

    @Override
    public Telling telling() {
      return Telling.SILENT;
    }
  }

  /// Nothing needs to be moved, so consolidation has nothing to find out.
  record Empty() implements Obstacle {
    @Override
    public String kind() {
      return "empty";
    }

    @Override
    public String sentence() {
      return "The Node is empty and goes as such";
    }

    @Override
    public Telling telling() {
      return Telling.SILENT;
    }
  }

  record NotDrifted() implements Obstacle {
    @Override
    public String kind() {
      return "not-drifted";
    }

    @Override
    public String sentence() {
      return "The Node is what its NodePool would make today";
    }

    @Override
    public Telling telling() {
      return Telling.SILENT;
    }
  }

  record TypeUnknown(String type) implements Obstacle {
    @Override
    public String kind() {
      return "type-unknown";
    }

    @Override
    public String sentence() {
      return "Instance type %s is not on the provider's list".formatted(type);
    }

    @Override
    public Telling telling() {
      return Telling.UNCONSOLIDATABLE;
    }
  }

  record LabelMissing(String label) implements Obstacle {
    @Override
    public String kind() {
      return "label-missing";
    }

    @Override
    public String sentence() {
      return "The Node has no label " + label;
    }

    @Override
    public Telling telling() {
      return Telling.UNCONSOLIDATABLE;
    }
  }

  /// Pods would wait for a node if this one went.
  ///
  /// @param pods by namespace and name, the first few
  /// @param count of all
  record PodsWithoutPlace(List<String> pods, int count) implements Obstacle {
    public static final int MAX_NAMED = 5;

    public PodsWithoutPlace {
      pods = List.copyOf(pods);
    }

    @Override
    public String kind() {
      return "pods-without-place";
    }

    @Override
    public String sentence() {
      return "%d pods would find no place: %s%s"
          .formatted(count, String.join(", ", pods), count > pods.size() ? ", …" : "");
    }

    @Override
    public Telling telling() {
      return Telling.UNCONSOLIDATABLE;
    }
  }

  /// @param saving what they would save an hour, where they are sure to cost less
  record SeveralReplacements(int count, OptionalDouble saving) implements Obstacle {
    public SeveralReplacements(int count) {
      this(count, OptionalDouble.empty());
    }

    @Override
    public String kind() {
      return "several-replacements";
    }

    @Override
    public String sentence() {
      var sentence =
          "Its pods would need %d new nodes, and one is replaced by one".formatted(count);
      return saving.isPresent()
          ? sentence
              + " (they would save $%.4f an hour; karpenter-jvm.dev/split: allow)"
                  .formatted(saving.getAsDouble())
          : sentence;
    }

    @Override
    public Telling telling() {
      return Telling.UNCONSOLIDATABLE;
    }
  }

  record NothingCheaper(double price) implements Obstacle {
    @Override
    public String kind() {
      return "nothing-cheaper";
    }

    @Override
    public String sentence() {
      return "No instance type that suits its pods is sure to cost less than $%.4f an hour"
          .formatted(price);
    }

    @Override
    public Telling telling() {
      return Telling.UNCONSOLIDATABLE;
    }
  }

  record TooFewValues(String pool) implements Obstacle {
    @Override
    public String kind() {
      return "min-values";
    }

    @Override
    public String sentence() {
      return "The cheaper instance types do not offer the minValues of NodePool " + pool;
    }

    @Override
    public Telling telling() {
      return Telling.UNCONSOLIDATABLE;
    }
  }

  record SpotToSpotOff() implements Obstacle {
    @Override
    public String kind() {
      return "spot-to-spot-off";
    }

    @Override
    public String sentence() {
      return "A spot node is replaced by a spot node only with the gate SpotToSpotConsolidation";
    }

    @Override
    public Telling telling() {
      return Telling.UNCONSOLIDATABLE;
    }
  }

  record TooFewSpotTypes(int found, int needed) implements Obstacle {
    @Override
    public String kind() {
      return "too-few-spot-types";
    }

    @Override
    public String sentence() {
      return "Replacing spot by spot needs %d cheaper instance types, and there are %d"
          .formatted(needed, found);
    }

    @Override
    public Telling telling() {
      return Telling.UNCONSOLIDATABLE;
    }
  }

  /// What it would save is too little for what it would disturb.
  record ScoreTooLow(String pool, double score, double threshold) implements Obstacle {
    @Override
    public String kind() {
      return "score-too-low";
    }

    @Override
    public String sentence() {
      return "Under the policy Balanced of NodePool %s its score is %.2f, and %.2f is needed"
          .formatted(pool, score, threshold);
    }

    @Override
    public Telling telling() {
      return Telling.SILENT;
    }
  }

  /// What it would save does not pay for the pods it would move.
  record NotWorthEvictions(double saving, double evictions, double price) implements Obstacle {
    @Override
    public String kind() {
      return "not-worth-evictions";
    }

    @Override
    public String sentence() {
      return "It would save $%.4f an hour and move %.1f pods, each of which must bring $%.4f"
          .formatted(saving, evictions, price);
    }

    @Override
    public Telling telling() {
      return Telling.SILENT;
    }
  }

  /// The question could not be answered.
  ///
  /// @param why a sentence
  record NotSimulated(String why) implements Obstacle {
    @Override
    public String kind() {
      return "not-simulated";
    }

    @Override
    public String sentence() {
      return why;
    }

    @Override
    public Telling telling() {
      return Telling.BLOCKED;
    }
  }

  /// An attempt failed a while ago, and others come first.
  record BackedOff(Instant until) implements Obstacle {
    @Override
    public String kind() {
      return "backed-off";
    }

    @Override
    public String sentence() {
      return "The last attempt failed; the next is not before " + until;
    }

    @Override
    public Telling telling() {
      return Telling.SILENT;
    }
  }

  /// A command for it waits to be checked again.
  record Parked(Instant until) implements Obstacle {
    @Override
    public String kind() {
      return "parked";
    }

    @Override
    public String sentence() {
      return "It will be disrupted if all is still the same at " + until;
    }

    @Override
    public Telling telling() {
      return Telling.SILENT;
    }
  }

  /// A better move is made first.
  record BetterMove(List<String> nodes) implements Obstacle {
    public BetterMove {
      nodes = List.copyOf(nodes);
    }

    @Override
    public String kind() {
      return "better-move";
    }

    @Override
    public String sentence() {
      return "Another move saves more and comes first: " + String.join(", ", nodes);
    }

    @Override
    public Telling telling() {
      return Telling.SILENT;
    }
  }
}
