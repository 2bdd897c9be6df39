package karpenter.core.resource;

import java.math.RoundingMode;
import java.util.Arrays;
import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.LongBinaryOperator;
import java.util.function.LongUnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Amounts by resource name: cpu in thousandths of a core, all others in whole units.
///
/// Immutable and ordered by name. A name may be present with amount zero, which a limit needs; for
/// sums and fits an absent name is zero, for equality it is not.
///
/// Amounts saturate at ±[#LIMIT] instead of overflowing: a quantity from a user can be any size,
/// and a sum that wraps around to a negative number would make an impossible pod fit everywhere.
/// The limit is a quarter of the range, so that a few of them can be added without checking
/// between.
public final class Resources {
  public static final String CPU = "cpu";
  public static final String MEMORY = "memory";
  public static final String PODS = "pods";
  public static final String EPHEMERAL_STORAGE = "ephemeral-storage";
  public static final String NODES = "nodes";
  public static final String HUGE_PAGES_PREFIX = "hugepages-";

  public static final long LIMIT = Long.MAX_VALUE / 4;

  private static final int CPU_DECIMALS = 3;
  private static final Resources NONE = new Resources(new String[0], new long[0]);

  private final String[] names;
  private final long[] amounts;
  private final boolean anyNegative;

  private Resources(String[] names, long[] amounts) {
    this.names = names;
    this.amounts = amounts;
    this.anyNegative = isAnyNegative(amounts);
  }

  private static boolean isAnyNegative(long[] amounts) {
    for (long amount : amounts) {
      if (amount < 0) {
        return true;
      }
    }
    return false;
  }

  public static Resources none() {
    return NONE;
  }

  public static Resources of(Map<String, Long> amounts) {
    var sorted = new TreeMap<>(amounts);
    return new Resources(
        sorted.keySet().toArray(String[]::new),
        sorted.values().stream().mapToLong(Resources::saturated).toArray());
  }

  /// What is asked for, rounded up: less than asked would not be enough.
  public static Resources requests(Map<String, Quantity> quantities) {
    return rounded(quantities, RoundingMode.CEILING);
  }

  /// What there is, rounded down: more than that cannot be given.
  public static Resources capacity(Map<String, Quantity> quantities) {
    return rounded(quantities, RoundingMode.FLOOR);
  }

  public long get(String name) {
    int i = Arrays.binarySearch(names, name);
    return i < 0 ? 0 : amounts[i];
  }

  public boolean has(String name) {
    return Arrays.binarySearch(names, name) >= 0;
  }

  public SortedSet<String> names() {
    return Collections.unmodifiableSortedSet(new TreeSet<>(Arrays.asList(names)));
  }

  public boolean isEmpty() {
    return names.length == 0;
  }

  public Resources plus(Resources other) {
    return combined(other, Long::sum);
  }

  /// May go below zero, also for names that are only in the other.
  public Resources minus(Resources other) {
    return combined(other, (mine, theirs) -> mine - theirs);
  }

  public Resources times(int count) {
    return count == 1 ? this : mapped(amount -> product(amount, count));
  }

  public Resources max(Resources other) {
    return combined(other, Math::max);
  }

  public Resources floorAtZero() {
    return anyNegative ? mapped(amount -> Math.max(0, amount)) : this;
  }

  public Resources with(String name, long amount) {
    var copy = toMap();
    copy.put(name, amount);
    return of(copy);
  }

  /// Whether each amount is at most what the room has. Room that is overdrawn in any resource takes
  /// nothing, not even what does not ask for that resource.
  public boolean fits(Resources room) {
    if (room.anyNegative) {
      return false;
    }
    for (int mine = 0, theirs = 0; mine < names.length; mine++) {
      while (theirs < room.names.length && room.names[theirs].compareTo(names[mine]) < 0) {
        theirs++;
      }
      boolean known = theirs < room.names.length && room.names[theirs].equals(names[mine]);
      if (amounts[mine] > (known ? room.amounts[theirs] : 0)) {
        return false;
      }
    }
    return true;
  }

  public SortedMap<String, Long> toMap() {
    var map = new TreeMap<String, Long>();
    for (int i = 0; i < names.length; i++) {
      map.put(names[i], amounts[i]);
    }
    return map;
  }

  /// For writing into objects: bytes in binary notation, all else in decimal.
  public SortedMap<String, Quantity> toQuantities() {
    var quantities = new TreeMap<String, Quantity>();
    toMap().forEach((name, amount) -> quantities.put(name, quantity(name, amount)));
    return quantities;
  }

  /// For people: `cpu 1500m, memory 4Gi, pods 110`.
  public String render() {
    return toQuantities().entrySet().stream()
        .map(entry -> entry.getKey() + " " + entry.getValue())
        .collect(Collectors.joining(", "));
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Resources that
        && Arrays.equals(names, that.names)
        && Arrays.equals(amounts, that.amounts);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(names) + Arrays.hashCode(amounts);
  }

  @Override
  public String toString() {
    return render();
  }

  private static Resources rounded(Map<String, Quantity> quantities, RoundingMode rounding) {
    var amounts = new TreeMap<String, Long>();
    quantities.forEach(
        (name, quantity) ->
            amounts.put(
                name, quantity.toLong(name.equals(CPU) ? CPU_DECIMALS : 0, rounding, LIMIT)));
    return of(amounts);
  }

  private static Quantity quantity(String name, long amount) {
    if (name.equals(CPU)) {
      return Quantity.ofMilli(amount);
    }
    boolean inBytes =
        name.equals(MEMORY) || name.equals(EPHEMERAL_STORAGE) || name.startsWith(HUGE_PAGES_PREFIX);
    return Quantity.of(amount, inBytes ? Notation.BINARY : Notation.DECIMAL);
  }

  /// Walks both sorted lists at once.
  private Resources combined(Resources other, LongBinaryOperator operation) {
    var names = new String[this.names.length + other.names.length];
    var amounts = new long[names.length];
    int size = 0;
    for (int i = 0, j = 0; i < this.names.length || j < other.names.length; size++) {
      int order = order(i, other, j);
      names[size] = order <= 0 ? this.names[i] : other.names[j];
      long mine = order <= 0 ? this.amounts[i++] : 0;
      long theirs = order >= 0 ? other.amounts[j++] : 0;
      amounts[size] = saturated(operation.applyAsLong(mine, theirs));
    }
    return new Resources(Arrays.copyOf(names, size), Arrays.copyOf(amounts, size));
  }

  private int order(int i, Resources other, int j) {
    if (i == names.length) {
      return 1;
    }
    return j == other.names.length ? -1 : names[i].compareTo(other.names[j]);
  }

  private Resources mapped(LongUnaryOperator operation) {
    return new Resources(names, Arrays.stream(amounts).map(operation).toArray());
  }

  private static long product(long amount, int count) {
    long product = amount * count;
    return count != 0 && product / count != amount
        ? Long.signum(amount) * Integer.signum(count) * LIMIT
        : saturated(product);
  }

  private static long saturated(long amount) {
    return Math.clamp(amount, -LIMIT, LIMIT);
  }
}
