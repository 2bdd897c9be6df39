package karpenter.operator.journal;

import java.time.Instant;
import java.util.List;
import java.util.SortedMap;

/// One decision, doing nothing included, with its reasons.
///
/// @param loop who decided
/// @param kind the decision's code, such as `NodeClaimPlanned`, `PodUnplaced`, `ClaimLaunched`
/// @param subject whom it concerns, as `NodeClaim/default-abc`
/// @param reasons sentences
/// @param details figures, by name
/// @param snapshot the version of the state it was decided on
public record Decision(
    Instant at,
    String loop,
    String kind,
    String subject,
    List<String> reasons,
    SortedMap<String, String> details,
    long snapshot) {}
