package karpenter.operator.provider;

import java.util.List;
import java.util.SortedSet;
import karpenter.core.requirement.LabelAliases;

/// The label keys a provider brings.
///
/// @param wellKnown keys pods may ask for although no pool names them
/// @param restrictedDomains domains users may not put labels of their own in
/// @param reservationId the offering key that names a reservation; empty when there is none
public record ProviderLabels(
    SortedSet<String> wellKnown,
    List<String> restrictedDomains,
    String reservationId,
    LabelAliases aliases) {}
