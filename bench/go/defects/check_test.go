package defects

import (
	"slices"
	"testing"

	placing "sigs.k8s.io/karpenter/pkg/controllers/provisioning/scheduling"
)

// Every test here passes while upstream behaves as described; a failure means the pinned version no longer does.

func read(t *testing.T, name string) *Scenario {
	t.Helper()
	scenario, err := Read(name)
	if err != nil {
		t.Fatal(err)
	}
	return scenario
}

func solve(t *testing.T, scenario *Scenario) *Outcome {
	t.Helper()
	outcome, err := scenario.Solve()
	if err != nil {
		t.Fatal(err)
	}
	for _, pod := range scenario.Pods {
		t.Logf("pod %s: node=%q new=%t zones=%v types=%v refusal=%v", pod.Name, outcome.Node(pod.Name), outcome.Claim(pod.Name) != nil,
			outcome.Zones(pod.Name), outcome.Types(pod.Name), outcome.Refusal(pod.Name))
	}
	return outcome
}

func wanted(t *testing.T, sentence string) {
	t.Helper()
	t.Log("wanted: " + sentence)
}

func refused(t *testing.T, outcome *Outcome, pod string) {
	t.Helper()
	if outcome.Refusal(pod) == nil || outcome.Claim(pod) != nil || outcome.Node(pod) != "" {
		t.Errorf("upstream no longer refuses pod %s", pod)
	}
}

func boughtFor(t *testing.T, outcome *Outcome, pod string) *placing.NodeClaim {
	t.Helper()
	claim := outcome.Claim(pod)
	if claim == nil {
		t.Fatalf("upstream no longer plans a node for pod %s", pod)
	}
	return claim
}

func planned(t *testing.T, outcome *Outcome, nodes int) {
	t.Helper()
	if found := outcome.NewNodes(); found != nodes {
		t.Errorf("upstream planned %d nodes, expected %d", found, nodes)
	}
}

func onNode(t *testing.T, outcome *Outcome, pod, node string) {
	t.Helper()
	if found := outcome.Node(pod); found != node {
		t.Errorf("pod %s: upstream used node %q, expected %q", pod, found, node)
	}
}

func inZones(t *testing.T, outcome *Outcome, pod string, zones ...string) {
	t.Helper()
	boughtFor(t, outcome, pod)
	if found := outcome.Zones(pod); !slices.Equal(found, zones) {
		t.Errorf("pod %s: upstream left zones %v, expected %v", pod, found, zones)
	}
}
