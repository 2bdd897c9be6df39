package karpenter.app.logs;

import ch.qos.logback.classic.spi.IThrowableProxy;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Where a bug struck: only bugs carry a cause to the log, and without the place they cannot be
/// found.
final class Stack {
  private static final int MAX_FRAMES = 20;
  private static final int MAX_CAUSES = 5;

  private Stack() {}

  static List<String> of(IThrowableProxy thrown) {
    var lines = new ArrayList<String>();
    int causes = 0;
    for (@Nullable IThrowableProxy at = thrown;
        at != null && causes < MAX_CAUSES;
        at = at.getCause(), causes++) {
      if (causes > 0) {
        lines.add("caused by " + at.getClassName() + ": " + at.getMessage());
      }
      var frames = at.getStackTraceElementProxyArray();
      for (int i = 0; i < Math.min(frames.length, MAX_FRAMES); i++) {
        lines.add(frames[i].getStackTraceElement().toString());
      }
    }
    return lines;
  }
}
