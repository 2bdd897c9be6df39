package karpenter.app.fuzz;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;

/// Changes an input a little: bytes, lines and words are dropped, doubled, swapped, replaced, or
/// taken from elsewhere.
final class Mutation {
  private static final int MAX_STEPS = 8;
  private static final int MAX_BYTES = 1 << 18;

  /// What parsers trip over, whatever they read.
  static final List<String> TRAPS =
      List.of(
          "\0",
          "\r\n",
          "\n\n",
          "\t",
          " ",
          "\uFEFF",
          "\u2028",
          "\u0085",
          "\u00a0",
          "\ud83d\ude00",
          "\u202e",
          "e\u0301",
          "\uffff",
          "\u0661",
          "0",
          "-0",
          "-1",
          "1e309",
          "1e-400",
          "1E+999999999",
          "9223372036854775807",
          "9223372036854775808",
          "-9223372036854775809",
          "2147483648",
          "99999999999999999999999999999999999999",
          "0x7fffffff",
          "0b1",
          "0o7",
          "1_000",
          "1.",
          ".5",
          "00",
          "NaN",
          ".inf",
          "Infinity",
          "null",
          "~",
          "true",
          "yes",
          "\"",
          "'",
          "\\",
          "\\u0000",
          "\\ud800",
          "{",
          "}",
          "[",
          "]",
          "{}",
          "[]",
          ":",
          ": ",
          ",",
          "- ",
          "#",
          "&a ",
          "*a",
          "<<: *a",
          "!!binary ",
          "!!set ",
          "!<x> ",
          "|",
          ">",
          "? ",
          "---\n",
          "...\n",
          "%YAML 9.9\n",
          "{{",
          "/",
          "$",
          "%s",
          "%n",
          "%00",
          "\u00b5");

  private final RandomGenerator random;
  private final List<byte[]> corpus;
  private final List<String> words;

  Mutation(RandomGenerator random, List<byte[]> corpus, List<String> words) {
    this.random = random;
    this.corpus = corpus;
    this.words = words;
  }

  byte[] of(byte[] input) {
    var changed = input;
    for (int steps = 1 + random.nextInt(MAX_STEPS); steps > 0; steps--) {
      changed = step(changed);
      if (changed.length > MAX_BYTES) {
        return Arrays.copyOf(changed, MAX_BYTES);
      }
    }
    return changed;
  }

  private byte[] step(byte[] input) {
    return switch (random.nextInt(12)) {
      case 0 -> flip(input);
      case 1 -> cut(input, new byte[0]);
      case 2 -> insert(input, trap());
      case 3 -> insert(input, word());
      case 4 -> cut(input, word());
      case 5 -> insert(input, repeated());
      case 6 -> splice(input);
      case 7, 8 -> lines(input);
      case 9 -> number(input);
      case 10 -> Arrays.copyOf(input, input.length == 0 ? 0 : random.nextInt(input.length));
      default -> insert(input, part(input));
    };
  }

  private byte[] flip(byte[] input) {
    if (input.length == 0) {
      return trap();
    }
    var changed = input.clone();
    changed[random.nextInt(changed.length)] = (byte) random.nextInt(256);
    return changed;
  }

  /// Replaces a part.
  private byte[] cut(byte[] input, byte[] instead) {
    int from = random.nextInt(input.length + 1);
    int to = Math.min(input.length, from + random.nextInt(1 + Math.min(24, input.length)));
    return joined(Arrays.copyOf(input, from), instead, Arrays.copyOfRange(input, to, input.length));
  }

  private byte[] insert(byte[] input, byte[] news) {
    int at = random.nextInt(input.length + 1);
    return joined(Arrays.copyOf(input, at), news, Arrays.copyOfRange(input, at, input.length));
  }

  private byte[] part(byte[] input) {
    int from = random.nextInt(input.length + 1);
    return Arrays.copyOfRange(input, from, Math.min(input.length, from + random.nextInt(200)));
  }

  private byte[] trap() {
    return TRAPS.get(random.nextInt(TRAPS.size())).getBytes(UTF_8);
  }

  private byte[] word() {
    return words.isEmpty() ? trap() : words.get(random.nextInt(words.size())).getBytes(UTF_8);
  }

  /// Depth and length, sometimes very much of it.
  private byte[] repeated() {
    int times = random.nextInt(40) == 0 ? 1 << random.nextInt(4, 14) : random.nextInt(1, 24);
    return new String(random.nextBoolean() ? word() : trap(), UTF_8).repeat(times).getBytes(UTF_8);
  }

  private byte[] splice(byte[] input) {
    return corpus.isEmpty()
        ? input
        : insert(input, part(corpus.get(random.nextInt(corpus.size()))));
  }

  private byte[] lines(byte[] input) {
    var lines = new ArrayList<>(List.of(new String(input, UTF_8).split("\n", -1)));
    int one = random.nextInt(lines.size());
    int other = random.nextInt(lines.size());
    switch (random.nextInt(5)) {
      case 0 -> lines.remove(one);
      case 1 -> lines.add(other, lines.get(one));
      case 2 -> lines.set(other, lines.get(one));
      case 3 -> lines.set(one, " ".repeat(random.nextInt(1, 5)) + lines.get(one));
      default -> lines.set(one, lines.get(one).stripLeading());
    }
    return String.join("\n", lines).getBytes(UTF_8);
  }

  /// Puts another number in the place of one.
  private byte[] number(byte[] input) {
    int from = input.length == 0 ? 0 : random.nextInt(input.length);
    while (from < input.length && (input[from] < '0' || input[from] > '9')) {
      from++;
    }
    int to = from;
    while (to < input.length && input[to] >= '0' && input[to] <= '9') {
      to++;
    }
    var other =
        switch (random.nextInt(4)) {
          case 0 -> Long.toString(random.nextInt(100));
          case 1 -> Long.toString(random.nextLong());
          case 2 -> "9".repeat(random.nextInt(1, random.nextInt(20) == 0 ? 2000 : 40));
          default -> "-1";
        };
    return joined(
        Arrays.copyOf(input, from),
        other.getBytes(UTF_8),
        Arrays.copyOfRange(input, to, input.length));
  }

  private static byte[] joined(byte[]... parts) {
    var all = new ByteArrayOutputStream();
    for (var part : parts) {
      all.writeBytes(part);
    }
    return all.toByteArray();
  }
}
