package karpenter.operator.metrics;

import java.io.IOException;
import java.io.OutputStream;
import java.util.HashMap;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;

/// Gauges and counters that are worked out when somebody looks, and kept by nobody: ten thousand
/// pods cost nothing between two scrapes.
///
/// They are written here and not by the library, which makes an object of every series and sorts
/// them: with a thousand nodes there are fifty thousand, and a scrape took half a second.
public final class Scrape {
  private final List<Family> families;
  private final Source source;

  /// Where the figures come from.
  public interface Source {
    void scrape(Points into);
  }

  /// Takes one series at a time. One series must not be told twice.
  public interface Points {
    void put(Family family, double value, String... labels);
  }

  Scrape(List<Family> families, Source source) {
    this.families = List.copyOf(families);
    this.source = source;
  }

  void write(OutputStream out) throws IOException {
    var texts = new HashMap<String, FamilyText>();
    families.forEach(family -> texts.put(family.name(), new FamilyText(family)));
    source.scrape(
        (family, value, labels) -> {
          var text = texts.get(family.name());
          if (text == null) {
            throw new IllegalStateException("never announced: " + family.name());
          }
          text.add(value, labels);
        });
    for (var name : new TreeSet<>(texts.keySet())) {
      Objects.requireNonNull(texts.get(name)).write(out);
    }
  }
}
