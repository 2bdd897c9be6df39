package karpenter.app.logs;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.FileAppender;
import ch.qos.logback.core.OutputStreamAppender;
import ch.qos.logback.core.encoder.Encoder;
import java.util.List;
import org.slf4j.LoggerFactory;

/// Sets up the logging of `karpenter run`. Other commands: [CommandLogs].
public final class Logs {
  private Logs() {}

  /// JSON lines of at least the level, to each of the paths.
  ///
  /// @param level `debug`, `info` or `error`
  /// @param paths `stdout`, `stderr`, or files
  public static void json(String level, List<String> paths, String commit) {
    var context = reset(Level.toLevel(level, Level.INFO));
    for (var path : paths) {
      attach(context, path, new JsonLines(commit));
    }
    // Libraries speak of their insides at these levels; nobody who debugs us wants to read it.
    context.getLogger("io.fabric8").setLevel(Level.WARN);
    context.getLogger("io.prometheus").setLevel(Level.WARN);
  }

  private static LoggerContext reset(Level level) {
    var context = (LoggerContext) LoggerFactory.getILoggerFactory();
    context.reset();
    context.getLogger(Logger.ROOT_LOGGER_NAME).setLevel(level);
    return context;
  }

  static void attach(LoggerContext context, String path, Encoder<ILoggingEvent> encoder) {
    encoder.setContext(context);
    encoder.start();
    var sampling = new Sampling();
    sampling.setContext(context);
    sampling.start();
    var appender = appender(path);
    appender.setContext(context);
    appender.setName(path);
    appender.setEncoder(encoder);
    appender.addFilter(sampling);
    appender.start();
    context.getLogger(Logger.ROOT_LOGGER_NAME).addAppender(appender);
  }

  private static OutputStreamAppender<ILoggingEvent> appender(String path) {
    return switch (path) {
      case "stdout" -> new ConsoleAppender<>();
      case "stderr" -> {
        var console = new ConsoleAppender<ILoggingEvent>();
        console.setTarget("System.err");
        yield console;
      }
      default -> {
        var file = new FileAppender<ILoggingEvent>();
        file.setFile(path);
        yield file;
      }
    };
  }
}
