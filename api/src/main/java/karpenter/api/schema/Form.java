package karpenter.api.schema;

import com.google.re2j.Pattern;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// A pattern, and texts that are known to match it. The types and reasons of conditions, the
/// quantities of a machine and the names of instance types come again with every write, and looking
/// one up costs a tenth of matching it.
final class Form {
  /// The texts of a cluster are few; a stream of ever new ones is matched, each once.
  private static final int MAX_KEPT = 2_000;

  private static final int MAX_LENGTH = 100;

  private final Pattern pattern;
  private final Set<String> matching = ConcurrentHashMap.newKeySet();

  private Form(Pattern pattern) {
    this.pattern = pattern;
  }

  static Form of(String pattern) {
    return new Form(Pattern.compile(pattern));
  }

  String pattern() {
    return pattern.pattern();
  }

  boolean isFoundIn(String text) {
    if (matching.contains(text)) {
      return true;
    }
    boolean isFound = pattern.matcher(text).find();
    if (isFound && text.length() <= MAX_LENGTH && matching.size() < MAX_KEPT) {
      matching.add(text);
    }
    return isFound;
  }

  /// Texts that need no second look.
  int kept() {
    return matching.size();
  }
}
