package karpenter.operator.provider;

import karpenter.operator.Unreachable;
import karpenter.operator.runtime.Deadlines;
import karpenter.operator.runtime.Deadlines.Call;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A provider that answers within the limits of [CloudMethod], or says that the cloud did not.
///
/// A call that was given up may still take effect. That is harmless, because every call may be
/// repeated: a repeated launch finds the machine of the first, and a machine whose claim has gone
/// meanwhile is collected, since no claim has it.
public final class DeadlineProvider extends InterceptedProvider {
  private static final Logger LOG = LoggerFactory.getLogger("controller");

  private final Deadlines deadlines;

  public DeadlineProvider(CloudProvider provider, Deadlines deadlines) {
    super(provider);
    this.deadlines = deadlines;
  }

  @Override
  protected <T> T pass(CloudMethod method, String about, Call<T> call)
      throws Unreachable, InterruptedException {
    try {
      return deadlines.within(method.limit(), call);
    } catch (Deadlines.Overdue overdue) {
      LOG.atWarn()
          .addKeyValue("provider", name())
          .addKeyValue("method", method.label())
          .addKeyValue("about", about)
          .addKeyValue("error", String.valueOf(overdue.getMessage()))
          .log("the cloud did not answer in time");
      throw new Unreachable("cloud provider " + name() + ": " + overdue.getMessage(), overdue);
    }
  }
}
