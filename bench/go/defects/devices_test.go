package defects

import (
	"context"
	"testing"
	"unique"

	corev1 "k8s.io/api/core/v1"
	resourcev1 "k8s.io/api/resource/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes/scheme"
	clientfake "sigs.k8s.io/controller-runtime/pkg/client/fake"

	"sigs.k8s.io/karpenter/pkg/cloudprovider"
	"sigs.k8s.io/karpenter/pkg/cloudprovider/fake"
	"sigs.k8s.io/karpenter/pkg/scheduling"
	"sigs.k8s.io/karpenter/pkg/scheduling/dynamicresources"
)

const driver = "gpu.example.com"

// plannedNode is a node to be bought, of one type that may carry template devices.
type plannedNode struct {
	requirements scheduling.Requirements
	templates    []dynamicresources.ResourceSlice
}

func (n *plannedNode) ID() dynamicresources.NodeClaimID        { return unique.Make("planned") }
func (n *plannedNode) NodeName() string                        { return "" }
func (n *plannedNode) NodePoolID() dynamicresources.NodePoolID { return unique.Make("default") }
func (n *plannedNode) Requirements() scheduling.Requirements   { return n.requirements }
func (n *plannedNode) InstanceTypes() []dynamicresources.InstanceTypeID {
	return []dynamicresources.InstanceTypeID{unique.Make("g4")}
}
func (n *plannedNode) ResourceSlices() map[dynamicresources.InstanceTypeID][]dynamicresources.ResourceSlice {
	return map[dynamicresources.InstanceTypeID][]dynamicresources.ResourceSlice{unique.Make("g4"): n.templates}
}

func templateDevice() []dynamicresources.ResourceSlice {
	return []dynamicresources.ResourceSlice{dynamicresources.NewTemplateSlice(&cloudprovider.ResourceSliceTemplate{
		Driver:  unique.Make(driver),
		Pool:    cloudprovider.ResourcePool{Name: unique.Make("g4")},
		Devices: fake.Devices("gpu-0"),
	})}
}

func zones(names ...string) *corev1.NodeSelector {
	selector := &corev1.NodeSelector{}
	for _, name := range names {
		selector.NodeSelectorTerms = append(selector.NodeSelectorTerms, corev1.NodeSelectorTerm{MatchExpressions: []corev1.NodeSelectorRequirement{
			{Key: corev1.LabelTopologyZone, Operator: corev1.NodeSelectorOpIn, Values: []string{name}},
		}})
	}
	return selector
}

func inZone(names ...string) scheduling.Requirements {
	return scheduling.NewRequirements(scheduling.NewRequirement(corev1.LabelTopologyZone, corev1.NodeSelectorOpIn, names...))
}

func allocatedClaim(name string, where *corev1.NodeSelector) *resourcev1.ResourceClaim {
	return &resourcev1.ResourceClaim{
		ObjectMeta: metav1.ObjectMeta{Name: name, Namespace: "default"},
		Status:     resourcev1.ResourceClaimStatus{Allocation: &resourcev1.AllocationResult{NodeSelector: where}},
	}
}

func openClaim(name string) *resourcev1.ResourceClaim {
	return &resourcev1.ResourceClaim{
		ObjectMeta: metav1.ObjectMeta{Name: name, Namespace: "default"},
		Spec: resourcev1.ResourceClaimSpec{Devices: resourcev1.DeviceClaim{Requests: []resourcev1.DeviceRequest{{
			Name:    "one",
			Exactly: &resourcev1.ExactDeviceRequest{DeviceClassName: "gpu", AllocationMode: resourcev1.DeviceAllocationModeExactCount, Count: 1},
		}}}},
	}
}

func allocate(node *plannedNode, slices []dynamicresources.ResourceSlice, claims ...*resourcev1.ResourceClaim) (*dynamicresources.AllocationResult, error) {
	class := &resourcev1.DeviceClass{ObjectMeta: metav1.ObjectMeta{Name: "gpu"}}
	kube := clientfake.NewClientBuilder().WithScheme(scheme.Scheme).WithObjects(class).Build()
	return dynamicresources.NewAllocator(slices, dynamicresources.AllocatedDeviceState{}, nil, kube, nil).Allocate(context.Background(), node, claims)
}

func TestC42TheZoneOfAnAllocatedClaimIsForgottenWhenAnotherIsSearched(t *testing.T) {
	disk := allocatedClaim("disk", zones("zone-a"))

	alone, err := allocate(&plannedNode{requirements: scheduling.NewRequirements()}, nil, disk)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("the allocated claim alone: %v", alone.Requirements)
	if !alone.Requirements.Get(corev1.LabelTopologyZone).Has("zone-a") || alone.Requirements.Get(corev1.LabelTopologyZone).Len() != 1 {
		t.Fatal("the allocated claim alone does not pin the zone")
	}

	both, err := allocate(&plannedNode{requirements: scheduling.NewRequirements(), templates: templateDevice()}, nil, disk, openClaim("gpu"))
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("with a second claim to be searched: %q", both.Requirements.String())
	if both.Requirements.Has(corev1.LabelTopologyZone) {
		t.Error("upstream now returns the zone")
	}
	wanted(t, "zone-a in both: the node must start where the allocated claim is")
}

func TestC43TermsOfAnAllocationAreIntersected(t *testing.T) {
	claim := allocatedClaim("disk", zones("zone-a", "zone-b"))

	open, err := allocate(&plannedNode{requirements: scheduling.NewRequirements()}, nil, claim)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("node without zone: %v", open.Requirements)
	if open.Requirements.Get(corev1.LabelTopologyZone).Operator() != corev1.NodeSelectorOpDoesNotExist {
		t.Error("upstream now keeps the alternatives")
	}

	_, err = allocate(&plannedNode{requirements: inZone("zone-a")}, nil, claim)
	t.Logf("node in zone-a: %v", err)
	if err == nil {
		t.Error("upstream now accepts a node in zone-a")
	}
	wanted(t, "zone-a or zone-b; a node in zone-a is fine")
}

func TestC43TermsOfASliceAreIntersected(t *testing.T) {
	from := func(where *corev1.NodeSelector) error {
		slice := dynamicresources.NewAPIServerSlice(&resourcev1.ResourceSlice{
			ObjectMeta: metav1.ObjectMeta{Name: "shared"},
			Spec: resourcev1.ResourceSliceSpec{
				Driver:       driver,
				Pool:         resourcev1.ResourcePool{Name: "shared", ResourceSliceCount: 1},
				NodeSelector: where,
				Devices:      []resourcev1.Device{{Name: "gpu-0"}},
			},
		})
		_, err := allocate(&plannedNode{requirements: inZone("zone-a")}, []dynamicresources.ResourceSlice{slice}, openClaim("gpu"))
		return err
	}
	if err := from(zones("zone-a")); err != nil {
		t.Fatalf("a slice of zone-a alone: %v", err)
	}
	err := from(zones("zone-a", "zone-b"))
	t.Logf("node in zone-a: %v", err)
	if err == nil {
		t.Error("upstream now accepts a node in zone-a")
	}
	wanted(t, "the device is usable from zone-a (the API allows one term per slice, so only a lenient server shows this)")
}
