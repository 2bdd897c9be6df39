package karpenter.e2e.controlplane;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;

/// A program that has ended, and what it said.
record Finished(List<String> command, int code, String output, String complaint) {

  static Finished run(List<String> command) {
    try {
      // A file rather than a second pipe: reading two pipes takes two threads.
      var complaint = Files.createTempFile("complaint", ".txt");
      try {
        var process =
            new ProcessBuilder(command)
                .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
                .redirectError(complaint.toFile())
                .start();
        var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Finished(command, process.waitFor(), output, Files.readString(complaint));
      } finally {
        Files.delete(complaint);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while " + command + " ran", e);
    }
  }

  boolean succeeded() {
    return code == 0;
  }

  String outputOrThrow() {
    if (!succeeded()) {
      throw new AssertionError(
          "%s exited with %d:%n%s%s".formatted(String.join(" ", command), code, complaint, output));
    }
    return output;
  }
}
