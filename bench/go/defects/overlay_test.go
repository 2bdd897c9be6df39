package defects

import (
	"context"
	"testing"
	"unique"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes/scheme"
	"k8s.io/utils/clock"
	"sigs.k8s.io/controller-runtime/pkg/client"
	clientfake "sigs.k8s.io/controller-runtime/pkg/client/fake"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	v1 "sigs.k8s.io/karpenter/pkg/apis/v1"
	"sigs.k8s.io/karpenter/pkg/apis/v1alpha1"
	"sigs.k8s.io/karpenter/pkg/cloudprovider"
	"sigs.k8s.io/karpenter/pkg/cloudprovider/fake"
	"sigs.k8s.io/karpenter/pkg/controllers/nodeoverlay"
	"sigs.k8s.io/karpenter/pkg/controllers/state"
	"sigs.k8s.io/karpenter/pkg/scheduling"
)

func TestC39AnOverlaidTypeLosesItsDevicesAndOverrides(t *testing.T) {
	overhead := &cloudprovider.InstanceTypeOverhead{KubeReserved: corev1.ResourceList{corev1.ResourceCPU: resource.MustParse("1")}}
	original := fake.NewInstanceType("g8",
		fake.WithResources(corev1.ResourceList{corev1.ResourceCPU: resource.MustParse("8")}),
		fake.WithOfferings(cloudprovider.Offering{
			Requirements:     scheduling.NewLabelRequirements(map[string]string{v1.CapacityTypeLabelKey: "on-demand", corev1.LabelTopologyZone: "zone-a"}),
			Price:            1,
			Available:        true,
			CapacityOverride: corev1.ResourceList{"example.com/slots": resource.MustParse("4")},
			OverheadOverride: overhead,
		}),
		fake.WithResourceSliceTemplates(cloudprovider.ResourceSliceTemplate{
			Driver:  unique.Make("gpu.example.com"),
			Pool:    cloudprovider.ResourcePool{Name: unique.Make("g8")},
			Devices: fake.Devices("gpu-0"),
		}),
	)
	price := "0.5"
	overlaid := overlay(t, original, &v1alpha1.NodeOverlay{
		ObjectMeta: metav1.ObjectMeta{Name: "cheaper"},
		Spec: v1alpha1.NodeOverlaySpec{
			Requirements: []v1alpha1.NodeSelectorRequirement{{Key: corev1.LabelInstanceTypeStable, Operator: corev1.NodeSelectorOpIn, Values: []string{"g8"}}},
			Price:        &price,
		},
	})
	offering := overlaid.Offerings[0]
	t.Logf("price %v, capacity override %v, overhead override %v, device templates %d",
		offering.Price, offering.CapacityOverride, offering.OverheadOverride, len(overlaid.DynamicResources.ResourceSliceTemplates))
	if offering.Price != 0.5 {
		t.Fatal("the overlay did not apply")
	}
	if len(overlaid.DynamicResources.ResourceSliceTemplates) != 0 {
		t.Error("upstream now keeps the device templates")
	}
	if len(offering.CapacityOverride) != 0 || offering.OverheadOverride != nil {
		t.Error("upstream now keeps the overrides of the offering")
	}
	wanted(t, "price 0.5 and everything else as it was: one device template, 4 slots, 1 CPU of extra overhead")
}

// overlay runs upstream's overlay controller over one NodePool, reads the overlays back and returns what the scheduler would see.
func overlay(t *testing.T, it *cloudprovider.InstanceType, overlays ...*v1alpha1.NodeOverlay) *cloudprovider.InstanceType {
	t.Helper()
	ctx := context.Background()
	pool := &v1.NodePool{ObjectMeta: metav1.ObjectMeta{Name: "default"}}
	kube := clientfake.NewClientBuilder().WithScheme(scheme.Scheme).WithObjects(pool).WithStatusSubresource(&v1alpha1.NodeOverlay{}).Build()
	for _, o := range overlays {
		if err := kube.Create(ctx, o); err != nil {
			t.Fatal(err)
		}
	}
	cloud := fake.NewCloudProvider()
	cloud.InstanceTypes = []*cloudprovider.InstanceType{it}
	store := nodeoverlay.NewInstanceTypeStore()
	controller := nodeoverlay.NewController(clock.RealClock{}, kube, cloud, store, state.NewCluster(clock.RealClock{}, kube, cloud))
	if _, err := controller.Reconcile(ctx, reconcile.Request{}); err != nil {
		t.Fatal(err)
	}
	for _, o := range overlays {
		if err := kube.Get(ctx, client.ObjectKeyFromObject(o), o); err != nil {
			t.Fatal(err)
		}
	}
	overlaid, err := store.Apply(pool.Name, it)
	if err != nil {
		t.Fatal(err)
	}
	return overlaid
}
