package karpenter.simulator;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;

/// What the whole process has computed so far, compilers and collectors included.
final class ProcessTime {
  private ProcessTime() {}

  static long millis() {
    return ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean system
        ? Duration.ofNanos(system.getProcessCpuTime()).toMillis()
        : 0;
  }
}
