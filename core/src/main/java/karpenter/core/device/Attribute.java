package karpenter.core.device;

/// A property of a device. Values of different types never match.
public sealed interface Attribute {
  record Text(String value) implements Attribute {}

  record Number(long value) implements Attribute {}

  record Flag(boolean value) implements Attribute {}

  /// A semantic version, as written.
  record Version(String value) implements Attribute {}
}
