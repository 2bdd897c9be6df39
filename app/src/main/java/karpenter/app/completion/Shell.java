package karpenter.app.completion;

import java.util.ArrayList;
import java.util.Locale;

/// A shell, and how its completion is written.
enum Shell {
  BASH {
    @Override
    String script(Words words) {
      return bash(words);
    }
  },
  ZSH {
    // Zsh takes what bash takes, once it is told to.
    @Override
    String script(Words words) {
      return "#compdef karpenter\nautoload -U +X compinit && compinit\n"
          + "autoload -U +X bashcompinit && bashcompinit\n"
          + bash(words);
    }
  },
  FISH {
    @Override
    String script(Words words) {
      return fish(words);
    }
  };

  abstract String script(Words words);

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }

  private static String bash(Words words) {
    var offered = new StringBuilder();
    var values = new StringBuilder();
    words
        .commands()
        .forEach(
            (name, command) -> {
              var all = new ArrayList<>(command.subject());
              command.options().forEach(option -> all.addAll(option.names()));
              offered.append("    %s) words=\"%s\" ;;%n".formatted(name, String.join(" ", all)));
              for (var option : command.options()) {
                if (!option.values().isEmpty()) {
                  var after =
                      option.names().stream().map(one -> "\"" + name + " " + one + "\"").toList();
                  values.append(
                      "    %s) words=\"%s\" ;;%n"
                          .formatted(String.join("|", after), String.join(" ", option.values())));
                } else if (option.takesValue()) {
                  var after =
                      option.names().stream().map(one -> "\"" + name + " " + one + "\"").toList();
                  // Nothing of ours: the shell offers files.
                  values.append("    %s) return ;;%n".formatted(String.join("|", after)));
                }
              }
            });
    return """
    # Completion of karpenter for bash: source <(karpenter completion bash)
    _karpenter() {
      local current="${COMP_WORDS[COMP_CWORD]}" before="${COMP_WORDS[COMP_CWORD-1]}" command="${COMP_WORDS[1]}" words=""
      COMPREPLY=()
      if [ "$COMP_CWORD" -eq 1 ]; then
        COMPREPLY=($(compgen -W "%s --help --version" -- "$current"))
        return
      fi
      case "$command" in
    %s  esac
      case "$command $before" in
    %s  esac
      COMPREPLY=($(compgen -W "$words" -- "$current"))
    }
    complete -o bashdefault -o default -F _karpenter karpenter ./karpenter
    """
        .formatted(String.join(" ", words.commands().keySet()), offered, values);
  }

  private static String fish(Words words) {
    var lines = new ArrayList<String>();
    lines.add("# Completion of karpenter for fish: karpenter completion fish | source");
    words
        .commands()
        .forEach(
            (name, command) -> {
              lines.add(
                  "complete -c karpenter -f -n __fish_use_subcommand -a %s -d %s"
                      .formatted(name, quoted(command.description())));
              var after = "-n '__fish_seen_subcommand_from %s'".formatted(name);
              if (!command.subject().isEmpty()) {
                lines.add(
                    "complete -c karpenter %s -a %s"
                        .formatted(after, quoted(String.join(" ", command.subject()))));
              }
              command.options().forEach(option -> lines.add(fish(option, after)));
            });
    return String.join("\n", lines) + "\n";
  }

  private static String fish(Words.Option option, String after) {
    var line = new StringBuilder("complete -c karpenter ").append(after);
    for (var name : option.names()) {
      line.append(name.startsWith("--") ? " -l " : " -s ").append(name.replaceFirst("^-+", ""));
    }
    if (option.takesValue()) {
      line.append(" -r");
    }
    if (!option.values().isEmpty()) {
      line.append(" -f -a ").append(quoted(String.join(" ", option.values())));
    }
    return line.append(" -d ").append(quoted(option.description())).toString();
  }

  private static String quoted(String text) {
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
  }
}
