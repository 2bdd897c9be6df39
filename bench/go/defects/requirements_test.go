package defects

import (
	"fmt"
	"math"
	"testing"

	corev1 "k8s.io/api/core/v1"

	v1 "sigs.k8s.io/karpenter/pkg/apis/v1"
	"sigs.k8s.io/karpenter/pkg/scheduling"
)

const key = "generation"

func gt(n string) *scheduling.Requirement {
	return scheduling.NewRequirement(key, corev1.NodeSelectorOpGt, n)
}

func notIn(values ...string) *scheduling.Requirement {
	return scheduling.NewRequirement(key, corev1.NodeSelectorOpNotIn, values...)
}

func in(values ...string) *scheduling.Requirement {
	return scheduling.NewRequirement(key, corev1.NodeSelectorOpIn, values...)
}

func between(low, high string) *scheduling.Requirement {
	return scheduling.NewRequirement(key, v1.NodeSelectorOpGte, low).Intersection(scheduling.NewRequirement(key, v1.NodeSelectorOpLte, high))
}

func TestC1AnExclusionBesideABoundIsNotWritten(t *testing.T) {
	both := scheduling.NewRequirements(gt("1"), notIn("3"))
	if both.Get(key).Has("3") {
		t.Fatal("the requirement itself allows 3")
	}
	written := both.NodeSelectorRequirements()
	t.Logf("%v is written as %v", both, written)
	if len(written) != 1 || written[0].Operator != v1.NodeSelectorOpGte {
		t.Errorf("upstream now writes %v", written)
	}
	wanted(t, "Gte [2] and NotIn [3]")
}

func TestC1TheClaimLosesTheExclusion(t *testing.T) {
	outcome := solve(t, read(t, "C1"))
	var operators []corev1.NodeSelectorOperator
	for _, requirement := range boughtFor(t, outcome, "p").ToNodeClaim().Spec.Requirements {
		if requirement.Key == key {
			operators = append(operators, requirement.Operator)
		}
	}
	if len(operators) != 1 || operators[0] != v1.NodeSelectorOpGte {
		t.Errorf("upstream now writes %v", operators)
	}
	wanted(t, "Gte [2] and NotIn [3] in spec.requirements of the claim")
}

func TestC2ABoundWithAnExclusionToleratesAbsence(t *testing.T) {
	unlabelled := scheduling.NewRequirements()
	if unlabelled.IsCompatible(scheduling.NewRequirements(gt("1"))) {
		t.Error("a bound alone is now compatible with a missing label")
	}
	if !unlabelled.IsCompatible(scheduling.NewRequirements(gt("1"), notIn("3"))) {
		t.Error("upstream now refuses a missing label")
	}
	wanted(t, "incompatible: adding a condition must not make a requirement weaker")
}

func TestC3AContradictionEqualsDoesNotExist(t *testing.T) {
	contradiction := scheduling.NewRequirements(in("a"), in("b"))
	absent := scheduling.NewRequirements(scheduling.NewRequirement(key, corev1.NodeSelectorOpDoesNotExist))
	if contradiction.Get(key).Operator() != corev1.NodeSelectorOpDoesNotExist || !contradiction.IsCompatible(absent) {
		t.Error("upstream now tells a contradiction from an absent label")
	}
	wanted(t, "compatible with nothing")
}

func TestC4AnEmptyWindowOfIntegersIntersects(t *testing.T) {
	window, excluded := between("3", "4"), notIn("3", "4")
	if !window.HasIntersection(excluded) {
		t.Error("upstream now counts the window")
	}
	wanted(t, "no intersection: 3 and 4 are the only integers of the window and both are excluded")
}

func TestC5AValueMayBeExcludedOrCrash(t *testing.T) {
	narrow := between("3", "4").Intersection(notIn("3"))
	excluded := 0
	for range solves {
		if narrow.Any() == "3" {
			excluded++
		}
	}
	t.Logf("%v gave the excluded value in %d of %d draws", narrow, excluded, solves)
	if excluded == 0 || excluded == solves {
		t.Error("upstream no longer draws excluded values")
	}
	crashed := func() (crashed bool) {
		defer func() { crashed = recover() != nil }()
		scheduling.NewRequirement(key, v1.NodeSelectorOpGte, fmt.Sprint(math.MaxInt64)).Any()
		return false
	}()
	if !crashed {
		t.Error("upstream no longer crashes on the largest bound")
	}
	wanted(t, "always 4; and 9223372036854775807 for the second")
}
