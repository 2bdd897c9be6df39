package karpenter.app.run;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.UnixOperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import karpenter.operator.metrics.Family;
import karpenter.operator.metrics.Metric.Type;
import karpenter.operator.metrics.Registry;
import karpenter.operator.metrics.Scrape;

/// The process itself: memory, CPU, files, and a few figures of the JVM.
final class ProcessGauges {
  private static final Family CPU =
      counter("process_cpu_seconds_total", "CPU time used, user and system.");
  private static final Family RESIDENT =
      gauge("process_resident_memory_bytes", "Memory that is in RAM.");
  private static final Family VIRTUAL = gauge("process_virtual_memory_bytes", "Address space.");
  private static final Family OPEN = gauge("process_open_fds", "Open files and sockets.");
  private static final Family MOST_OPEN = gauge("process_max_fds", "Files and sockets at most.");
  private static final Family STARTED =
      gauge("process_start_time_seconds", "When the process began, in seconds since 1970.");
  private static final Family HEAP = gauge("jvm_heap_used_bytes", "The heap in use.");
  private static final Family HEAP_COMMITTED =
      gauge("jvm_heap_committed_bytes", "The heap taken from the system.");
  private static final Family THREADS =
      gauge("jvm_threads", "Platform threads; virtual ones are not counted.");
  private static final Family CLASSES = gauge("jvm_classes_loaded", "Loaded classes.");
  private static final Family COLLECTIONS =
      counter("jvm_gc_collections_total", "Garbage collections.", "gc");
  private static final Family COLLECTING =
      counter("jvm_gc_seconds_total", "Time spent on garbage collection.", "gc");
  private static final List<Family> ALL =
      List.of(
          CPU,
          RESIDENT,
          VIRTUAL,
          OPEN,
          MOST_OPEN,
          STARTED,
          HEAP,
          HEAP_COMMITTED,
          THREADS,
          CLASSES,
          COLLECTIONS,
          COLLECTING);
  private static final Path STATM = Path.of("/proc/self/statm");
  private static final int PAGE = 4096;

  private ProcessGauges() {}

  static void register(Registry registry) {
    registry.register(ALL, ProcessGauges::scrape);
  }

  private static void scrape(Scrape.Points into) {
    if (ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean system) {
      into.put(CPU, system.getProcessCpuTime() / 1e9);
    }
    if (ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix) {
      into.put(OPEN, unix.getOpenFileDescriptorCount());
      into.put(MOST_OPEN, unix.getMaxFileDescriptorCount());
    }
    pages(0).ifPresent(pages -> into.put(VIRTUAL, pages * (double) PAGE));
    pages(1).ifPresent(pages -> into.put(RESIDENT, pages * (double) PAGE));
    into.put(STARTED, ManagementFactory.getRuntimeMXBean().getStartTime() / 1e3);
    var heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage();
    into.put(HEAP, heap.getUsed());
    into.put(HEAP_COMMITTED, heap.getCommitted());
    into.put(THREADS, ManagementFactory.getThreadMXBean().getThreadCount());
    into.put(CLASSES, ManagementFactory.getClassLoadingMXBean().getLoadedClassCount());
    for (var collector : ManagementFactory.getGarbageCollectorMXBeans()) {
      into.put(COLLECTIONS, collector.getCollectionCount(), collector.getName());
      into.put(COLLECTING, collector.getCollectionTime() / 1e3, collector.getName());
    }
  }

  /// Empty where there is no /proc.
  private static OptionalLong pages(int field) {
    try {
      return OptionalLong.of(Long.parseLong(Files.readString(STATM).split(" ")[field].strip()));
    } catch (IOException e) {
      return OptionalLong.empty();
    }
  }

  private static Family gauge(String name, String help) {
    return new Family(name, Type.GAUGE, List.of(), List.of(), help);
  }

  private static Family counter(String name, String help, String... labels) {
    return new Family(name, Type.COUNTER, List.of(labels), List.of(), help);
  }
}
