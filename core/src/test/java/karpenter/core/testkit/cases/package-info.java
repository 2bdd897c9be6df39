/// Generated scheduling problems, small and tight, in which every kind of constraint decides
/// something now and then.
///
/// [CaseGenerator] draws a problem from a seed, [ConstraintKind] takes one kind of constraint out
/// of a problem, and [Minimiser] makes a problem small while it still shows what it was found for.
package karpenter.core.testkit.cases;
