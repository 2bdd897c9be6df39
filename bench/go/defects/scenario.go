// Package defects shows, by running sigs.k8s.io/karpenter itself, each defect that docs/differences.md lists.
// A scenario is a directory in the format of bench/run, so that our engine runs the very same input.
package defects

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"sort"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/kubernetes/scheme"
	"k8s.io/client-go/tools/record"
	"k8s.io/utils/clock"
	"sigs.k8s.io/controller-runtime/pkg/client"
	clientfake "sigs.k8s.io/controller-runtime/pkg/client/fake"
	"sigs.k8s.io/controller-runtime/pkg/client/interceptor"

	v1 "sigs.k8s.io/karpenter/pkg/apis/v1"
	"sigs.k8s.io/karpenter/pkg/cloudprovider"
	"sigs.k8s.io/karpenter/pkg/cloudprovider/fake"
	"sigs.k8s.io/karpenter/pkg/controllers/provisioning"
	placing "sigs.k8s.io/karpenter/pkg/controllers/provisioning/scheduling"
	"sigs.k8s.io/karpenter/pkg/controllers/state"
	"sigs.k8s.io/karpenter/pkg/events"
	"sigs.k8s.io/karpenter/pkg/operator/options"
	"sigs.k8s.io/karpenter/pkg/scheduling"
)

// Root holds the scenario directories; the path is relative to this package.
const Root = "../../src/test/resources/defects"

// Options are the fields of options.json.
type Options struct {
	PreferencePolicy options.PreferencePolicy `json:"preferencePolicy"`
	MinValuesPolicy  options.MinValuesPolicy  `json:"minValuesPolicy"`
	ReservedMode     string                   `json:"reservedMode"`
	WellKnownLabels  []string                 `json:"wellKnownLabels"`
}

// Scenario is one parsed directory. Nothing in it is changed by Solve, so it can be solved again and again.
type Scenario struct {
	Options       Options
	Pods          []*corev1.Pod
	NodePools     []*v1.NodePool
	InstanceTypes []*InstanceType
	Nodes         []*corev1.Node
	BoundPods     []*corev1.Pod
	DaemonSets    []*appsv1.DaemonSet
	Namespaces    []*corev1.Namespace
	Volumes       []client.Object
}

// Read parses the directory of that name; files that are missing count as empty lists.
func Read(name string) (*Scenario, error) {
	dir := filepath.Join(Root, name)
	s := &Scenario{}
	var volumes []json.RawMessage
	for file, into := range map[string]any{
		"options": &s.Options, "pods": &s.Pods, "nodepools": &s.NodePools, "instancetypes": &s.InstanceTypes,
		"nodes": &s.Nodes, "boundpods": &s.BoundPods, "daemonsets": &s.DaemonSets, "namespaces": &s.Namespaces,
		"volumes": &volumes,
	} {
		path := filepath.Join(dir, file+".json")
		text, err := os.ReadFile(path)
		if os.IsNotExist(err) && file != "options" && file != "pods" {
			continue
		}
		if err != nil {
			return nil, err
		}
		if err := json.Unmarshal(text, into); err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
	}
	for _, text := range volumes {
		object, _, err := scheme.Codecs.UniversalDeserializer().Decode(text, nil, nil)
		if err != nil {
			return nil, fmt.Errorf("%s/volumes.json: %w", dir, err)
		}
		s.Volumes = append(s.Volumes, object.(client.Object))
	}
	return s, nil
}

// Solve runs upstream's own set-up (NodePool order, volumes, daemonsets, topology) and its solver once.
func (s *Scenario) Solve() (*Outcome, error) {
	v1.WellKnownLabels.Insert(s.Options.WellKnownLabels...)
	ctx := options.ToContext(context.Background(), &options.Options{
		PreferencePolicy:  s.Options.PreferencePolicy,
		MinValuesPolicy:   s.Options.MinValuesPolicy,
		IgnoreDRARequests: true,
		FeatureGates:      options.FeatureGates{ReservedCapacity: true},
	})
	kube := s.client()
	cloud := fake.NewCloudProvider()
	for _, it := range s.InstanceTypes {
		cloud.InstanceTypes = append(cloud.InstanceTypes, it.value())
	}
	realClock := clock.RealClock{}
	cluster := state.NewCluster(realClock, kube, cloud)
	for _, node := range s.Nodes {
		if err := cluster.UpdateNode(ctx, node.DeepCopy()); err != nil {
			return nil, err
		}
	}
	for _, pod := range s.BoundPods {
		if err := cluster.UpdatePod(ctx, pod.DeepCopy()); err != nil {
			return nil, err
		}
	}
	pods := make([]*corev1.Pod, len(s.Pods))
	for i := range s.Pods {
		pods[i] = s.Pods[i].DeepCopy()
	}
	provisioner := provisioning.NewProvisioner(kube, events.NewRecorder(&record.FakeRecorder{}), cloud, cluster, realClock, nil, nil)
	scheduler, err := provisioner.NewScheduler(ctx, pods, cluster.DeepCopyNodes().Active(), nil, s.solverOptions()...)
	if err != nil {
		return nil, err
	}
	results, err := scheduler.Solve(ctx, pods)
	if err != nil {
		return nil, err
	}
	return &Outcome{results: results.TruncateInstanceTypes(ctx, placing.MaxInstanceTypes)}, nil
}

