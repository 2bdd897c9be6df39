package defects

import (
	"slices"
	"testing"

	corev1 "k8s.io/api/core/v1"
)

func TestC2ABoundWithAnExclusionMatchesAMissingLabel(t *testing.T) {
	outcome := solve(t, read(t, "C2"))
	onNode(t, outcome, "p", "n1")
	wanted(t, "refused: no node or NodePool has the label generation")
}

func TestC3AContradictoryNodePoolServesDoesNotExist(t *testing.T) {
	outcome := solve(t, read(t, "C3-pool"))
	boughtFor(t, outcome, "p")
	wanted(t, "refused: no value of team satisfies the NodePool")
}

func TestC3AContradictoryPodMatchesAMissingLabel(t *testing.T) {
	outcome := solve(t, read(t, "C3-pod"))
	onNode(t, outcome, "p", "n1")
	wanted(t, "refused: no value of team satisfies the pod")
}

func TestC7MinValuesCountsZonesTheClaimCannotUse(t *testing.T) {
	outcome := solve(t, read(t, "C7"))
	inZones(t, outcome, "p", "zone-a")
	zone := boughtFor(t, outcome, "p").Requirements.Get(corev1.LabelTopologyZone)
	if zone.MinValues == nil || *zone.MinValues != 2 || zone.Len() != 1 {
		t.Errorf("upstream now writes %v", zone)
	}
	wanted(t, "the same placement, and an explanation that one zone is left of the two asked for")
}

func TestC26NodeLimitsAreNotCountedWithinAPass(t *testing.T) {
	planned(t, solve(t, read(t, "C26-nodes")), 3)
	wanted(t, "one node; limits.nodes is 1")
}

func TestC26NarrowingANodeGivesNothingBack(t *testing.T) {
	scenario := read(t, "C26-refund")
	outcome := solve(t, scenario)
	if found := outcome.Types("first"); !slices.Equal(found, []string{"m2"}) {
		t.Errorf("upstream left %v for first", found)
	}
	refused(t, outcome, "apart")

	scenario.InstanceTypes = scenario.InstanceTypes[:1] // m2 alone
	planned(t, solve(t, scenario), 2)
	wanted(t, "apart placed: two nodes of 2 CPUs are within 16")
}

func TestC26ResourceLimitsAreChargedByTheLargestType(t *testing.T) {
	scenario := read(t, "C26-cap")
	planned(t, solve(t, scenario), 1)

	scenario.InstanceTypes = scenario.InstanceTypes[:1] // m2 alone
	planned(t, solve(t, scenario), 2)
	wanted(t, "two nodes; 2 + 2 CPUs are within 16")
}

func TestC28TestingADaemonPodChangesIt(t *testing.T) {
	scenario := read(t, "C28")
	outcome := solve(t, scenario)
	if found := outcome.Types("p"); !slices.Equal(found, []string{"g4", "g8"}) {
		t.Errorf("upstream listed %v", found)
	}
	scenario.InstanceTypes = scenario.InstanceTypes[1:] // without m4, nothing uses up the first term
	outcome = solve(t, scenario)
	if found := outcome.Types("p"); !slices.Equal(found, []string{"g8"}) {
		t.Errorf("without m4 upstream listed %v", found)
	}
	wanted(t, "g8 alone, with and without m4: 3 + 3 CPUs do not fit g4")
}

func TestC28ExistingNodesSeeTheChangedDaemonPod(t *testing.T) {
	outcome := solve(t, read(t, "C28-existing"))
	onNode(t, outcome, "p", "n1")
	wanted(t, "a new node: the daemon pod will take 3 of the 4 CPUs of n1")
}

func TestC33PriorityIsIgnored(t *testing.T) {
	outcome := solve(t, read(t, "C33"))
	boughtFor(t, outcome, "bulk")
	refused(t, outcome, "urgent")
	wanted(t, "urgent placed, bulk refused")
}

func TestC33VirtualPodsCompeteWithRealOnes(t *testing.T) {
	outcome := solve(t, read(t, "C33-buffer"))
	boughtFor(t, outcome, "buffer")
	refused(t, outcome, "real")
	wanted(t, "real placed, buffer refused")
}
