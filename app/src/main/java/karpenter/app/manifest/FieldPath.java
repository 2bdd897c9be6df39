package karpenter.app.manifest;

import java.util.Collection;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Pattern;

/// Walks a path such as `spec.containers[0].image` one step at a time.
///
/// Label keys hold dots and slashes themselves, so a step is not what lies before the next dot but
/// the longest key the object really has. Keys in brackets and quotes are understood as well.
record FieldPath(String rest) {
  private static final Pattern INDEX = Pattern.compile("^\\.?\\[(\\d{1,9})]");

  /// One step taken: the key that matched, and where to go from there.
  record Step(String key, FieldPath next) {}

  boolean isEnd() {
    return rest.isEmpty();
  }

  Optional<Step> into(Collection<String> keys) {
    return keys.stream()
        .filter(key -> !key.isEmpty())
        .flatMap(key -> step(key).stream())
        .max((one, other) -> Integer.compare(one.key().length(), other.key().length()));
  }

  private Optional<Step> step(String key) {
    var from = rest.startsWith(".") ? rest.substring(1) : rest;
    for (var form : new String[] {"[\"" + key + "\"]", "['" + key + "']", "[" + key + "]", key}) {
      if (from.startsWith(form) && endsStep(from, form.length())) {
        return Optional.of(new Step(key, new FieldPath(from.substring(form.length()))));
      }
    }
    return Optional.empty();
  }

  private static boolean endsStep(String path, int at) {
    return at == path.length() || path.charAt(at) == '.' || path.charAt(at) == '[';
  }

  OptionalInt index() {
    var match = INDEX.matcher(rest);
    return match.find() ? OptionalInt.of(Integer.parseInt(match.group(1))) : OptionalInt.empty();
  }

  FieldPath afterIndex() {
    return new FieldPath(INDEX.matcher(rest).replaceFirst(""));
  }
}
