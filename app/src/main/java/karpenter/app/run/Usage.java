package karpenter.app.run;

import karpenter.operator.settings.Setting;

/// What `karpenter run --help` prints.
final class Usage {
  private static final int WIDTH = 100;
  private static final String INDENT = "        ";

  private Usage() {}

  static String text() {
    var text = new StringBuilder();
    text.append(
        """
        Usage: karpenter run [FLAG]...
        Runs the controller on a cluster, until it is told to end.

        A flag is written -flag or --flag, its value as --flag=value or --flag value; a switch needs none. Each can
        also be set by an environment variable; the flag counts for more.

        Flags:
        """);
    for (var setting : Setting.values()) {
      text.append("  --")
          .append(setting.flag())
          .append(setting.form() == Setting.Form.SWITCH ? "" : " <" + setting.form().word() + ">")
          .append("   ")
          .append(setting.variable())
          .append(setting.fallback().isEmpty() ? "" : ", default " + setting.fallback())
          .append('\n');
      wrap(setting.meaning(), text);
    }
    text.append(
        """

        Exit codes:
          0    it was told to end
          2    the instance types, the kubeconfig or a file cannot be used
          64   a flag or variable is wrong
          70   a bug
          75   another process holds the lease now; start again to stand by

        Examples:
          karpenter run --kubeconfig ~/.kube/config --disable-leader-election
          karpenter run --mode=observe --journal-file=decisions.jsonl
        """);
    return text.toString();
  }

  private static void wrap(String sentence, StringBuilder into) {
    var line = new StringBuilder(INDENT);
    for (var word : sentence.split(" ")) {
      if (line.length() + word.length() > WIDTH) {
        into.append(line.toString().stripTrailing()).append('\n');
        line = new StringBuilder(INDENT);
      }
      line.append(word).append(' ');
    }
    into.append(line.toString().stripTrailing()).append('\n');
  }
}
