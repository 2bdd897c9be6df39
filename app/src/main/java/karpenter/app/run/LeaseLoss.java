package karpenter.app.run;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import karpenter.app.ExitCode;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The end of a leader that lost its lease: at once, without closing anything, because another
/// process may lead soon.
final class LeaseLoss {
  private static final Logger LOG = LoggerFactory.getLogger("controller");

  /// So long the log may take to say why. Nothing is sent meanwhile: the fence has fallen.
  private static final Duration LAST_WORDS = Duration.ofMillis(100);

  private LeaseLoss() {}

  static void end(String reason) {
    try {
      // On a thread of its own: a log that blocks must not keep the process alive.
      Thread.ofPlatform().daemon().name("lease-loss").start(() -> tell(reason));
      LockSupport.parkNanos(LAST_WORDS.toNanos());
    } finally {
      Runtime.getRuntime().halt(ExitCode.LEASE_LOST.code());
    }
  }

  private static void tell(String reason) {
    LOG.atError().addKeyValue("error", reason).log("lost the lease, ending at once");
  }
}
