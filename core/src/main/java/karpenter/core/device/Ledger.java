package karpenter.core.device;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import karpenter.core.requirement.Requirements;
import org.jspecify.annotations.Nullable;

/// Which candidate has been given which devices in one run. Mutable, owned by the run.
///
/// A node to be bought may still become one of several types, each with devices of its own. What
/// one type would use of the cluster another type of the same node may use instead of it, since
/// only one of them will come true; other nodes have to leave the most that any of them would use.
public final class Ledger {
  private final ClusterBoard cluster;
  private final Map<Integer, BigDecimal> taken;
  private final Map<Integer, Holding> holdings = new HashMap<>();
  private final Map<String, Granted> granted = new HashMap<>();

  /// What one candidate has been given, by board.
  private static final class Holding {
    final Map<TemplateBoard, Tab> tabs = new IdentityHashMap<>();
    Map<Integer, BigDecimal> peak = new HashMap<>();
  }

  private static final class Tab {
    final Map<Integer, BigDecimal> cluster = new HashMap<>();
    final Map<Integer, BigDecimal> template = new HashMap<>();
    final SortedSet<String> drivers = new TreeSet<>();
  }

  /// A shared claim that got its devices in this run.
  ///
  /// @param isTied to the candidate, with devices that are not known
  private record Granted(
      int candidate, Map<TemplateBoard, Grant.ForClaim> byBoard, boolean isTied) {
    boolean isLocal() {
      return isTied || byBoard.values().stream().anyMatch(Grant.ForClaim::isLocal);
    }

    /// It is not known which type will come true, so what any of them needs must hold.
    Requirements needs() {
      return byBoard.values().stream()
          .map(Grant.ForClaim::needs)
          .reduce(Requirements.none(), Requirements::and);
    }
  }

  Ledger(ClusterBoard cluster) {
    this.cluster = cluster;
    this.taken = new HashMap<>(cluster.takenAtStart);
  }

  /// What is left for one board of one candidate.
  record View(Ledger ledger, TemplateBoard board, @Nullable Holding holding, @Nullable Tab tab) {
    ClusterBoard cluster() {
      return ledger.cluster;
    }

    BigDecimal left(int budget) {
      var others = ledger.taken.getOrDefault(budget, BigDecimal.ZERO);
      if (holding != null) {
        others = others.subtract(holding.peak.getOrDefault(budget, BigDecimal.ZERO));
      }
      var left = ledger.cluster.budgets.total(budget).subtract(others);
      return tab == null ? left : left.subtract(tab.cluster.getOrDefault(budget, BigDecimal.ZERO));
    }

    BigDecimal leftOfTemplate(int budget) {
      var total = board.budgets.total(budget);
      return tab == null
          ? total
          : total.subtract(tab.template.getOrDefault(budget, BigDecimal.ZERO));
    }
  }

  /// What the claims mean on this candidate; null when one of them is tied to another.
  public @Nullable Wanted wanted(List<ClaimUse> uses, int candidate) {
    List<ClaimUse> toFind = new ArrayList<>();
    List<Reach> fixed = new ArrayList<>();
    for (ClaimUse use : uses) {
      Granted earlier = use.isShared() ? granted.get(use.claim().id()) : null;
      if (earlier != null) {
        if (earlier.candidate() == candidate) continue;
        if (earlier.isLocal()) return null;
        fixed.add(new Reach.Where(List.of(earlier.needs())));
        continue;
      }
      switch (use.claim().state()) {
        case ClaimState.Open _, ClaimState.Moving _, ClaimState.Promised _ -> toFind.add(use);
        case ClaimState.Allocated(var reach, _, _) -> fixed.add(reach);
      }
    }
    return new Wanted(toFind, fixed);
  }

  /// Devices for the claims without any, on one board; nothing if there are none, or the work is
  /// spent.
  public Optional<Grant> search(
      Wanted wanted, TemplateBoard board, int candidate, Site site, Work work) {
    if (wanted.toFind().isEmpty()) return Optional.of(new Grant(board, site, List.of()));
    Holding holding = holdings.get(candidate);
    var view = new View(this, board, holding, holding == null ? null : holding.tabs.get(board));
    var claims = wanted.toFind().stream().map(ClaimUse::claim).toList();
    return new DeviceSearch(claims, board, view, site, work).run();
  }

  /// Gives the devices away.
  ///
  /// @param grants one per board the candidate may still be
  /// @return whether another pod may now find a place it did not find before
  public boolean commit(int candidate, Wanted wanted, List<Grant> grants) {
    if (wanted.toFind().isEmpty()) return false;
    var holding = holdings.computeIfAbsent(candidate, _ -> new Holding());
    boolean opens = false;
    for (Grant grant : grants) {
      var tab = holding.tabs.computeIfAbsent(grant.board(), _ -> new Tab());
      for (int at = 0; at < grant.claims().size(); at++) {
        var forClaim = grant.claims().get(at);
        write(forClaim, tab);
        if (!wanted.toFind().get(at).isShared()) continue;
        granted
            .computeIfAbsent(
                forClaim.claim().id(), _ -> new Granted(candidate, new IdentityHashMap<>(), false))
            .byBoard()
            .put(grant.board(), forClaim);
        opens = true;
      }
    }
    updatePeak(holding);
    return opens;
  }

  private static void write(Grant.ForClaim forClaim, Tab tab) {
    for (Grant.Piece piece : forClaim.pieces()) {
      var amounts = piece.offer().isTemplate ? tab.template : tab.cluster;
      for (Draw.Part part : piece.draw().parts()) {
        amounts.merge(part.budget(), part.amount(), BigDecimal::add);
      }
      tab.drivers.add(piece.offer().id.driver());
    }
  }

  /// Ties a claim to a candidate of which it is not known what devices it will have: whoever shares
  /// the claim must go there as well.
  public void tie(DeviceClaim claim, int candidate) {
    granted.put(claim.id(), new Granted(candidate, new IdentityHashMap<>(), true));
  }

  /// Takes back what was kept for boards the candidate can no longer be.
  ///
  /// @return whether anything became free
  public boolean keep(int candidate, Set<TemplateBoard> boards) {
    Holding holding = holdings.get(candidate);
    if (holding == null || !holding.tabs.keySet().removeIf(board -> !boards.contains(board))) {
      return false;
    }
    updatePeak(holding);
    for (Granted one : granted.values()) {
      if (one.candidate() == candidate) {
        one.byBoard().keySet().removeIf(board -> !boards.contains(board));
      }
    }
    return true;
  }

  /// Whether the candidate, as a type of this board, has the devices its pods claim.
  public boolean provides(int candidate, TemplateBoard board) {
    Holding holding = holdings.get(candidate);
    return holding == null || holding.tabs.containsKey(board);
  }

  private void updatePeak(Holding holding) {
    holding.peak.forEach((budget, amount) -> taken.merge(budget, amount.negate(), BigDecimal::add));
    var peak = new HashMap<Integer, BigDecimal>();
    for (Tab tab : holding.tabs.values()) {
      tab.cluster.forEach((budget, amount) -> peak.merge(budget, amount, BigDecimal::max));
    }
    holding.peak = peak;
    peak.forEach((budget, amount) -> taken.merge(budget, amount, BigDecimal::add));
  }

  /// The drivers of all devices given to a candidate.
  public SortedSet<String> drivers(int candidate) {
    SortedSet<String> drivers = new TreeSet<>();
    Holding holding = holdings.get(candidate);
    if (holding != null) holding.tabs.values().forEach(tab -> drivers.addAll(tab.drivers));
    return drivers;
  }
}
