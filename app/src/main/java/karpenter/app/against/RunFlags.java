package karpenter.app.against;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import karpenter.operator.settings.Settings;
import karpenter.operator.settings.SettingsReader;

/// The settings of a controller, told as the flags of `karpenter run`.
public final class RunFlags {
  private RunFlags() {}

  /// A flag that the controller would not take either.
  public static final class Wrong extends Exception {
    private static final long serialVersionUID = 1L;

    Wrong(String message) {
      super(message);
    }
  }

  /// @param flags with or without their dashes: an option's value cannot begin with one
  public static Settings read(List<String> flags) throws Wrong {
    var dashed = flags.stream().map(flag -> flag.startsWith("-") ? flag : "--" + flag).toList();
    var read = SettingsReader.read(dashed, Map.of());
    if (!read.problems().isEmpty()) {
      throw new Wrong(read.problems().getFirst().sentence());
    }
    return read.settings();
  }

  /// Of one that decides and does nothing.
  public static Settings observing(List<String> flags) throws Wrong {
    var all = new ArrayList<>(flags);
    all.add("--mode=observe");
    return read(all);
  }
}
