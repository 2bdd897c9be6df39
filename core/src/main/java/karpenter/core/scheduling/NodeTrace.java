package karpenter.core.scheduling;

import java.util.Optional;
import karpenter.core.scheduling.Placement.TypeChoice;

/// How the type list of a new node came about.
///
/// @param survey every type of the pool against what the node has become
/// @param next the type that comes after the first, if any
public record NodeTrace(Placement.NewNode node, TypeSurvey survey, Optional<TypeChoice> next) {}
