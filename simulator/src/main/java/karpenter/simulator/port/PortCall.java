package karpenter.simulator.port;

/// A call of the operator to the world.
///
/// @param isWrite it may change something
/// @param about whom it concerns, as `nodes/a`
public record PortCall(Port port, String verb, boolean isWrite, String about) {
  public enum Port {
    KUBE,
    CLOUD
  }

  @Override
  public String toString() {
    return verb + " " + about;
  }
}
