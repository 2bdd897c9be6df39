package karpenter.operator.runtime;

import java.time.Duration;

/// Which keys a loop must look at. Adding a key that waits already changes nothing; adding one that
/// runs makes it run again afterwards. Safe to call from anywhere.
public interface WorkQueue<K> {
  void add(K key);

  /// Not before the delay; an earlier request for the key wins.
  void addAfter(K key, Duration delay);

  /// Keys waiting, those with a delay not counted.
  int depth();
}
