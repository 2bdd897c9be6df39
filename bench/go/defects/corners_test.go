package defects

import (
	"context"
	"fmt"
	"testing"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/utils/clock"

	v1 "sigs.k8s.io/karpenter/pkg/apis/v1"
	"sigs.k8s.io/karpenter/pkg/apis/v1alpha1"
	"sigs.k8s.io/karpenter/pkg/cloudprovider/fake"
	"sigs.k8s.io/karpenter/pkg/controllers/provisioning"
	placing "sigs.k8s.io/karpenter/pkg/controllers/provisioning/scheduling"
	"sigs.k8s.io/karpenter/pkg/controllers/state"
	"sigs.k8s.io/karpenter/pkg/scheduling"
)

func TestC8AWishToAvoidKarpenterHidesThePod(t *testing.T) {
	kube := (&Scenario{}).client()
	provisioner := provisioning.NewProvisioner(kube, nil, fake.NewCloudProvider(), nil, clock.RealClock{}, nil, nil)
	avoid := corev1.NodeSelectorTerm{MatchExpressions: []corev1.NodeSelectorRequirement{{Key: v1.NodePoolLabelKey, Operator: corev1.NodeSelectorOpDoesNotExist}}}
	linux := corev1.NodeSelectorTerm{MatchExpressions: []corev1.NodeSelectorRequirement{{Key: corev1.LabelOSStable, Operator: corev1.NodeSelectorOpIn, Values: []string{"linux"}}}}
	for name, affinity := range map[string]*corev1.NodeAffinity{
		"preferred": {PreferredDuringSchedulingIgnoredDuringExecution: []corev1.PreferredSchedulingTerm{{Weight: 1, Preference: avoid}}},
		"one of two terms": {RequiredDuringSchedulingIgnoredDuringExecution: &corev1.NodeSelector{
			NodeSelectorTerms: []corev1.NodeSelectorTerm{avoid, linux},
		}},
	} {
		err := provisioner.Validate(context.Background(), &corev1.Pod{Spec: corev1.PodSpec{Affinity: &corev1.Affinity{NodeAffinity: affinity}}})
		t.Logf("%s: %v", name, err)
		if err == nil {
			t.Errorf("%s: upstream now accepts the pod", name)
		}
	}
	wanted(t, "both accepted: neither says that every node of ours is excluded")
}

func TestC13ReadingAPodReordersIt(t *testing.T) {
	preference := func(weight int32) corev1.PreferredSchedulingTerm {
		return corev1.PreferredSchedulingTerm{Weight: weight}
	}
	terms := []corev1.PreferredSchedulingTerm{preference(1), preference(100)}
	scheduling.NewPodRequirements(&corev1.Pod{Spec: corev1.PodSpec{Affinity: &corev1.Affinity{NodeAffinity: &corev1.NodeAffinity{
		PreferredDuringSchedulingIgnoredDuringExecution: terms,
	}}}})
	if terms[0].Weight != 100 {
		t.Error("upstream now leaves the pod alone")
	}
	wanted(t, "the list as it was")
}

func TestC24MatchLabelKeysGrowTheSelector(t *testing.T) {
	selector := &metav1.LabelSelector{MatchLabels: map[string]string{"app": "web"}}
	pod := &corev1.Pod{
		ObjectMeta: metav1.ObjectMeta{Name: "p", Namespace: "default", UID: "p", Labels: map[string]string{"app": "web", "revision": "1"}},
		Spec: corev1.PodSpec{TopologySpreadConstraints: []corev1.TopologySpreadConstraint{{
			MaxSkew: 1, TopologyKey: corev1.LabelTopologyZone, WhenUnsatisfiable: corev1.DoNotSchedule,
			LabelSelector: selector, MatchLabelKeys: []string{"revision"},
		}}},
	}
	kube := (&Scenario{}).client()
	cluster := state.NewCluster(clock.RealClock{}, kube, fake.NewCloudProvider())
	topology, err := placing.NewTopology(context.Background(), kube, cluster, nil, nil, nil, []*corev1.Pod{pod})
	if err != nil {
		t.Fatal(err)
	}
	if err := topology.Update(context.Background(), pod); err != nil {
		t.Fatal(err)
	}
	if len(selector.MatchExpressions) != 2 {
		t.Errorf("upstream now leaves %d expressions", len(selector.MatchExpressions))
	}
	wanted(t, "the pod's selector as it was")
}

