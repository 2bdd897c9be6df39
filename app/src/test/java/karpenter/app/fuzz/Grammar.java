package karpenter.app.fuzz;

import java.util.List;
import java.util.random.RandomGenerator;

/// Makes texts that are nearly right, and sometimes quite right.
final class Grammar {
  private static final int MAX_DEPTH = 6;

  private final RandomGenerator random;

  Grammar(RandomGenerator random) {
    this.random = random;
  }

  <T> T one(List<T> of) {
    return of.get(random.nextInt(of.size()));
  }

  private String one(String... of) {
    return of[random.nextInt(of.length)];
  }

  private boolean rarely() {
    return random.nextInt(40) == 0;
  }

  private boolean hardlyEver() {
    boolean isRare = rarely();
    return rarely() && isRare;
  }

  String digits() {
    return switch (random.nextInt(6)) {
      case 0 -> "0";
      case 1 -> Integer.toString(random.nextInt(10));
      case 2 -> Integer.toString(random.nextInt(100_000));
      case 3 -> Long.toString(random.nextLong() & Long.MAX_VALUE);
      case 4 -> "0".repeat(random.nextInt(1, 5)) + random.nextInt(1000);
      default -> "9".repeat(rarely() ? random.nextInt(1, 400) : random.nextInt(1, 20));
    };
  }

  String number() {
    return one("", "", "", "-", "+")
        + digits()
        + one("", "", "." + digits(), ".", "." + "0".repeat(random.nextInt(1, 12)) + "1");
  }

  String quantity() {
    var suffix =
        one(
            "",
            "n",
            "u",
            "m",
            "k",
            "M",
            "G",
            "T",
            "P",
            "E",
            "Ki",
            "Mi",
            "Gi",
            "Ti",
            "Pi",
            "Ei",
            "e" + exponent(),
            "E" + exponent(),
            "K",
            "mi",
            " ",
            "i");
    return (rarely() ? trap() : "") + number() + suffix;
  }

  private String exponent() {
    return one("", "-", "+")
        + (random.nextBoolean() ? Integer.toString(random.nextInt(1100)) : digits());
  }

  String trap() {
    return one(Mutation.TRAPS);
  }

  String duration() {
    var text = new StringBuilder(one("", "", "", "-", "+"));
    int parts = rarely() ? random.nextInt(100) : random.nextInt(4);
    for (int i = 0; i <= parts; i++) {
      text.append(random.nextInt(3) == 0 ? number() : digits());
      text.append(one("h", "m", "s", "ms", "us", "ns", "d", "µs", "", "y"));
    }
    return text.toString();
  }

  String cron() {
    if (random.nextInt(12) == 0) {
      return one(
          "@yearly", "@daily", "@hourly", "@weekly", "@every 5m", "@reboot", "@MIDNIGHT", "@");
    }
    var text = new StringBuilder(rarely() ? "TZ=" + zone() + " " : "");
    int fields = rarely() ? random.nextInt(8) : 5;
    for (int i = 0; i < fields; i++) {
      text.append(i == 0 ? "" : one(" ", " ", " ", "  ", "\t"));
      int most = List.of(59, 23, 31, 12, 6, 9, 9, 9).get(i);
      int parts = random.nextInt(4) == 0 ? random.nextInt(1, 5) : 1;
      for (int part = 0; part < parts; part++) {
        text.append(part == 0 ? "" : ",").append(cronPart(most));
      }
    }
    return text.toString();
  }

  private String cronPart(int most) {
    return switch (random.nextInt(9)) {
      case 0, 1, 2 -> "*";
      case 3 -> one("*", "?") + "/" + random.nextInt(70);
      case 4 -> random.nextInt(most + 1) + "-" + random.nextInt(most + 2);
      case 5 -> random.nextInt(most + 1) + "/" + random.nextInt(1, 90);
      case 6 -> one("jan", "FEB", "mon", "sun-sat", "Dec", "fri/2", "feb-30", "L", "W", "1#2", "");
      default -> Integer.toString(random.nextInt(most + 2));
    };
  }

  String zone() {
    return one(
        "UTC",
        "Europe/Berlin",
        "America/New_York",
        "Australia/Lord_Howe",
        "Pacific/Apia",
        "Asia/Kathmandu",
        "Africa/Casablanca",
        "Nowhere/Never",
        "");
  }

  String json() {
    return json(rarely() ? 40 : MAX_DEPTH);
  }