func (s *Scenario) solverOptions() []placing.Options {
	chosen := []placing.Options{placing.NumConcurrentReconciles(1), placing.MinValuesPolicy(s.Options.MinValuesPolicy)}
	if s.Options.PreferencePolicy == options.PreferencePolicyIgnore {
		chosen = append(chosen, placing.IgnorePreferences)
	}
	if s.Options.ReservedMode == "Strict" {
		chosen = append(chosen, placing.DisableReservedCapacityFallback)
	}
	return chosen
}

func (s *Scenario) client() client.Client {
	var objects []client.Object
	for _, pool := range s.NodePools {
		ready := pool.DeepCopy()
		ready.Status.Conditions = nil
		for _, condition := range []string{v1.ConditionTypeNodeClassReady, v1.ConditionTypeValidationSucceeded} {
			ready.StatusConditions().SetTrue(condition)
		}
		objects = append(objects, ready)
	}
	for _, pod := range append(append([]*corev1.Pod{}, s.Pods...), s.BoundPods...) {
		objects = append(objects, pod.DeepCopy())
	}
	for _, node := range s.Nodes {
		objects = append(objects, node.DeepCopy())
	}
	for _, daemonSet := range s.DaemonSets {
		objects = append(objects, daemonSet.DeepCopy())
	}
	for _, namespace := range s.Namespaces {
		objects = append(objects, namespace.DeepCopy())
	}
	for _, volume := range s.Volumes {
		objects = append(objects, volume.DeepCopyObject().(client.Object))
	}
	return clientfake.NewClientBuilder().WithScheme(scheme.Scheme).WithInterceptorFuncs(interceptor.Funcs{Get: dropNamespace}).
		WithObjects(objects...).WithIndex(&corev1.Pod{}, "spec.nodeName", func(o client.Object) []string {
		return []string{o.(*corev1.Pod).Spec.NodeName}
	}).Build()
}

// dropNamespace does what an API server does for a kind without namespaces and the in-memory client does not: upstream asks
// for a PersistentVolume with the namespace of its pod.
func dropNamespace(ctx context.Context, kube client.WithWatch, key client.ObjectKey, into client.Object, opts ...client.GetOption) error {
	if _, ok := into.(*corev1.PersistentVolume); ok {
		key.Namespace = ""
	}
	return kube.Get(ctx, key, into, opts...)
}

// InstanceType is one entry of instancetypes.json.
type InstanceType struct {
	Name     string              `json:"name"`
	Capacity corev1.ResourceList `json:"capacity"`
	Overhead struct {
		KubeReserved corev1.ResourceList `json:"kubeReserved"`
	} `json:"overhead"`
	Requirements []corev1.NodeSelectorRequirement `json:"requirements"`
	Offerings    []struct {
		Requirements        []corev1.NodeSelectorRequirement `json:"requirements"`
		Price               float64                          `json:"price"`
		Available           bool                             `json:"available"`
		ReservationCapacity int                              `json:"reservationCapacity"`
	} `json:"offerings"`
}

func (it *InstanceType) value() *cloudprovider.InstanceType {
	offerings := cloudprovider.Offerings{}
	for _, o := range it.Offerings {
		offerings = append(offerings, &cloudprovider.Offering{
			Requirements:        scheduling.NewNodeSelectorRequirements(o.Requirements...),
			Price:               o.Price,
			Available:           o.Available,
			ReservationCapacity: o.ReservationCapacity,
		})
	}
	return &cloudprovider.InstanceType{
		Name:         it.Name,
		Requirements: scheduling.NewNodeSelectorRequirements(it.Requirements...),
		Offerings:    offerings,
		Capacity:     it.Capacity.DeepCopy(),
		Overhead:     &cloudprovider.InstanceTypeOverhead{KubeReserved: it.Overhead.KubeReserved.DeepCopy()},
	}
}

// Outcome answers where one pod of a solve went.
type Outcome struct{ results placing.Results }

// Claim is the new node planned for the pod, or nil.
func (o *Outcome) Claim(pod string) *placing.NodeClaim {
	for _, claim := range o.results.NewNodeClaims {
		for _, p := range claim.Pods {
			if p.Name == pod {
				return claim
			}
		}
	}
	return nil
}

// Node is the existing node chosen for the pod, or empty.
func (o *Outcome) Node(pod string) string {
	for _, node := range o.results.ExistingNodes {
		for _, p := range node.Pods {
			if p.Name == pod {
				return node.Name()
			}
		}
	}
	return ""
}

// Refusal is the error given for the pod, or nil when it was placed.
func (o *Outcome) Refusal(pod string) error {
	for p, err := range o.results.PodErrors {
		if p.Name == pod {
			return err
		}
	}
	return nil
}

// Zones are the zones the pod's new node may still start in, sorted; nil when its zone is open.
func (o *Outcome) Zones(pod string) []string {
	claim := o.Claim(pod)
	if claim == nil || !claim.Requirements.Has(corev1.LabelTopologyZone) {
		return nil
	}
	zones := claim.Requirements.Get(corev1.LabelTopologyZone).Values()
	sort.Strings(zones)
	return zones
}

// Types are the instance types listed for the pod's new node, sorted.
func (o *Outcome) Types(pod string) []string {
	var names []string
	if claim := o.Claim(pod); claim != nil {
		for _, it := range claim.InstanceTypeOptions {
			names = append(names, it.Name)
		}
	}
	sort.Strings(names)
	return names
}

// NewNodes counts the planned nodes.
func (o *Outcome) NewNodes() int { return len(o.results.NewNodeClaims) }
