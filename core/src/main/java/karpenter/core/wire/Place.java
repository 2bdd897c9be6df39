package karpenter.core.wire;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import karpenter.api.FieldPath;
import karpenter.api.Problem;
import org.jspecify.annotations.Nullable;

/// A value in a document together with the way to it, so that a complaint can say where.
///
/// Reading never throws: what is not as expected becomes a problem, and the answer is that of an
/// absent value. JSON `null` is absent, as the API server has it. Paths are put together only when
/// a problem needs one.
final class Place {
  private static final int MAX_SHOWN = 80;
  private static final int NO_INDEX = -1;
  private static final String PLAIN_INSTANT = "0000-00-00T00:00:00Z";

  private final @Nullable Place parent;
  private final String step;
  private final int index;
  private final JsonNode node;
  private final Problems problems;

  private Place(@Nullable Place parent, String step, int index, JsonNode node, Problems problems) {
    this.parent = parent;
    this.step = step;
    this.index = index;
    this.node = node;
    this.problems = problems;
  }

  static Place root(JsonNode document, Problems problems) {
    return root("", document, problems);
  }

  /// The document as a part of a larger one, such as `items[3]` of a list.
  static Place root(String path, JsonNode document, Problems problems) {
    return new Place(null, path, NO_INDEX, document, problems);
  }

  JsonNode node() {
    return node;
  }

  Problems problems() {
    return problems;
  }

  boolean isAbsent() {
    return node.isMissingNode() || node.isNull();
  }

  boolean isPresent() {
    return !isAbsent();
  }

  boolean isObject() {
    return node.isObject();
  }

  Place get(String field) {
    if (!isObject() && isPresent()) {
      expected("an object");
    }
    return new Place(this, field, NO_INDEX, orMissing(node.get(field)), problems);
  }

  /// Follows several fields down.
  Place get(String first, String... rest) {
    var place = get(first);
    for (var field : rest) {
      place = place.get(field);
    }
    return place;
  }

  List<Place> items() {
    if (isAbsent()) {
      return List.of();
    }
    if (!node.isArray()) {
      expected("a list");
      return List.of();
    }
    var items = new ArrayList<Place>(node.size());
    for (int i = 0; i < node.size(); i++) {
      items.add(new Place(this, "", i, orMissing(node.get(i)), problems));
    }
    return items;
  }

  /// The entries of a map whose keys are the user's own.
  Map<String, Place> entries() {
    if (isAbsent()) {
      return Map.of();
    }
    if (!isObject()) {
      expected("an object");
      return Map.of();
    }
    var entries = new LinkedHashMap<String, Place>();
    for (var entry : node.properties()) {
      var place = new Place(this, entry.getKey(), NO_INDEX, entry.getValue(), problems);
      entries.put(entry.getKey(), place);
    }
    return entries;
  }

  Optional<String> text() {
    if (isAbsent()) {
      return Optional.empty();
    }
    if (!node.isTextual()) {
      expected(node.isValueNode() ? "a string: put it in quotes" : "a string");
      return Optional.empty();
    }
    return Optional.of(node.textValue());
  }

  String text(String otherwise) {
    return text().orElse(otherwise);
  }

  /// The text, or a problem where there is none.
  String requiredText(String meaning) {
    if (isAbsent() || (node.isTextual() && node.textValue().isEmpty())) {
      expected(meaning);
      return "";
    }
    return text("");
  }

  /// A list of strings; what is no string is left out and reported.
  List<String> texts() {
    if (isAbsent()) {
      return List.of();
    }
    var texts = new ArrayList<String>();
    for (var item : items()) {
      item.listedText().ifPresent(texts::add);
    }
    return Collections.unmodifiableList(texts);
  }

  private Optional<String> listedText() {
    if (isAbsent()) {
      expected("a string");
    }
    return text();
  }

  boolean flag() {
    if (isPresent() && !node.isBoolean()) {
      expected("true or false");
    }
    return node.asBoolean(false);
  }

