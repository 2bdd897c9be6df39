package karpenter.app.http;

import java.time.Duration;

/// What one server grants its clients, all of them together and each one.
///
/// @param connections open at a time; beyond that the oldest that waits for its client is closed
/// @param answers being made or sent at a time, since each holds buffers
/// @param headBytes of a request's first line and headers
/// @param headers of a request
/// @param bodyBytes of a request; no page reads one, so it is only skipped
/// @param request from the first byte awaited to the last one of the request
/// @param stall for a client to take the next few kilobytes of an answer
/// @param answer for a client to take all of it
record Limits(
    int connections,
    int answers,
    int headBytes,
    int headers,
    int bodyBytes,
    Duration request,
    Duration stall,
    Duration answer) {
  /// Probes, scrapes and a few people: a dozen connections is much. A kubelet's probe takes
  /// milliseconds; a recording of some hundred megabytes over a slow tunnel takes minutes.
  static final Limits STANDARD =
      new Limits(
          128,
          32,
          16 << 10,
          64,
          64 << 10,
          Duration.ofSeconds(10),
          Duration.ofSeconds(10),
          Duration.ofMinutes(5));

  /// Compressing takes a quarter of a megabyte outside the heap for each answer.
  int zippedAnswers() {
    return Math.max(1, answers / 4);
  }
}
