package karpenter.simulator.port;

/// When the operator's process is killed. Each call has two such points: before it has any effect,
/// and after it, before the answer is heard.
public interface Killer {
  Killer NEVER = (_, _) -> false;

  /// Whether this point is the last.
  ///
  /// @param point how many points came before, in this life and earlier ones
  boolean strikes(int point, PortCall call);

  static Killer at(int wanted) {
    return (point, _) -> point == wanted;
  }
}