func TestC29RequestsOfDaemonsAreDrawn(t *testing.T) {
	scenario := read(t, "C29")
	seen := map[string]int{}
	for range solves {
		outcome, err := scenario.Solve()
		if err != nil {
			t.Fatal(err)
		}
		seen[boughtFor(t, outcome, "p").Spec.Resources.Requests.Cpu().String()]++
	}
	t.Logf("CPU requests of the claim, by number of solves: %v", seen)
	if len(seen) < 2 {
		t.Errorf("upstream is no longer undecided: %v", seen)
	}
	wanted(t, "1 in every solve")
}

func TestC30ClaimsShareOneAnnotationMap(t *testing.T) {
	scenario := read(t, "C30")
	outcome := solve(t, scenario)
	for _, pod := range []string{"large", "small"} {
		if value := boughtFor(t, outcome, pod).Annotations[v1.NodeClaimMinValuesRelaxedAnnotationKey]; value != "false" {
			t.Errorf("%s: upstream now writes %q", pod, value)
		}
	}
	scenario.Pods = scenario.Pods[:1]
	if value := boughtFor(t, solve(t, scenario), "large").Annotations[v1.NodeClaimMinValuesRelaxedAnnotationKey]; value != "true" {
		t.Errorf("large alone: upstream writes %q", value)
	}
	wanted(t, `"true" for large, whose claim lists one type where two were asked`)
}

func TestC31SidecarsHaveNoHostPorts(t *testing.T) {
	scenario := read(t, "C31")
	onNode(t, solve(t, scenario), "p", "n1")

	pod := &scenario.Pods[0].Spec
	pod.Containers, pod.InitContainers = append(pod.Containers, pod.InitContainers[0]), nil
	pod.Containers[1].RestartPolicy = nil
	boughtFor(t, solve(t, scenario), "p")
	wanted(t, "a new node: port 80 of n1 is taken")
}

func TestC40OverlaysAreComparedWithTheirNeighbourOnly(t *testing.T) {
	overlays := []*v1alpha1.NodeOverlay{capacity("a", "example.com/slots", 1), capacity("b", "example.com/lanes", 1), capacity("c", "example.com/slots", 2)}
	overlay(t, fake.NewInstanceType("g8"), overlays...)
	for _, o := range overlays {
		t.Logf("overlay %s: %v", o.Name, o.StatusConditions().Get(v1alpha1.ConditionTypeValidationSucceeded))
		if !o.StatusConditions().IsTrue(v1alpha1.ConditionTypeValidationSucceeded) {
			t.Errorf("upstream now reports a conflict for %s", o.Name)
		}
	}
	overlays = []*v1alpha1.NodeOverlay{capacity("a", "example.com/slots", 1), capacity("c", "example.com/slots", 2)}
	overlay(t, fake.NewInstanceType("g8"), overlays...)
	if overlays[0].StatusConditions().IsTrue(v1alpha1.ConditionTypeValidationSucceeded) {
		t.Error("without b, upstream should report a conflict for a")
	}
	wanted(t, "a conflict between a and c, with or without b")
}

func capacity(name string, resourceName corev1.ResourceName, amount int64) *v1alpha1.NodeOverlay {
	return &v1alpha1.NodeOverlay{
		ObjectMeta: metav1.ObjectMeta{Name: name},
		Spec: v1alpha1.NodeOverlaySpec{
			Requirements: []v1alpha1.NodeSelectorRequirement{{Key: corev1.LabelInstanceTypeStable, Operator: corev1.NodeSelectorOpIn, Values: []string{"g8"}}},
			Capacity:     corev1.ResourceList{resourceName: resource.MustParse(fmt.Sprint(amount))},
		},
	}
}
