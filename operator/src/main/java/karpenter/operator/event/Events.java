package karpenter.operator.event;

/// Tells events. Returns at once; writing them to the API server is somebody else's loop.
public interface Events {
  void tell(EventNote note);
}
