package karpenter.app.terminal;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Money, counts and pods in words.
public final class Phrases {
  private static final Pattern ORDINAL = Pattern.compile("-\\d+$");

  private Phrases() {}

  /// Four places: a small spot node costs less than two cents an hour.
  public static String hourly(double price) {
    return String.format(Locale.ROOT, "$%.4f", price);
  }

  public static String monthly(double price) {
    return String.format(Locale.ROOT, "$%,.2f", price);
  }

  public static String count(int number, String singular) {
    return "%d %s%s".formatted(number, singular, number == 1 ? "" : "s");
  }

  /// The replicas of one workload as one entry: `shop/web ×12`. A pod alone keeps its full name.
  public static String pods(List<String> names) {
    return listed(names, Function.identity());
  }

  /// The same with no pod named, so that two nodes with a replica each look alike.
  public static String workloads(List<String> names) {
    return listed(names, Phrases::workload);
  }

  private static String listed(List<String> names, Function<String, String> nameOfOne) {
    Map<String, List<String>> byWorkload =
        names.stream()
            .sorted()
            .collect(
                Collectors.groupingBy(Phrases::workload, LinkedHashMap::new, Collectors.toList()));
    return byWorkload.entrySet().stream()
        .map(
            entry ->
                entry.getValue().size() == 1
                    ? nameOfOne.apply(entry.getValue().getFirst())
                    : entry.getKey() + " ×" + entry.getValue().size())
        .collect(Collectors.joining(", "));
  }

  private static String workload(String podName) {
    return ORDINAL.matcher(podName).replaceFirst("");
  }

  /// Names and messages come from the input and must not become markup.
  public static String escaped(String text) {
    return text.replaceAll("([\\\\`*_{}\\[\\]<>|#])", "\\\\$1").replace('\n', ' ');
  }
}
