package karpenter.operator.provider;

import java.time.Duration;
import karpenter.operator.runtime.Deadlines;

/// The calls that reach a cloud, and how long each may take. The limits are far above what a
/// working cloud needs, so that reaching one means that no answer will come.
public enum CloudMethod {
  /// The longest, since a cloud may place and price a machine before it answers. Two attempts fit
  /// into the five minutes after which a claim that was not launched is given up.
  CREATE("Create", Duration.ofMinutes(2), CloudMethod.PER_MACHINE),

  /// Only asks for the end; how long the machine takes to end does not count.
  DELETE("Delete", Duration.ofMinutes(1), CloudMethod.PER_MACHINE),

  /// One machine.
  FIND("Get", Duration.ofSeconds(30), CloudMethod.PER_MACHINE),

  /// Several pages of machines.
  LIST("List", Duration.ofMinutes(2), CloudMethod.PER_CLOUD),

  /// A few lookups about one machine.
  DRIFT("IsDrifted", Duration.ofSeconds(30), CloudMethod.PER_MACHINE),

  /// Queues let a caller wait up to twenty seconds for a message.
  NOTICES("GetNotices", Duration.ofMinutes(1), CloudMethod.PER_CLOUD),

  /// One message.
  ACKNOWLEDGE("AcknowledgeNotice", Duration.ofSeconds(30), CloudMethod.PER_MACHINE),

  /// A few lookups about one node.
  REGISTRATION_HOOK("RegistrationHook", Duration.ofSeconds(30), CloudMethod.PER_MACHINE);

  /// Calls about one machine of which so many hang say that the cloud hangs, not the machine.
  private static final int PER_MACHINE = 100;

  /// Calls of which there is one at a time: each one that hangs is a repetition.
  private static final int PER_CLOUD = 10;

  private final Deadlines.Limit limit;

  CloudMethod(String label, Duration time, int abandoned) {
    this.limit = new Deadlines.Limit(label, time, abandoned);
  }

  /// The value of the metric label `method`.
  public String label() {
    return limit.name();
  }

  public Deadlines.Limit limit() {
    return limit;
  }
}
