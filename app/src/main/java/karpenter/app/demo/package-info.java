/// `karpenter demo`: a small shop on a cluster in memory, run by the operator that runs in
/// production, told as text or watched on a page.
/// - [karpenter.app.demo.DemoCluster] is the cluster and everything that can be done to it. For one
///   thread.
/// - [karpenter.app.demo.Story] is what happens to it if nobody intervenes; the text and the page
///   play the same.
/// - [karpenter.app.demo.PacedCluster] lets its time pass beside the time on the wall.
@NullMarked
package karpenter.app.demo;

import org.jspecify.annotations.NullMarked;
