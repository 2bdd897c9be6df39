package karpenter.core.device;

import java.math.BigDecimal;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/// Amounts of a named counter set: what a pool of partitionable devices has in all, or what one of
/// its devices takes of it.
public record Counters(String set, SortedMap<String, BigDecimal> amounts) {
  public Counters {
    amounts = Collections.unmodifiableSortedMap(new TreeMap<>(amounts));
  }
}
