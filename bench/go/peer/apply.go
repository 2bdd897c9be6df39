package main

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"

	v1 "sigs.k8s.io/karpenter/pkg/apis/v1"
	"sigs.k8s.io/karpenter/pkg/cloudprovider"
	"sigs.k8s.io/karpenter/pkg/controllers/disruption"
	"sigs.k8s.io/karpenter/pkg/controllers/provisioning/scheduling"
	requirement "sigs.k8s.io/karpenter/pkg/scheduling"
)

// commandEntry is one command as applied: these nodes went, the pods went where the placement says, and what
// was launched for its claims, in their order.
type commandEntry struct {
	Method    string         `json:"method"`
	Nodes     []string       `json:"nodes"`
	Placement placement      `json:"placement"`
	Launched  []*corev1.Node `json:"launched"`
	Saving    float64        `json:"saving"`
}

// copyForChange shares the objects and owns the lists: an object that changes is replaced.
func (w *workload) copyForChange() *workload {
	copied := *w
	copied.nodes = slices.Clone(w.nodes)
	copied.nodeClaims = slices.Clone(w.nodeClaims)
	copied.boundPods = slices.Clone(w.boundPods)
	return &copied
}

// apply makes the cluster what it will be once the command is carried out.
func (w *workload) apply(command *disruption.Command, method disruption.Method) commandEntry {
	entry := commandEntry{
		Method:   method.ConsolidationType(),
		Launched: []*corev1.Node{},
		Saving:   command.EstimatedSavings(),
	}
	gone := map[string]bool{}
	for _, candidate := range command.Candidates {
		gone[candidate.Name()] = true
	}
	entry.Nodes = slices.Sorted(maps.Keys(gone))
	entry.Placement = placementOf(scheduling.Results{ExistingNodes: command.Results.ExistingNodes}, nil)
	moved := map[types.UID]string{}
	for _, onNode := range entry.Placement.Existing {
		for _, uid := range onNode.Pods {
			moved[uid] = onNode.Node
		}
	}
	w.nodes = slices.DeleteFunc(w.nodes, func(node *corev1.Node) bool { return gone[node.Name] })
	w.nodeClaims = slices.DeleteFunc(w.nodeClaims, func(claim *v1.NodeClaim) bool { return gone[claim.Status.NodeName] })
	for _, replacement := range command.Replacements {
		node := w.launch(replacement.NodeClaim)
		entry.Placement.Claims = append(entry.Placement.Claims, claimOf(replacement.NodeClaim))
		entry.Launched = append(entry.Launched, node)
		for _, pod := range replacement.Pods {
			moved[pod.UID] = node.Name
		}
	}
	for i, pod := range w.boundPods {
		if node, found := moved[pod.UID]; found {
			w.boundPods[i] = pod.DeepCopy()
			w.boundPods[i].Spec.NodeName = node
		}
	}
	w.boundPods = slices.DeleteFunc(w.boundPods, func(pod *corev1.Pod) bool { return gone[pod.Spec.NodeName] })
	return entry
}

// launch adds the cheapest node the claim allows, initialized, with its NodeClaim.
func (w *workload) launch(claim *scheduling.NodeClaim) *corev1.Node {
	chosen, offering := cheapest(claim)
	w.launches++
	node := &corev1.Node{}
	node.Name = fmt.Sprintf("launched-%04d", w.launches)
	node.UID = types.UID(node.Name)
	node.CreationTimestamp = w.nodes[0].CreationTimestamp
	node.Labels = maps.Clone(claim.Labels)
	maps.Copy(node.Labels, decided(chosen.Requirements))
	maps.Copy(node.Labels, decided(offering.Requirements))
	node.Spec.ProviderID = "peer://" + node.Name
	node.Spec.Taints = claim.Spec.Taints
	node.Status.Capacity = chosen.Capacity
	node.Status.Allocatable = chosen.Allocatable()
	node.Status.Conditions = []corev1.NodeCondition{{Type: corev1.NodeReady, Status: corev1.ConditionTrue}}

	own := &v1.NodeClaim{}
	own.Name = node.Name
	own.UID = node.UID
	own.CreationTimestamp = node.CreationTimestamp
	own.Labels = maps.Clone(node.Labels)
	own.Spec.Taints = claim.Spec.Taints
	own.Spec.NodeClassRef = claim.Spec.NodeClassRef
	own.Status.ProviderID = node.Spec.ProviderID
	own.Status.NodeName = node.Name
	own.Status.Capacity = node.Status.Capacity
	own.Status.Allocatable = node.Status.Allocatable
	for _, condition := range []string{v1.ConditionTypeLaunched, v1.ConditionTypeRegistered,
		v1.ConditionTypeInitialized, v1.ConditionTypeConsolidatable} {
		own.StatusConditions().SetTrue(condition)
	}
	node.Labels[corev1.LabelHostname] = node.Name
	node.Labels[v1.NodeRegisteredLabelKey] = "true"
	node.Labels[v1.NodeInitializedLabelKey] = "true"
	w.nodes = append(w.nodes, node)
	w.nodeClaims = append(w.nodeClaims, own)
	return node
}

// decided are the labels that can only have one value.
func decided(requirements requirement.Requirements) map[string]string {
	labels := map[string]string{}
	for key, one := range requirements {
		if one.Operator() == corev1.NodeSelectorOpIn && one.Len() == 1 {
			labels[key] = one.Any()
		}
	}
	return labels
}

func cheapest(claim *scheduling.NodeClaim) (*cloudprovider.InstanceType, *cloudprovider.Offering) {
	type choice struct {
		it       *cloudprovider.InstanceType
		offering *cloudprovider.Offering
	}
	var choices []choice
	for _, it := range claim.InstanceTypeOptions {
		for _, offering := range it.Offerings.Available().Compatible(claim.Requirements) {
			choices = append(choices, choice{it, offering})
		}
	}
	best := slices.MinFunc(choices, func(a, b choice) int {
		return cmp.Or(cmp.Compare(a.offering.Price, b.offering.Price), cmp.Compare(a.it.Name, b.it.Name),
			cmp.Compare(a.offering.Zone(), b.offering.Zone()))
	})
	return best.it, best.offering
}
