package karpenter.api.device;

import java.math.BigDecimal;
import java.util.Map;

/// What an expression may look at.
///
/// @param attributes by domain, then name; each a `Long`, `String`, `Boolean` or [Semver]
/// @param capacity by domain, then name
public record DeviceFacts(
    String driver,
    Map<String, Map<String, Object>> attributes,
    Map<String, Map<String, BigDecimal>> capacity,
    boolean allowsMultiple) {}
