package karpenter.core.device;

import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import karpenter.core.requirement.Requirements;

/// The devices found for the claims of one pod on one board.
///
/// @param claims those that had to be searched for
/// @param site where they can be used from
public record Grant(TemplateBoard board, Site site, List<ForClaim> claims) {
  public Grant {
    claims = List.copyOf(claims);
  }

  /// What one claim gets.
  ///
  /// @param needs what its devices demand of the node's labels
  public record ForClaim(DeviceClaim claim, List<Piece> pieces, Requirements needs) {
    public ForClaim {
      pieces = List.copyOf(pieces);
    }

    /// Whether it can be used from this node alone.
    boolean isLocal() {
      return pieces.stream()
          .anyMatch(p -> p.offer().isTemplate || p.offer().reach instanceof Reach.OnNode);
    }

    public List<DeviceId> devices() {
      return pieces.stream().map(piece -> piece.offer().id).toList();
    }
  }

  /// A device, and what is taken of it.
  public static final class Piece {
    private final Offer offer;
    private final Draw draw;

    Piece(Offer offer, Draw draw) {
      this.offer = offer;
      this.draw = draw;
    }

    Offer offer() {
      return offer;
    }

    Draw draw() {
      return draw;
    }
  }

  SortedSet<String> drivers() {
    SortedSet<String> drivers = new TreeSet<>();
    claims.forEach(c -> c.devices().forEach(device -> drivers.add(device.driver())));
    return drivers;
  }
}
