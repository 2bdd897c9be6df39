/// Judges a placement: is it one that the kube-scheduler could carry out, at the price it states?
///
/// The checker reads the same frozen workload as the engines it judges and shares no code with
/// either of them, so that one misunderstanding cannot hide in both. Entry points: [Checker] and
/// [CheckCli]. Every rule that can be broken has one [Fault.Code].
///
/// Where Kubernetes leaves room, these are the readings:
/// - A claim is a promise about every node it may become: what holds must hold for each listed
///   type.
/// - Constraints between pods depend on the order in which pods are bound. A placement is sound if
///   *some* order exists; see [Replay] for which orders are tried.
/// - A claim whose zone (or any other topology key) is still open counts nowhere for spread, is in
///   all its possible zones for anti-affinity, and is one unknown zone, shared by its own pods, for
///   affinity. A pod that owns a spread constraint may sit on it if the constraint holds in every
///   zone it may get.
/// - The lowest count of a spread over host names is 0, because a fresh node can always be bought;
///   over other keys it is taken over the domains that pools, types and nodes could give the pod.
/// - A pool's limits must hold whichever listed types are launched. Going beyond them with the
///   cheapest types and only with the largest are two codes.
/// - What an engine was free to do is not blamed: where the answer depends on a moment of the pass
///   that the placement does not tell, weights, priorities and pods left out are not judged.
/// - Pods are taken as the API server stores them: defaults are already filled in.
@NullMarked
package karpenter.bench.check;

import org.jspecify.annotations.NullMarked;
