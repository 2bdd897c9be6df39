package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	policyv1 "k8s.io/api/policy/v1"
	storagev1 "k8s.io/api/storage/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	v1 "sigs.k8s.io/karpenter/pkg/apis/v1"
	"sigs.k8s.io/karpenter/pkg/cloudprovider"
	"sigs.k8s.io/karpenter/pkg/operator/injection"
	"sigs.k8s.io/karpenter/pkg/operator/options"
	"sigs.k8s.io/karpenter/pkg/scheduling"
)

// runOptions mirrors options.json; an absent field keeps the value set by defaultOptions.
type runOptions struct {
	PreferencePolicy   string   `json:"preferencePolicy"`
	MinValuesPolicy    string   `json:"minValuesPolicy"`
	ReservedMode       string   `json:"reservedMode"`
	ReservationIDLabel string   `json:"reservationIdLabel"`
	WellKnownLabels    []string `json:"wellKnownLabels"`
	Workers            int      `json:"workers"`
}

func defaultOptions() runOptions {
	return runOptions{
		PreferencePolicy: "Respect",
		MinValuesPolicy:  "Strict",
		ReservedMode:     "Fallback",
		Workers:          5,
	}
}

type workload struct {
	options    runOptions
	pods       []*corev1.Pod
	nodePools  []*v1.NodePool
	types      []*cloudprovider.InstanceType
	nodes      []*corev1.Node
	nodeClaims []*v1.NodeClaim
	boundPods  []*corev1.Pod
	daemonSets []*appsv1.DaemonSet
	namespaces []*corev1.Namespace
	volumes    volumeObjects
	budgets    []*policyv1.PodDisruptionBudget
	// launches counts the nodes that commands have brought.
	launches int
}

type volumeObjects struct {
	claims   []*corev1.PersistentVolumeClaim
	volumes  []*corev1.PersistentVolume
	classes  []*storagev1.StorageClass
	csiNodes []*storagev1.CSINode
}

func loadWorkload(dir string) (*workload, error) {
	w := &workload{options: defaultOptions()}
	if _, err := os.Stat(dir); err != nil {
		return nil, err
	}
	if err := readJSON(dir, "options.json", &w.options); err != nil {
		return nil, err
	}
	var types []typeEntry
	var volumes []json.RawMessage
	for file, target := range map[string]any{
		"pods.json":          &w.pods,
		"nodepools.json":     &w.nodePools,
		"instancetypes.json": &types,
		"nodes.json":         &w.nodes,
		"nodeclaims.json":    &w.nodeClaims,
		"boundpods.json":     &w.boundPods,
		"daemonsets.json":    &w.daemonSets,
		"namespaces.json":    &w.namespaces,
		"volumes.json":       &volumes,

		"poddisruptionbudgets.json": &w.budgets,
	} {
		if err := readJSON(dir, file, target); err != nil {
			return nil, err
		}
	}
	for _, t := range types {
		w.types = append(w.types, t.instanceType())
	}
	if err := w.readVolumes(volumes); err != nil {
		return nil, fmt.Errorf("volumes.json: %w", err)
	}
	w.applyGlobals()
	w.completeNodePools()
	w.completeNodeClaims()
	return w, nil
}

func readJSON(dir, file string, into any) error {
	raw, err := os.ReadFile(filepath.Join(dir, file))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	if err := json.NewDecoder(bytes.NewReader(raw)).Decode(into); err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	return nil
}

func (w *workload) readVolumes(objects []json.RawMessage) error {
	for i, raw := range objects {
		var kind metav1.TypeMeta
		if err := json.Unmarshal(raw, &kind); err != nil {
			return fmt.Errorf("item %d: %w", i, err)
		}
		var err error
		switch kind.Kind {
		case "PersistentVolumeClaim":
			w.volumes.claims, err = appendDecoded(w.volumes.claims, raw)
		case "PersistentVolume":
			w.volumes.volumes, err = appendDecoded(w.volumes.volumes, raw)
		case "StorageClass":
			w.volumes.classes, err = appendDecoded(w.volumes.classes, raw)
		case "CSINode":
			w.volumes.csiNodes, err = appendDecoded(w.volumes.csiNodes, raw)
		default:
			err = fmt.Errorf("kind %q is none of PersistentVolumeClaim, PersistentVolume, StorageClass, CSINode", kind.Kind)
		}
		if err != nil {
			return fmt.Errorf("item %d: %w", i, err)
		}
	}
	return nil
}

func appendDecoded[T any](to []*T, raw json.RawMessage) ([]*T, error) {
	object := new(T)
	if err := json.Unmarshal(raw, object); err != nil {
		return to, err
	}
	return append(to, object), nil
}

