package karpenter.core.disruption.control;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import karpenter.core.disruption.Obstacle;

/// What the controls say of a node and a method: what holds it back whatever it would bring, and
/// what it must bring.
///
/// @param obstacles empty: it may be taken, as far as controls are concerned
/// @param thresholds each must be met
/// @param maySplit whether it may be replaced by several smaller nodes
public record Judgement(List<Obstacle> obstacles, List<Threshold> thresholds, boolean maySplit) {

  /// Nothing was asked for.
  public static final Judgement FREE = new Judgement(List.of(), List.of(), false);

  /// What a move must bring.
  sealed interface Threshold {
    record LeastSaving(Scope scope, MinimumSaving least) implements Threshold {}

    record PaysBack(Scope scope, Payback payback) implements Threshold {}
  }

  public Judgement {
    obstacles = List.copyOf(obstacles);
    thresholds = List.copyOf(thresholds);
  }

  public boolean isAllowed() {
    return obstacles.isEmpty();
  }

  /// What an eviction weighs against a saving per hour: the highest anybody asks for, 0 when nobody
  /// does.
  public double pricePerEviction() {
    double highest = 0;
    for (var threshold : thresholds) {
      if (threshold instanceof Threshold.PaysBack(_, var payback)) {
        highest = Math.max(highest, payback.pricePerEviction());
      }
    }
    return highest;
  }

  /// What a move falls short of.
  ///
  /// @param saving an hour
  /// @param price an hour, of the nodes that go
  public List<Obstacle> shortcomings(double saving, double price, double evictions) {
    var found = new ArrayList<Obstacle>();
    for (var threshold : thresholds) {
      switch (threshold) {
        case Threshold.LeastSaving(var scope, var least) -> {
          if (saving < least.of(price)) {
            found.add(Holds.savingTooSmall(scope, saving, least.of(price)));
          }
        }
        case Threshold.PaysBack(var scope, var payback) -> {
          if (!payback.isMetBy(saving, evictions)) {
            found.add(Holds.paysTooLate(scope, payback, saving, evictions));
          }
        }
      }
    }
    return found;
  }

  /// Of a move that takes the nodes of both.
  public Judgement and(Judgement other) {
    if (equals(other)) {
      return this;
    }
    var holds = new LinkedHashSet<>(obstacles);
    holds.addAll(other.obstacles);
    var asked = new LinkedHashSet<>(thresholds);
    asked.addAll(other.thresholds);
    return new Judgement(List.copyOf(holds), List.copyOf(asked), maySplit && other.maySplit);
  }
}
