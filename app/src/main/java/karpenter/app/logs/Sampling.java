package karpenter.app.logs;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.filter.Filter;
import ch.qos.logback.core.spi.FilterReply;
import java.util.HashMap;
import java.util.Map;

/// In one second, of one message, the first hundred lines and then every hundredth: a fault that
/// strikes ten thousand objects at once must not drown everything else.
final class Sampling extends Filter<ILoggingEvent> {
  private static final int FIRST = 100;
  private static final int THEREAFTER = 100;
  private static final int MAX_MESSAGES = 4_096;
  private static final long MILLIS_PER_SECOND = 1000;

  private record Message(Level level, String text) {}

  private final Map<Message, Integer> counts = new HashMap<>();
  private long second;

  @Override
  public synchronized FilterReply decide(ILoggingEvent event) {
    long now = Math.floorDiv(event.getTimeStamp(), MILLIS_PER_SECOND);
    if (now != second || counts.size() > MAX_MESSAGES) {
      counts.clear();
      second = now;
    }
    int count = counts.merge(new Message(event.getLevel(), event.getMessage()), 1, Integer::sum);
    return count <= FIRST || (count - FIRST) % THEREAFTER == 0
        ? FilterReply.NEUTRAL
        : FilterReply.DENY;
  }
}