  private String json(int depth) {
    if (hardlyEver()) {
      int deep = 1 << random.nextInt(3, 15);
      return random.nextBoolean()
          ? "[".repeat(deep) + "]".repeat(deep)
          : "{\"a\":".repeat(deep) + "1" + "}".repeat(deep);
    }
    int kind = random.nextInt(depth <= 0 ? 4 : 7);
    var text = new StringBuilder();
    switch (kind) {
      case 0 -> text.append(string());
      case 1 -> text.append(number()).append(random.nextInt(4) == 0 ? "e" + exponent() : "");
      case 2 -> text.append(one("true", "false", "null", "NaN", "tru", ""));
      case 3 -> text.append(one("{}", "[]", "\"\""));
      case 4 -> {
        int count = random.nextInt(4);
        for (int i = 0; i <= count; i++) {
          text.append(i == 0 ? "[" : ",").append(json(depth - 1));
        }
        text.append("]");
      }
      default -> {
        int count = random.nextInt(4);
        for (int i = 0; i <= count; i++) {
          text.append(i == 0 ? "{" : ",").append(string()).append(":").append(json(depth - 1));
        }
        text.append("}");
      }
    }
    return text.toString();
  }

  private String string() {
    var text = new StringBuilder("\"");
    int parts = random.nextInt(3);
    for (int i = 0; i <= parts; i++) {
      text.append(
          one(
              "a",
              "kind",
              "metadata",
              "name",
              "spec",
              "items",
              "\\n",
              "\\u0000",
              "\\ud83d",
              "\\\"",
              "ü",
              "\uD83D\uDE00",
              "0",
              "1e3",
              " ",
              "x".repeat(random.nextInt(9)),
              "\\x",
              "\n"));
    }
    return text.append("\"").toString();
  }

  String yaml() {
    var text = new StringBuilder(one("", "", "", "---\n", "%YAML 1.1\n---\n", "\uFEFF", "# c\n"));
    block(text, 0, rarely() ? 60 : MAX_DEPTH);
    return text.toString();
  }

  private void block(StringBuilder text, int indent, int depth) {
    int entries = random.nextInt(1, 4);
    boolean isList = random.nextInt(3) == 0;
    for (int i = 0; i < entries; i++) {
      text.append(" ".repeat(indent)).append(isList ? "-" : yamlKey() + ":");
      if (depth > 0 && random.nextInt(3) == 0) {
        text.append(one("", "", "", " &" + one("a", "b"), " !!map", " !x")).append("\n");
        block(text, indent + random.nextInt(1, 4), depth - 1);
      } else {
        text.append(" ")
            .append(yamlValue(indent))
            .append(one("\n", "\n", "\n", " # c\n", "\r\n", "\n\n"));
      }
    }
  }

  private String yamlKey() {
    return one(
        "a",
        "b",
        "kind",
        "apiVersion",
        "metadata",
        "name",
        "<<",
        "\"<<\"",
        "1",
        "true",
        "~",
        "null",
        "? [x]",
        "\"q\\\"\"",
        "'s'",
        "*a",
        "2001-01-01",
        "=",
        "items",
        "{a: b}",
        "");
  }

  private String yamlValue(int indent) {
    return switch (random.nextInt(14)) {
      case 0 -> number();
      case 1 ->
          one(
              "0x1F", "0o17", "017", "0b11", "1_000", "08", "-0x0", "+12", "0b", "0x", "0x_", "_1",
              "1__2", "-_", "0_", "0b_");
      case 2 ->
          one(
              "12:30",
              "1:60:60",
              "190:20:30.15",
              ".inf",
              "-.INF",
              ".nan",
              "1e5",
              "1.e+3",
              "6.8523015e+5",
              "1e999999999",
              "1.0e-999999999");
      case 3 -> one("yes", "No", "ON", "off", "y", "n", "True", "FALSE", "null", "~", "Null", "");
      case 4 ->
          one(
              "&a 1",
              "&b [1, 2]",
              "*a",
              "*b",
              "[*a, *b, *a]",
              "{<<: *a}",
              "&a {x: *a}",
              "[*b, *b]");
      case 5 -> one("2001-12-14t21:59:43.10-05:00", "2002-12-14", "2026-01-01T00:00:00Z");
      case 6 ->
          one(
              "!!str 1",
              "!!int x",
              "!!float 1",
              "!!binary aGk=",
              "!!null x",
              "!!bool maybe",
              "! 1",
              "!!timestamp x",
              "!!set {a}",
              "!!omap [a: 1]",
              "!!int ''",
              "!!float abc",
              "!!merge x",
              "!!value =");
      case 7 ->
          one("|", ">", "|-", ">+", "|2", "|9")
              + "\n"
              + " ".repeat(indent + 2)
              + one("text", "\ttab", "  more", "# no comment", "---")
              + "\n";
      case 8 ->
          one("\"", "'")
              + one(
                  "a", "\\u0000", "\\x41", "\\ud800", "\\N", "\\_", "''", "\n ", "\\", "1", "yes",
                  ": ", " #")
              + one("\"", "'");
      case 9 -> json(2);
      case 10 ->
          one(
              "a: b", "a #b", "@x", "`x", "%x", "a\\b", "- a", "? a", "[a", "{a", "a]", "=", "<<",
              "-", "--- a", "... b");
      case 11 -> quantity();
      case 12 -> trap();
      default ->
          one(
              "web",
              "v1",
              "Pod",
              "karpenter.sh/v1",
              "a b",
              "ü",
              "\uD83D\uDE00",
              "x".repeat(random.nextInt(200)));
    };
  }

