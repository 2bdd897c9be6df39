package karpenter.bench.check;

import java.util.Arrays;
import java.util.List;

/// Amounts of the resources of one [PackingModel], in its order.
public final class Amounts {
  private final long[] values;

  private Amounts(long[] values) {
    this.values = values;
  }

  static Amounts of(Resources resources, List<String> names) {
    return new Amounts(names.stream().mapToLong(resources::get).toArray());
  }

  public int size() {
    return values.length;
  }

  public long get(int resource) {
    return values[resource];
  }

  public boolean hasNegative() {
    return Arrays.stream(values).anyMatch(value -> value < 0);
  }

  public long[] toArray() {
    return values.clone();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Amounts amounts && Arrays.equals(values, amounts.values);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(values);
  }

  @Override
  public String toString() {
    return Arrays.toString(values);
  }
}