  OptionalInt integer(int min, int max) {
    var number = number(min, max);
    return number.isPresent()
        ? OptionalInt.of(Math.toIntExact(number.getAsLong()))
        : OptionalInt.empty();
  }

  OptionalLong number(long min, long max) {
    if (isAbsent()) {
      return OptionalLong.empty();
    }
    if (node.isIntegralNumber()
        && node.canConvertToLong()
        && node.longValue() >= min
        && node.longValue() <= max) {
      return OptionalLong.of(node.longValue());
    }
    expected(range(min, max));
    return OptionalLong.empty();
  }

  private static String range(long min, long max) {
    if (max == Integer.MAX_VALUE || max == Long.MAX_VALUE) {
      return "an integer that is at least " + min;
    }
    return "an integer between " + min + " and " + max;
  }

  Optional<Instant> instant() {
    return text().flatMap(this::parsedInstant);
  }

  private Optional<Instant> parsedInstant(String text) {
    try {
      return Optional.of(
          isPlainInstant(text)
              ? plainInstant(text)
              : OffsetDateTime.parse(text.strip()).toInstant());
    } catch (DateTimeException e) {
      expected("a timestamp such as 2026-01-05T09:00:00Z");
      return Optional.empty();
    }
  }

  /// As API servers write them: whole seconds of UTC.
  private static boolean isPlainInstant(String text) {
    if (text.length() != PLAIN_INSTANT.length()) {
      return false;
    }
    for (int i = 0; i < PLAIN_INSTANT.length(); i++) {
      char wanted = PLAIN_INSTANT.charAt(i);
      char c = text.charAt(i);
      if (wanted == '0' ? c < '0' || c > '9' : c != wanted) {
        return false;
      }
    }
    return true;
  }

  /// The general parser takes most of the time it takes to read a condition.
  private static Instant plainInstant(String text) {
    var date = LocalDate.of(digits(text, 0, 4), digits(text, 5, 7), digits(text, 8, 10));
    var time = LocalTime.of(digits(text, 11, 13), digits(text, 14, 16), digits(text, 17, 19));
    return Instant.ofEpochSecond(date.toEpochSecond(time, ZoneOffset.UTC));
  }

  private static int digits(String text, int from, int to) {
    int number = 0;
    for (int i = from; i < to; i++) {
      number = number * 10 + (text.charAt(i) - '0');
    }
    return number;
  }

  /// One of a closed list of words.
  Optional<String> choice(List<String> words) {
    var given = text();
    if (given.isPresent() && !words.contains(given.get())) {
      expected("one of " + String.join(", ", words));
      return Optional.empty();
    }
    return given;
  }

  void expected(String expected) {
    problem(shown(), expected);
  }

  void problem(String found, String expected) {
    problems.add(Problem.at(path()).found(found).expected(expected));
  }

  String path() {
    if (parent == null) {
      return step;
    }
    return index == NO_INDEX
        ? FieldPath.field(parent.path(), step)
        : FieldPath.item(parent.path(), index);
  }

  /// What is there, short enough to print.
  String shown() {
    return switch (node.getNodeType()) {
      case MISSING -> "nothing";
      case NULL -> "null";
      case OBJECT -> "an object";
      case ARRAY -> "a list of " + node.size();
      case STRING -> quoted(node.textValue());
      case NUMBER, BOOLEAN -> shortened(node.asText());
      case BINARY, POJO -> "something that is no JSON";
    };
  }

  static String quoted(String text) {
    return '"' + shortened(text) + '"';
  }

  static String shortened(String text) {
    var printable = new StringBuilder(Math.min(text.length(), MAX_SHOWN));
    IntStream shown = text.codePoints().limit(MAX_SHOWN);
    shown.forEach(c -> printable.appendCodePoint(Character.isISOControl(c) ? '?' : c));
    return text.length() > MAX_SHOWN ? printable + "…" : printable.toString();
  }

  private static JsonNode orMissing(@Nullable JsonNode node) {
    return node == null ? MissingNode.getInstance() : node;
  }
}
