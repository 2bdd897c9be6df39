package karpenter.app.run;

import com.sun.management.HotSpotDiagnosticMXBean;
import com.sun.management.HotSpotDiagnosticMXBean.ThreadDumpFormat;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Semaphore;
import javax.management.JMException;
import javax.management.ObjectName;
import jdk.jfr.Configuration;
import jdk.jfr.Recording;
import karpenter.app.http.Page;
import karpenter.app.http.Query;
import karpenter.app.http.Reply;

/// `/debug/pprof/`: upstream's paths, with what a JVM has to show. The formats differ, and every
/// page says so.
final class Profiling implements Page {
  private static final int MAX_SECONDS = 300;

  /// Of a recording, which is held in memory until it is sent; its oldest part goes first.
  private static final long MAX_BYTES = 32L << 20;

  private static final int DEFAULT_SECONDS = 30;
  private static final String INDEX =
      """
      Profiles of this process. The paths are those of Go's pprof, the formats are the JVM's: what reads a Go profile
      cannot read these.

      goroutine      every thread, virtual ones included, as text
      heap, allocs   objects and bytes by class, as text
      profile        a JFR recording of ?seconds=30; open it with JDK Mission Control or `jfr print`
      trace          the same, with more detail
      cmdline        the command line
      """;
  private static final String CHANGED =
      "# The format changed: this is the JVM's, not Go's. See /debug/pprof/\n";

  /// Each profile stops or slows the whole process: one at a time.
  private final Semaphore turn = new Semaphore(1);

  @Override
  public Reply answer(Query query) throws IOException, InterruptedException {
    if (!turn.tryAcquire()) {
      return Reply.text(
          Reply.NOT_NOW, "another profile is being taken; try again when it is done\n");
    }
    try {
      return profile(query);
    } finally {
      turn.release();
    }
  }

  private static Reply profile(Query query) throws IOException, InterruptedException {
    return switch (query.path()) {
      case "" -> Reply.text(INDEX);
      case "goroutine" -> Reply.text(CHANGED + threads());
      case "heap", "allocs" -> Reply.text(CHANGED + histogram());
      case "profile" -> recording(query, "default");
      case "trace" -> recording(query, "profile");
      case "cmdline" -> Reply.text(String.join("\0", commandLine()));
      case "symbol", "block", "mutex", "threadcreate" ->
          Reply.text(
              Reply.NOT_FOUND,
              CHANGED + "The JVM has nothing like it; try goroutine or profile.\n");
      default -> Reply.text(Reply.NOT_FOUND, INDEX);
    };
  }

  private static String threads() throws IOException {
    var directory = Files.createTempDirectory("karpenter-threads");
    var file = directory.resolve("threads.txt");
    try {
      ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
          .dumpThreads(file.toString(), ThreadDumpFormat.TEXT_PLAIN);
      return Files.readString(file, StandardCharsets.UTF_8);
    } finally {
      Files.deleteIfExists(file);
      Files.deleteIfExists(directory);
    }
  }

  private static String histogram() {
    try {
      var answer =
          ManagementFactory.getPlatformMBeanServer()
              .invoke(
                  new ObjectName("com.sun.management:type=DiagnosticCommand"),
                  "gcClassHistogram",
                  new Object[] {new String[0]},
                  new String[] {String[].class.getName()});
      return String.valueOf(answer);
    } catch (JMException e) {
      return "not available in this JVM: " + e + "\n";
    }
  }

  private static Reply recording(Query query, String settings)
      throws IOException, InterruptedException {
    int seconds;
    try {
      seconds = query.find("seconds").map(Integer::parseInt).orElse(DEFAULT_SECONDS);
    } catch (NumberFormatException e) {
      return Reply.text(Reply.BAD_REQUEST, "seconds: expected a number such as 30\n");
    }
    if (seconds < 1 || seconds > MAX_SECONDS) {
      return Reply.text(Reply.BAD_REQUEST, "seconds: expected 1 to " + MAX_SECONDS + "\n");
    }
    Path file = Files.createTempFile("karpenter", ".jfr");
    try (var recording = new Recording(Configuration.getConfiguration(settings))) {
      recording.setMaxSize(MAX_BYTES);
      recording.start();
      Thread.sleep(Duration.ofSeconds(seconds));
      recording.stop();
      recording.dump(file);
      var bytes = Files.readAllBytes(file);
      return new Reply(
          Reply.OK,
          "application/octet-stream",
          Map.of(
              "Content-Disposition", "attachment; filename=\"karpenter.jfr\"",
              "X-Format", "JDK Flight Recorder, not Go's pprof"),
          out -> out.write(bytes));
    } catch (java.text.ParseException e) {
      throw new IllegalStateException("the JVM's own JFR settings cannot be read", e);
    } finally {
      Files.deleteIfExists(file);
    }
  }

  private static Iterable<String> commandLine() {
    return ProcessHandle.current()
        .info()
        .arguments()
        .map(java.util.List::of)
        .orElse(ManagementFactory.getRuntimeMXBean().getInputArguments());
  }
}
