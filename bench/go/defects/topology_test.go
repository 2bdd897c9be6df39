package defects

import (
	"slices"
	"testing"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

const solves = 300

func TestC14OneZoneIsDrawnBeforeTypesAreLookedAt(t *testing.T) {
	scenario := read(t, "C14")
	placed := 0
	for range solves {
		outcome, err := scenario.Solve()
		if err != nil {
			t.Fatal(err)
		}
		if outcome.Claim("p") != nil {
			placed++
		}
	}
	t.Logf("placed in %d of %d solves of the same input", placed, solves)
	wanted(t, "zone-c in every solve: skew 1 - 0 is within maxSkew 1 there")
	if placed == 0 || placed == solves {
		t.Errorf("upstream is no longer undecided: placed in %d of %d solves", placed, solves)
	}
}

func TestC15TwoConstraintsOnOneKeyChooseApart(t *testing.T) {
	scenario := read(t, "C15")
	refused(t, solve(t, scenario), "p")

	scenario.Pods[0].Spec.TopologySpreadConstraints = nil
	inZones(t, solve(t, scenario), "p", "zone-a")
	wanted(t, "zone-a satisfies the spread (2 - 0 <= 2) and the affinity")
}

func TestC16MinDomainsIsNotPartOfAGroup(t *testing.T) {
	scenario := read(t, "C16-minDomains")
	outcome := solve(t, scenario)
	boughtFor(t, outcome, "plain")
	boughtFor(t, outcome, "wide")

	slices.Reverse(scenario.Pods)
	outcome = solve(t, scenario)
	refused(t, outcome, "plain")
	refused(t, outcome, "wide")
	wanted(t, "plain placed and wide refused, in both orders")
}

func TestC16SelectorValuesAreNotPartOfAGroup(t *testing.T) {
	outcome := solve(t, read(t, "C16-nodeFilter"))
	inZones(t, outcome, "x", "zone-b")
	inZones(t, outcome, "y", "zone-b")
	wanted(t, "y in zone-a: on nodes of team y, zone-b already holds one and zone-a none")
}

func TestC17ANilSelectorCountsEveryPod(t *testing.T) {
	scenario := read(t, "C17")
	refused(t, solve(t, scenario), "p")

	scenario.Pods[0].Spec.TopologySpreadConstraints[0].LabelSelector = &metav1.LabelSelector{MatchLabels: map[string]string{"app": "no-such-app"}}
	inZones(t, solve(t, scenario), "p", "zone-a")
	wanted(t, "zone-a: a constraint without selector matches no pod in kube-scheduler, so its counts are all 0")
}

func TestC18ExcludedZonesAreRecordedAsOccupied(t *testing.T) {
	outcome := solve(t, read(t, "C18"))
	if boughtFor(t, outcome, "first") != boughtFor(t, outcome, "second") {
		t.Error("upstream no longer packs the two pods on one node")
	}
	wanted(t, "second in zone-a, where no pod with app=x can be")
}

func TestC18AnOpenZoneIsNotRecordedAtAll(t *testing.T) {
	outcome := solve(t, read(t, "C18-open"))
	if boughtFor(t, outcome, "first") != boughtFor(t, outcome, "second") {
		t.Error("upstream no longer packs the two pods on one node")
	}
	wanted(t, "the two pods in different zones, or the preference counted as given up")
}

func TestC18RequiredAntiAffinityIsNotAffected(t *testing.T) {
	scenario := read(t, "C18")
	second := scenario.Pods[1].Spec.Affinity.PodAntiAffinity
	second.RequiredDuringSchedulingIgnoredDuringExecution = append(second.RequiredDuringSchedulingIgnoredDuringExecution,
		second.PreferredDuringSchedulingIgnoredDuringExecution[0].PodAffinityTerm)
	second.PreferredDuringSchedulingIgnoredDuringExecution = nil
	outcome := solve(t, scenario)
	inZones(t, outcome, "first", "zone-b", "zone-c")
	inZones(t, outcome, "second", "zone-a")
}

func TestC19TheFirstPodOfAnAffinityMayKeepTwoZones(t *testing.T) {
	scenario := read(t, "C19")
	firstZones := map[int]int{}
	apart := 0
	for range solves {
		outcome, err := scenario.Solve()
		if err != nil {
			t.Fatal(err)
		}
		first, second := outcome.Zones("first"), outcome.Zones("second")
		firstZones[len(first)]++
		if len(first) != 1 || len(second) != 1 || first[0] != second[0] {
			apart++
		}
	}
	t.Logf("first node: one zone in %d, two zones in %d of %d solves; the two nodes may start in different zones in %d",
		firstZones[1], firstZones[2], solves, apart)
	wanted(t, "one zone, the same for both nodes, in every solve")
	if firstZones[1] == 0 || firstZones[2] == 0 || apart == 0 {
		t.Errorf("upstream is no longer undecided: %v, %d apart", firstZones, apart)
	}
}

func TestC20TolerationsOfTheFirstPodShapeTheGroup(t *testing.T) {
	scenario := read(t, "C20")
	outcome := solve(t, scenario)
	inZones(t, outcome, "plain", "zone-a")
	refused(t, outcome, "tolerant")

	slices.Reverse(scenario.Pods)
	outcome = solve(t, scenario)
	inZones(t, outcome, "plain", "zone-a")
	inZones(t, outcome, "tolerant", "zone-b")
	wanted(t, "tolerant in zone-b in both orders")
}

func TestC20InverseGroupsDoNotKnowZonesOfNodes(t *testing.T) {
	scenario := read(t, "C20-inverse")
	inZones(t, solve(t, scenario), "p", "zone-b", "zone-c")

	for i, requirement := range scenario.InstanceTypes[0].Requirements {
		if requirement.Key == corev1.LabelTopologyZone { // once a type names zone-d, the group knows it
			scenario.InstanceTypes[0].Requirements[i].Values = append(requirement.Values, "zone-d")
		}
	}
	onNode(t, solve(t, scenario), "p", "n2")
	wanted(t, "node n2: no guard runs in zone-d")
}

func TestC23APodWithOpenZoneIsNeverCounted(t *testing.T) {
	outcome := solve(t, read(t, "C23"))
	inZones(t, outcome, "spread", "zone-a")
	if boughtFor(t, outcome, "first") != boughtFor(t, outcome, "spread") {
		t.Error("upstream no longer packs first and spread on one node")
	}
	wanted(t, "spread in zone-b: zone-a holds one web pod already, 2 - 0 exceeds maxSkew 1")
}

func TestC23JoiningANodeFixesTheZoneOfPodsNotCounted(t *testing.T) {
	outcome := solve(t, read(t, "C23-join"))
	if boughtFor(t, outcome, "first") != boughtFor(t, outcome, "spread") || len(outcome.Zones("spread")) != 1 {
		t.Error("upstream no longer packs both pods in one zone")
	}
	wanted(t, "different zones: two web pods in one zone and none in the other exceed maxSkew 1")
}
