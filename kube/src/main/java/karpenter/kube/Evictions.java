package karpenter.kube;

import karpenter.operator.Unreachable;
import karpenter.operator.kube.Eviction;

/// What the answers to an eviction mean.
final class Evictions {
  private static final String SEVERAL_BUDGETS = "more than one PodDisruptionBudget";

  private Evictions() {}

  static Eviction outcome(Reply reply) throws Unreachable {
    if (reply.isGood()) {
      return new Eviction.Accepted(reply.code());
    }
    return switch (reply.code()) {
      case 404 -> {
        if (!reply.isNotFound()) {
          throw reply.unreachable();
        }
        yield new Eviction.Gone(reply.code());
      }
      // The precondition failed, so a pod of that name is another one.
      case 409 -> new Eviction.Gone(reply.code());
      case 429 -> heldBackOrBusy(reply);
      // The server calls it its own fault that it cannot heed two budgets at once.
      case 500 -> {
        if (reply.message().contains(SEVERAL_BUDGETS)) {
          yield new Eviction.HeldBack(reply.code(), reply.message());
        }
        throw reply.unreachable();
      }
      default -> throw reply.unreachable();
    };
  }

  /// A server that is merely busy answers 429 as well, but names no budget.
  private static Eviction heldBackOrBusy(Reply reply) throws Unreachable {
    for (var cause : reply.body().path("details").path("causes")) {
      if (cause.path("reason").asText().equals("DisruptionBudget")) {
        return new Eviction.HeldBack(reply.code(), reply.message());
      }
    }
    if (reply.message().contains("disruption budget")) {
      return new Eviction.HeldBack(reply.code(), reply.message());
    }
    throw reply.unreachable();
  }
}
