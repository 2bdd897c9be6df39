package karpenter.kube;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// Closes streams that have been silent for too long. A server that is cut off without a word sends
/// no end, and the JDK's client would wait for ever.
final class Watchdog implements AutoCloseable {
  private final Duration round;
  private final Set<Guarded> open = ConcurrentHashMap.newKeySet();
  private final Thread rounds;

  /// @param round how often it looks, and so how much later than told it may notice
  Watchdog(Duration round) {
    this.round = round;
    this.rounds = Thread.ofVirtual().name("silence").start(this::goRound);
  }

  InputStream guard(InputStream stream, Duration limit) {
    return new Guarded(stream, limit.toNanos());
  }

  private void goRound() {
    try {
      while (true) {
        Thread.sleep(round);
        closeSilent(System.nanoTime());
      }
    } catch (InterruptedException closed) {
      Thread.currentThread().interrupt();
    }
  }

  void closeSilent(long now) {
    for (var stream : open) {
      if (now - stream.heardAt > stream.limit) {
        stream.giveUp();
      }
    }
  }

  @Override
  public void close() {
    rounds.interrupt();
  }

  private final class Guarded extends FilterInputStream {
    private final long limit;
    private volatile long heardAt = System.nanoTime();
    private volatile boolean isGivenUp;

    Guarded(InputStream stream, long limit) {
      super(stream);
      this.limit = limit;
      open.add(this);
    }

    void giveUp() {
      isGivenUp = true;
      try {
        close();
      } catch (IOException alreadyGone) {
        // That is what we wanted.
      }
    }

    @Override
    public int read() throws IOException {
      var one = new byte[1];
      int length = read(one, 0, 1);
      return length < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
      int got;
      try {
        got = super.read(into, offset, length);
      } catch (IOException e) {
        throw isGivenUp ? new IOException("silent for too long", e) : e;
      }
      if (got < 0 && isGivenUp) {
        throw new IOException("silent for too long");
      }
      heardAt = System.nanoTime();
      return got;
    }

    @Override
    public void close() throws IOException {
      open.remove(this);
      super.close();
    }
  }
}
