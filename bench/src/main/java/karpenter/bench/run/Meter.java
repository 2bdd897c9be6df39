package karpenter.bench.run;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Supplier;

/// Time and allocation of work done on the calling thread.
public final class Meter {

  private static final Path STATUS = Path.of("/proc/self/status");

  private Meter() {}

  public record Metered<T>(T result, double seconds, long allocatedBytes) {}

  public static <T> Metered<T> measure(Supplier<T> work) {
    var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long allocated = threads.getCurrentThreadAllocatedBytes();
    long began = System.nanoTime();
    var result = work.get();
    double seconds = (System.nanoTime() - began) / 1e9;
    return new Metered<>(result, seconds, threads.getCurrentThreadAllocatedBytes() - allocated);
  }

  public static long peakHeapBytes() {
    return ManagementFactory.getMemoryPoolMXBeans().stream()
        .filter(pool -> pool.getType() == MemoryType.HEAP)
        .mapToLong(pool -> pool.getPeakUsage().getUsed())
        .sum();
  }

  /// Zero where the kernel does not publish it.
  public static long peakRssBytes() throws IOException {
    if (!Files.isReadable(STATUS)) {
      return 0;
    }
    for (var line : Files.readAllLines(STATUS)) {
      if (line.startsWith("VmHWM:")) {
        return 1024 * Long.parseLong(line.replaceAll("\\D", ""));
      }
    }
    return 0;
  }
}
