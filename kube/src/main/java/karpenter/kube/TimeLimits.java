package karpenter.kube;

import java.time.Duration;

/// How long a connection may be without a sign of life.
///
/// A connection that goes silent is found by two missed pings, at most twice `ping` later, or by a
/// request that is not answered in time. Together with a new connection that has to stay below the
/// 45 s that client-go takes (30 s idle, 15 s for the ping).
///
/// @param connect for TCP, and again for the TLS handshake
/// @param ping between the pings of an HTTP/2 connection
/// @param write until the kernel takes what we send; longer means that nobody reads it
/// @param multiplexed watches on a connection that is pinged
/// @param separate watches that have a connection each (HTTP/1.1), which nobody pings
record TimeLimits(
    Duration connect,
    Duration ping,
    Duration write,
    WatchLimits multiplexed,
    WatchLimits separate) {

  /// @param leastSeconds after which the server ends the watch, at random up to `mostSeconds`
  /// @param silence after which we take it for dead
  record WatchLimits(int leastSeconds, int mostSeconds, Duration silence) {}

  /// With pings, silence only shows a server that lives and sends nothing: a bookmark comes every
  /// minute. Without them the server has to end each watch before we would take it for dead.
  static final TimeLimits STANDARD =
      new TimeLimits(
          Duration.ofSeconds(10),
          Duration.ofSeconds(10),
          Duration.ofSeconds(10),
          new WatchLimits(300, 600, Duration.ofSeconds(150)),
          new WatchLimits(15, 20, Duration.ofSeconds(25)));
}
