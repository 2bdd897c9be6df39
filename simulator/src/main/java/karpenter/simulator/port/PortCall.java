package karpenter.simulator.port;

/// A call of the operator to the world.
///
/// @param isWrite it may change something
/// @param about whom it concerns, as `nodes/a`
public record PortCall(Port port, String verb, boolean isWrite, String about) {
  static final String POLL = "poll";

  public enum Port {
    KUBE,
    CLOUD
  }

  /// Asked again and again whether or not anything happens: not worth a line, nor a death.
  boolean isPoll() {
    return verb.equals(POLL);
  }

  @Override
  public String toString() {
    return verb + " " + about;
  }
}
