package defects

import "testing"

func TestC10RequiredTermsAreDroppedBeforePreferences(t *testing.T) {
	scenario := read(t, "C10")
	refused(t, solve(t, scenario), "p")

	scenario.Pods[0].Spec.Affinity.NodeAffinity.PreferredDuringSchedulingIgnoredDuringExecution = nil
	boughtFor(t, solve(t, scenario), "p")
	wanted(t, "the first term without the preference is feasible; kube-scheduler never lets a preference refuse a pod")
}

func TestC11TheHeaviestPodPreferenceIsDroppedFirst(t *testing.T) {
	outcome := solve(t, read(t, "C11"))
	inZones(t, outcome, "p", "zone-b")
	wanted(t, "zone-a, where weight 100 is met; zone-b meets weight 1")
}

func TestC12PreferNoScheduleOnANodeIsAHardBarrier(t *testing.T) {
	scenario := read(t, "C12")
	refused(t, solve(t, scenario), "p")

	scenario.Nodes[0].Spec.Taints = nil
	onNode(t, solve(t, scenario), "p", "n1")
	wanted(t, "node n1: PreferNoSchedule only lowers a score in kube-scheduler")
}

func TestC12PreferNoScheduleIsHardEvenWhenPreferencesAreIgnored(t *testing.T) {
	outcome := solve(t, read(t, "C12-ignore"))
	boughtFor(t, outcome, "p")
	wanted(t, "kept as it is: a new node meets the one wish that Ignore leaves in place; kube-scheduler would use n1")
}
