package karpenter.app.http;

import java.io.IOException;

/// What is served at a path, for GET and HEAD.
public interface Page {
  /// May block: every request has a thread of its own.
  Reply answer(Query query) throws IOException, InterruptedException;
}
