package main

import (
	"cmp"
	"slices"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"

	v1 "sigs.k8s.io/karpenter/pkg/apis/v1"
	"sigs.k8s.io/karpenter/pkg/controllers/provisioning/scheduling"
)

type placement struct {
	Claims   []claimEntry    `json:"claims"`
	Existing []existingEntry `json:"existing"`
	Unplaced []unplacedEntry `json:"unplaced"`
}

type claimEntry struct {
	NodePool      string                                    `json:"nodepool"`
	InstanceTypes []string                                  `json:"instanceTypes"`
	Requirements  []v1.NodeSelectorRequirementWithMinValues `json:"requirements"`
	Pods          []types.UID                               `json:"pods"`
	// Price is that of the cheapest available offering the requirements allow; absent if there is none.
	Price *float64 `json:"price,omitempty"`
}

type existingEntry struct {
	Node string      `json:"node"`
	Pods []types.UID `json:"pods"`
}

type unplacedEntry struct {
	Pod   types.UID `json:"pod"`
	Error string    `json:"error"`
}

func placementOf(results scheduling.Results, ignored map[types.UID]error) placement {
	p := placement{Claims: []claimEntry{}, Existing: []existingEntry{}, Unplaced: []unplacedEntry{}}
	for _, claim := range results.NewNodeClaims {
		p.Claims = append(p.Claims, claimOf(claim))
	}
	for _, node := range results.ExistingNodes {
		if len(node.Pods) > 0 {
			p.Existing = append(p.Existing, existingEntry{Node: node.Name(), Pods: uids(node.Pods)})
		}
	}
	for pod, err := range results.PodErrors {
		p.Unplaced = append(p.Unplaced, unplacedEntry{Pod: pod.UID, Error: err.Error()})
	}
	for uid, err := range ignored {
		p.Unplaced = append(p.Unplaced, unplacedEntry{Pod: uid, Error: "ignored: " + err.Error()})
	}
	slices.SortFunc(p.Unplaced, func(a, b unplacedEntry) int { return cmp.Compare(a.Pod, b.Pod) })
	return p
}

func claimOf(claim *scheduling.NodeClaim) claimEntry {
	entry := claimEntry{NodePool: claim.NodePoolName, Pods: uids(claim.Pods)}
	for _, t := range claim.InstanceTypeOptions {
		entry.InstanceTypes = append(entry.InstanceTypes, t.Name)
		for _, offering := range t.Offerings.Available().Compatible(claim.Requirements) {
			if entry.Price == nil || offering.Price < *entry.Price {
				price := offering.Price
				entry.Price = &price
			}
		}
	}
	for _, r := range claim.Requirements.NodeSelectorRequirements() {
		// Upstream carries these two for its daemonset arithmetic only and drops them from the claim it creates.
		if r.Key != v1.NodeRegisteredLabelKey && r.Key != v1.NodeInitializedLabelKey {
			entry.Requirements = append(entry.Requirements, r)
		}
	}
	slices.SortFunc(entry.Requirements, func(a, b v1.NodeSelectorRequirementWithMinValues) int {
		return cmp.Or(cmp.Compare(a.Key, b.Key), cmp.Compare(a.Operator, b.Operator))
	})
	return entry
}

func uids(pods []*corev1.Pod) []types.UID {
	all := make([]types.UID, 0, len(pods))
	for _, pod := range pods {
		all = append(all, pod.UID)
	}
	return all
}
