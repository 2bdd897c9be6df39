package karpenter.bench.document;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/// What the kernel tells of the machine and of processor time. Linux only.
final class Machine {
  private static final double TICKS_PER_SECOND = 100;
  private static final double KIB_PER_GIB = 1024.0 * 1024;
  private static final Path PROC = Path.of("/proc");

  private Machine() {}

  static String description() throws IOException {
    var model =
        Files.readAllLines(PROC.resolve("cpuinfo")).stream()
            .filter(line -> line.startsWith("model name"))
            .map(line -> line.substring(line.indexOf(':') + 1).strip())
            .findFirst()
            .orElse("unknown processor");
    var memory = Files.readAllLines(PROC.resolve("meminfo")).getFirst().replaceAll("\\D", "");
    return "%s (%d cores, %d GiB)"
        .formatted(
            model,
            Runtime.getRuntime().availableProcessors(),
            Math.round(Long.parseLong(memory) / KIB_PER_GIB));
  }

  static double loadAverage() throws IOException {
    return Double.parseDouble(Files.readString(PROC.resolve("loadavg")).split(" ")[0]);
  }

  /// Seconds all processors were busy since the start of the machine.
  static double busySeconds() throws IOException {
    var fields = Files.readAllLines(PROC.resolve("stat")).getFirst().split(" +");
    // user, nice, system, then idle and waiting, then interrupts
    long ticks =
        Arrays.stream(new int[] {1, 2, 3, 6, 7}).mapToLong(i -> Long.parseLong(fields[i])).sum();
    return ticks / TICKS_PER_SECOND;
  }

  /// Processor time of this process and of all that have ended below it.
  static double ownSeconds() throws IOException {
    var stat = Files.readString(PROC.resolve("self/stat"));
    // The second field is a name in parentheses that may hold blanks.
    var fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
    long ticks = 0;
    for (int i = 11; i <= 14; i++) {
      ticks += Long.parseLong(fields[i]);
    }
    return ticks / TICKS_PER_SECOND;
  }

  /// The most memory a process and those below it have held so far, each by itself.
  static long peakRssBytes(ProcessHandle process) {
    return Math.max(
        peakRssBytes(process.pid()),
        process.descendants().mapToLong(below -> peakRssBytes(below.pid())).max().orElse(0));
  }

  private static long peakRssBytes(long pid) {
    try (var lines = Files.lines(PROC.resolve(pid + "/status"))) {
      return lines
          .filter(line -> line.startsWith("VmHWM:"))
          .mapToLong(line -> 1024 * Long.parseLong(line.replaceAll("\\D", "")))
          .findFirst()
          .orElse(0);
    } catch (IOException | java.io.UncheckedIOException _) {
      // It has ended meanwhile.
      return 0;
    }
  }

  /// What a program prints, on one line.
  static String output(Path directory, String... command) throws IOException, InterruptedException {
    var process =
        new ProcessBuilder(command)
            .directory(directory.toFile())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    var out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    process.waitFor();
    return out.strip();
  }
}
