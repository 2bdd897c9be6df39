package karpenter.app.completion;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import karpenter.operator.settings.Setting;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;

/// What can be typed: commands, their options and the values those take.
///
/// @param commands by name, hidden ones left out
record Words(SortedMap<String, Command> commands) {
  /// @param subject the words that may follow the command's name by themselves
  record Command(String description, List<String> subject, List<Option> options) {}

  /// @param names such as `-f` and `--filename`
  /// @param values those there are to choose from; empty: any
  record Option(List<String> names, String description, boolean takesValue, List<String> values) {}

  static Words of(CommandLine root) {
    var commands = new TreeMap<String, Command>();
    root.getSubcommands()
        .forEach(
            (name, line) -> {
              if (!line.getCommandSpec().usageMessage().hidden()) {
                commands.put(name, command(line.getCommandSpec()));
              }
            });
    return new Words(commands);
  }

  private static Command command(CommandSpec spec) {
    var subject = new ArrayList<>(spec.subcommands().keySet());
    spec.positionalParameters().forEach(one -> subject.addAll(values(one)));
    var options = new ArrayList<Option>();
    spec.options().stream()
        .filter(option -> !option.hidden())
        .map(
            option ->
                new Option(
                    List.of(option.names()),
                    first(option.description()),
                    option.arity().max() > 0,
                    values(option)))
        .sorted(Comparator.comparing(option -> option.names().getLast()))
        .forEach(options::add);
    if (spec.name().equals("run")) {
      // Its flags are Go's, and not the command line's own.
      for (var setting : Setting.values()) {
        options.add(
            new Option(
                List.of("--" + setting.flag()),
                setting.meaning(),
                setting.form() != Setting.Form.SWITCH,
                List.of()));
      }
    }
    return new Command(first(spec.usageMessage().description()), List.copyOf(subject), options);
  }

  private static List<String> values(ArgSpec argument) {
    var values = new ArrayList<String>();
    if (argument.completionCandidates() != null) {
      argument.completionCandidates().forEach(values::add);
    }
    return values;
  }

  private static String first(String[] lines) {
    return lines.length == 0 ? "" : lines[0].replace("%%", "%");
  }
}