// applyGlobals sets what upstream keeps in package variables that cloud providers fill at start-up.
func (w *workload) applyGlobals() {
	v1.WellKnownLabels.Insert(w.options.WellKnownLabels...)
	if label := w.options.ReservationIDLabel; label != "" {
		cloudprovider.ReservationIDLabel = label
		cloudprovider.ReservedCapacityLabels.Insert(label)
		v1.WellKnownLabels.Insert(label)
	}
}

func (w *workload) completeNodePools() {
	for _, pool := range w.nodePools {
		if pool.Spec.Template.Spec.NodeClassRef == nil {
			pool.Spec.Template.Spec.NodeClassRef = &v1.NodeClassReference{
				Group: "karpenter.kwok.sh", Kind: "KWOKNodeClass", Name: "default",
			}
		}
	}
}

// completeNodeClaims gives every node of a NodePool the NodeClaim it would have in a cluster: upstream
// calls a node managed only if it knows the claim.
func (w *workload) completeNodeClaims() {
	known := map[string]bool{}
	for _, claim := range w.nodeClaims {
		known[claim.Status.ProviderID] = true
	}
	for _, node := range w.nodes {
		if node.Labels[v1.NodePoolLabelKey] == "" {
			continue
		}
		if node.Spec.ProviderID == "" {
			node.Spec.ProviderID = "peer://" + node.Name
		}
		if known[node.Spec.ProviderID] {
			continue
		}
		claim := &v1.NodeClaim{}
		claim.Name = node.Name
		claim.UID = node.UID
		claim.CreationTimestamp = node.CreationTimestamp
		claim.DeletionTimestamp = node.DeletionTimestamp
		claim.Labels = node.Labels
		claim.Spec.Taints = node.Spec.Taints
		claim.Status.ProviderID = node.Spec.ProviderID
		claim.Status.NodeName = node.Name
		claim.Status.Capacity = node.Status.Capacity
		claim.Status.Allocatable = node.Status.Allocatable
		w.nodeClaims = append(w.nodeClaims, claim)
	}
}

func (w *workload) context(parent context.Context) context.Context {
	return options.ToContext(injection.WithControllerName(parent, "provisioner"), &options.Options{
		CPURequests:       int64(w.options.Workers) * 1000,
		PreferencePolicy:  options.PreferencePolicy(w.options.PreferencePolicy),
		MinValuesPolicy:   options.MinValuesPolicy(w.options.MinValuesPolicy),
		IgnoreDRARequests: true,
		FeatureGates:      options.FeatureGates{ReservedCapacity: true},
	})
}

type requirementEntry struct {
	Key      string                      `json:"key"`
	Operator corev1.NodeSelectorOperator `json:"operator"`
	Values   []string                    `json:"values"`
}

type typeEntry struct {
	Name     string              `json:"name"`
	Capacity corev1.ResourceList `json:"capacity"`
	Overhead struct {
		KubeReserved      corev1.ResourceList `json:"kubeReserved"`
		SystemReserved    corev1.ResourceList `json:"systemReserved"`
		EvictionThreshold corev1.ResourceList `json:"evictionThreshold"`
	} `json:"overhead"`
	Requirements []requirementEntry `json:"requirements"`
	Offerings    []struct {
		Requirements        []requirementEntry `json:"requirements"`
		Price               float64            `json:"price"`
		Available           *bool              `json:"available"`
		ReservationCapacity int                `json:"reservationCapacity"`
	} `json:"offerings"`
}

func (t typeEntry) instanceType() *cloudprovider.InstanceType {
	it := &cloudprovider.InstanceType{
		Name:         t.Name,
		Capacity:     t.Capacity,
		Requirements: requirements(t.Requirements),
		Overhead: &cloudprovider.InstanceTypeOverhead{
			KubeReserved:      t.Overhead.KubeReserved,
			SystemReserved:    t.Overhead.SystemReserved,
			EvictionThreshold: t.Overhead.EvictionThreshold,
		},
	}
	for _, o := range t.Offerings {
		it.Offerings = append(it.Offerings, &cloudprovider.Offering{
			Requirements:        requirements(o.Requirements),
			Price:               o.Price,
			Available:           o.Available == nil || *o.Available,
			ReservationCapacity: o.ReservationCapacity,
		})
	}
	return it
}

func requirements(entries []requirementEntry) scheduling.Requirements {
	all := scheduling.NewRequirements()
	for _, e := range entries {
		all.Add(scheduling.NewRequirement(e.Key, e.Operator, e.Values...))
	}
	return all
}
