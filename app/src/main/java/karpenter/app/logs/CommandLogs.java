package karpenter.app.logs;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.core.spi.ContextAwareBase;
import java.util.Locale;
import java.util.Map;

/// Logging of every command but `run`, which sets up its own ([Logs#json]). Answers go to standard
/// output, often into another program, so nothing is logged unless `LOG_LEVEL` asks for it, and
/// then to standard error.
///
/// The library finds this class as a service when something is logged for the first time, so a
/// command that logs nothing does not wait for it.
public final class CommandLogs extends ContextAwareBase implements Configurator {
  static final String LEVEL = "LOG_LEVEL";

  @Override
  public ExecutionStatus configure(LoggerContext context) {
    configure(context, System.getenv());
    return ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY;
  }

  static void configure(LoggerContext context, Map<String, String> environment) {
    var level =
        Level.toLevel(environment.getOrDefault(LEVEL, "").toUpperCase(Locale.ROOT), Level.OFF);
    context.getLogger(Logger.ROOT_LOGGER_NAME).setLevel(level);
    if (level != Level.OFF) {
      Logs.attach(context, "stderr", new JsonLines(""));
    }
  }
}
