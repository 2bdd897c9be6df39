package karpenter.kube;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import karpenter.operator.Unreachable;
import karpenter.operator.kube.Answer;

/// What the API server said.
///
/// @param body the object, or a `Status` that says what is wrong
record Reply(int code, OptionalLong retryAfterSeconds, ObjectNode body) {
  private static final int OVERLOADED = 429;

  /// The API server asks for a second when it is busy and for ten when a budget holds an eviction
  /// back. Whoever asks for more is a proxy, and a pod that waits is not to wait for it.
  private static final long MOST_SECONDS = 30;

  boolean isGood() {
    return code >= 200 && code < 300;
  }

  String reason() {
    return body.path("reason").asText();
  }

  String message() {
    var message = body.path("message").asText();
    return message.isEmpty() ? "HTTP " + code : message;
  }

  /// Whether the API server says that the object does not exist. Other 404s come from proxies, or
  /// from a server that does not know the path; they say nothing about the object.
  boolean isNotFound() {
    return code == 404
        && body.path("kind").asText().equals("Status")
        && reason().equals("NotFound");
  }

  /// Errors that another try may cure are thrown.
  Answer answer() throws Unreachable {
    if (isGood()) {
      return new Answer.Done(body);
    }
    return switch (code) {
      case 404 -> {
        if (!isNotFound()) {
          throw unreachable();
        }
        yield new Answer.NotFound();
      }
      case 409 ->
          reason().equals("AlreadyExists")
              ? new Answer.AlreadyExists()
              : new Answer.Conflict(message());
      default -> {
        if (isTemporary()) {
          throw unreachable();
        }
        yield new Answer.Refused(code, reason(), message(), body);
      }
    };
  }

  /// 401 is among them: tokens are renewed, and certificates replaced.
  boolean isTemporary() {
    return code == OVERLOADED || code == 401 || code >= 500;
  }

  Unreachable unreachable() {
    var wait =
        retryAfterSeconds.isPresent()
            ? Optional.of(Duration.ofSeconds(Math.min(MOST_SECONDS, retryAfterSeconds.getAsLong())))
            : Optional.<Duration>empty();
    return new Unreachable("%s (HTTP %d)".formatted(message(), code), wait);
  }
}
