package karpenter.app.http;

import java.io.IOException;

/// What is served at a path: for GET and HEAD, or for POST where it changes something.
public interface Page {
  /// May block: every request has a thread of its own.
  Reply answer(Query query) throws IOException, InterruptedException;
}
