package karpenter.core.pod;

/// A port a pod takes on its node's own address. An unspecified address takes it on every address.
public record HostPort(String ip, int port, String protocol) {

  public boolean conflictsWith(HostPort other) {
    return port == other.port
        && protocol.equals(other.protocol)
        && (isUnspecified() || other.isUnspecified() || ip.equals(other.ip));
  }

  private boolean isUnspecified() {
    return ip.isEmpty() || ip.equals("0.0.0.0") || ip.equals("::");
  }
}
