package karpenter.operator.settings;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import karpenter.api.Problem;
import karpenter.api.Suggestion;
import karpenter.core.wire.Problems;
import karpenter.operator.settings.Given.Source;

/// Flags in Go's syntax: one dash or two, `--x=v` or `--x v`, and for switches also `--x` alone. Of
/// a flag given twice, the last counts.
final class Flags {
  private static final List<String> NAMES =
      Arrays.stream(Setting.values()).map(Setting::flag).toList();

  private Flags() {}

  static Map<Setting, Given> read(List<String> arguments, Problems problems) {
    var flags = new EnumMap<Setting, Given>(Setting.class);
    var rest = arguments.iterator();
    while (rest.hasNext()) {
      var argument = rest.next();
      if (!argument.startsWith("-") || argument.length() == 1) {
        problems.add(
            Problem.at(argument)
                .found("a word that belongs to no flag")
                .expected("flags only; a switch takes its value as --flag=false"));
        continue;
      }
      var text = argument.substring(argument.startsWith("--") ? 2 : 1);
      int equals = text.indexOf('=');
      var name = equals < 0 ? text : text.substring(0, equals);
      var setting = find(name);
      if (setting == null) {
        problems.add(
            Problem.at(argument)
                .found("no flag of that name")
                .expected("a flag that --help lists" + Suggestion.hint(name, NAMES)));
        continue;
      }
      String value;
      if (equals >= 0) {
        value = text.substring(equals + 1);
      } else if (setting.form() == Setting.Form.SWITCH) {
        value = "true";
      } else if (rest.hasNext()) {
        value = rest.next();
      } else {
        problems.add(Problem.at(argument).found("nothing after it").expected("its value"));
        continue;
      }
      flags.put(setting, new Given(setting, value, Source.FLAG));
    }
    return flags;
  }

  private static @org.jspecify.annotations.Nullable Setting find(String name) {
    for (var setting : Setting.values()) {
      if (setting.flag().equals(name)) {
        return setting;
      }
    }
    return null;
  }
}