  String cel() {
    return cel(rarely() ? 12 : 5);
  }

  private String cel(int depth) {
    if (depth <= 0) {
      return celLeaf();
    }
    return switch (random.nextInt(16)) {
      case 0 ->
          cel(depth - 1)
              + one(
                  " + ", " - ", " * ", " / ", " % ", " == ", " != ", " < ", " >= ", " && ", " || ",
                  " in ")
              + cel(depth - 1);
      case 1 -> "!" + cel(depth - 1);
      case 2 -> "(" + cel(depth - 1) + " ? " + cel(depth - 1) + " : " + cel(depth - 1) + ")";
      case 3 -> cel(depth - 1) + "[" + cel(depth - 1) + "]";
      case 4 ->
          "[" + cel(depth - 1) + ", " + cel(depth - 1) + "]" + one("", ".join()", ".join(\",\")");
      case 5 ->
          cel(depth - 1)
              + "."
              + one("all", "exists", "exists_one", "map", "filter")
              + "(x, "
              + cel(depth - 1)
              + ")";
      case 6 -> "cel.bind(" + one("x", "y") + ", " + cel(depth - 1) + ", " + cel(depth - 1) + ")";
      case 7 ->
          cel(depth - 1)
              + "."
              + one("replace", "split", "matches", "contains", "startsWith", "indexOf", "find")
              + "("
              + cel(depth - 2)
              + one("", ", " + cel(depth - 2), ", " + celLeaf() + ", " + celLeaf())
              + ")";
      case 8 ->
          one(
                  "quantity",
                  "semver",
                  "isQuantity",
                  "isSemver",
                  "string",
                  "int",
                  "double",
                  "bytes",
                  "duration",
                  "timestamp",
                  "size",
                  "type",
                  "dyn",
                  "strings.quote",
                  "uint",
                  "bool")
              + "("
              + cel(depth - 1)
              + ")";
      case 9 ->
          cel(depth - 1)
              + "."
              + one("isGreaterThan", "compareTo", "isLessThan", "add", "sub")
              + "("
              + cel(depth - 1)
              + ")";
      case 10 ->
          cel(depth - 1)
              + "."
              + one(
                  "major",
                  "size",
                  "sign",
                  "asInteger",
                  "isInteger",
                  "asApproximateFloat",
                  "lowerAscii",
                  "upperAscii",
                  "reverse",
                  "trim",
                  "getFullYear",
                  "value",
                  "orValue",
                  "hasValue",
                  "charAt",
                  "substring")
              + "("
              + one("", "", "0", "1", "-1", "99999999999")
              + ")";
      case 11 -> "{" + cel(depth - 1) + ": " + cel(depth - 1) + "}";
      case 12 -> "has(" + cel(depth - 1) + ".x)";
      case 13 ->
          "device."
              + one("attributes", "capacity", "driver", "?attributes")
              + one("", "[\"d\"]", "[\"d\"].x", "[?\"d\"]", ".d");
      default -> celLeaf();
    };
  }

  private String celLeaf() {
    return switch (random.nextInt(12)) {
      case 0 -> number();
      case 1 ->
          "\""
              + one(
                  "a",
                  "1Gi",
                  "1.2.3",
                  "1.2.3-rc.1",
                  "aaaa",
                  "(a+)+$",
                  "[",
                  "\\u00e9",
                  "x".repeat(random.nextInt(64)),
                  "")
              + "\"";
      case 2 -> one("true", "false", "null");
      case 3 -> one("x", "y", "x", "device", "self");
      case 4 -> "device.driver";
      case 5 -> "device.attributes[\"d\"]." + one("version", "count", "model", "flag", "none");
      case 6 -> "device.capacity[\"d\"].memory";
      case 7 ->
          one(
              "[1,2,3,4,5,6,7,8,9]",
              "[\"aaaa\",\"aaaa\",\"aaaa\",\"aaaa\"]",
              "[]",
              "{}",
              "{\"a\":1}");
      case 8 ->
          "quantity(\"" + quantity().replace("\"", "").replace("\\", "").replace("\n", "") + "\")";
      case 9 -> "semver(\"1.2." + random.nextInt(9) + "\")";
      case 10 ->
          one(
              "b\"ab\"",
              "r\"\\d\"",
              "1u",
              "0x7f",
              "1e400",
              "-9223372036854775808",
              "duration(\"1h\")",
              "timestamp(\"2026-01-01T00:00:00Z\")");
      default -> Integer.toString(random.nextInt(20));
    };
  }
}
