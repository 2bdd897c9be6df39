/// `karpenter plan`: which nodes to buy for the pods in a set of manifests, with no cluster at
/// hand.
///
/// Entry point: [PlanCommand]. The way through ([Planner]): files become documents
/// ([karpenter.app.manifest.ManifestFiles]), documents a scheduling problem
/// ([karpenter.core.wire.ManifestReader]), the problem a placement
/// ([karpenter.core.scheduling.Scheduler]), and the placement a [PlanReport], which is written as
/// text, Markdown, JSON or YAML. Every rendering shows the same report.
@NullMarked
package karpenter.app.plan;

import org.jspecify.annotations.NullMarked;
