package karpenter.app.manifest;

import org.jspecify.annotations.Nullable;

/// The way from the root of a document to a value, put into words only when someone asks.
record Trail(@Nullable Trail parent, @Nullable String field, int index) {
  static final Trail ROOT = new Trail(null, null, 0);

  Trail field(String name) {
    return new Trail(this, name, 0);
  }

  Trail item(int at) {
    return new Trail(this, null, at);
  }

  String path() {
    if (parent == null) return "";
    var above = parent.path();
    if (field == null) return above + "[" + index + "]";
    return above.isEmpty() ? field : above + "." + field;
  }
}
