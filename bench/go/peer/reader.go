package main

import (
	"context"
	"fmt"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	policyv1 "k8s.io/api/policy/v1"
	storagev1 "k8s.io/api/storage/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/controller-runtime/pkg/client"

	v1 "sigs.k8s.io/karpenter/pkg/apis/v1"
)

// reader stands in for the informer cache: objects live in memory under the indexes the operator
// registers, and every answer is a deep copy unless the caller waives it. Anything that writes is left
// to the nil interface inside, so that a write would be noticed.
type reader struct {
	client.Client

	podsByNode      map[string][]*corev1.Pod
	podsByNamespace map[string][]*corev1.Pod
	pods            []*corev1.Pod
	nodes           map[string]*corev1.Node
	nodeList        []*corev1.Node
	namespaces      []*corev1.Namespace
	daemonSets      []*appsv1.DaemonSet
	nodeClaims      []*v1.NodeClaim
	nodePools       []*v1.NodePool
	budgets         []*policyv1.PodDisruptionBudget
	claims          map[types.NamespacedName]*corev1.PersistentVolumeClaim
	volumes         map[string]*corev1.PersistentVolume
	classes         map[string]*storagev1.StorageClass
	csiNodes        map[string]*storagev1.CSINode
}

// newReader leaves the pending pods out: a cluster's cache holds them, and upstream would copy and then
// skip them in every count. The shorter lists flatter upstream a little.
func newReader(w *workload) *reader {
	r := &reader{
		podsByNode:      map[string][]*corev1.Pod{},
		podsByNamespace: map[string][]*corev1.Pod{},
		pods:            w.boundPods,
		nodes:           map[string]*corev1.Node{},
		nodeList:        w.nodes,
		namespaces:      w.namespaces,
		daemonSets:      w.daemonSets,
		nodeClaims:      w.nodeClaims,
		nodePools:       w.nodePools,
		budgets:         w.budgets,
		claims:          map[types.NamespacedName]*corev1.PersistentVolumeClaim{},
		volumes:         map[string]*corev1.PersistentVolume{},
		classes:         map[string]*storagev1.StorageClass{},
		csiNodes:        map[string]*storagev1.CSINode{},
	}
	for _, p := range w.boundPods {
		r.podsByNode[p.Spec.NodeName] = append(r.podsByNode[p.Spec.NodeName], p)
		r.podsByNamespace[p.Namespace] = append(r.podsByNamespace[p.Namespace], p)
	}
	for _, n := range w.nodes {
		r.nodes[n.Name] = n
	}
	for _, c := range w.volumes.claims {
		r.claims[client.ObjectKeyFromObject(c)] = c
	}
	for _, v := range w.volumes.volumes {
		r.volumes[v.Name] = v
	}
	for _, c := range w.volumes.classes {
		r.classes[c.Name] = c
	}
	for _, c := range w.volumes.csiNodes {
		r.csiNodes[c.Name] = c
	}
	return r
}

func (r *reader) Get(_ context.Context, key client.ObjectKey, into client.Object, _ ...client.GetOption) error {
	switch out := into.(type) {
	case *corev1.Node:
		return give(r.nodes[key.Name], out, key, "nodes")
	case *v1.NodePool:
		return give(named(r.nodePools, key.Name), out, key, "nodepools")
	case *corev1.PersistentVolumeClaim:
		return give(r.claims[key], out, key, "persistentvolumeclaims")
	case *corev1.PersistentVolume:
		return give(r.volumes[key.Name], out, key, "persistentvolumes")
	case *storagev1.StorageClass:
		return give(r.classes[key.Name], out, key, "storageclasses")
	case *storagev1.CSINode:
		return give(r.csiNodes[key.Name], out, key, "csinodes")
	}
	return fmt.Errorf("the peer's reader holds no %T", into)
}

func named(pools []*v1.NodePool, name string) *v1.NodePool {
	for _, pool := range pools {
		if pool.Name == name {
			return pool
		}
	}
	return nil
}

func give[T any, P interface {
	*T
	DeepCopyInto(*T)
}](found P, out P, key client.ObjectKey, resource string) error {
	if found == nil {
		return apierrors.NewNotFound(schema.GroupResource{Resource: resource}, key.Name)
	}
	found.DeepCopyInto(out)
	return nil
}

func (r *reader) List(_ context.Context, into client.ObjectList, opts ...client.ListOption) error {
	asked := client.ListOptions{}
	asked.ApplyOptions(opts)
	switch out := into.(type) {
	case *corev1.PodList:
		pods, err := r.podsFor(&asked)
		if err != nil {
			return err
		}
		out.Items = collect(pods, &asked)
	case *corev1.NodeList:
		out.Items = collect(r.nodeList, &asked)
	case *corev1.NamespaceList:
		out.Items = collect(r.namespaces, &asked)
	case *appsv1.DaemonSetList:
		out.Items = collect(r.daemonSets, &asked)
	case *v1.NodeClaimList:
		out.Items = collect(r.nodeClaims, &asked)
	case *policyv1.PodDisruptionBudgetList:
		out.Items = collect(r.budgets, &asked)
	case *v1.NodePoolList:
		out.Items = collect(r.nodePools, &asked)
	default:
		return fmt.Errorf("the peer's reader lists no %T", into)
	}
	return nil
}

func (r *reader) podsFor(asked *client.ListOptions) ([]*corev1.Pod, error) {
	if asked.FieldSelector != nil && !asked.FieldSelector.Empty() {
		node, found := asked.FieldSelector.RequiresExactMatch("spec.nodeName")
		if !found {
			return nil, fmt.Errorf("the peer's reader has no index for %s", asked.FieldSelector)
		}
		return r.podsByNode[node], nil
	}
	if asked.Namespace != "" {
		return r.podsByNamespace[asked.Namespace], nil
	}
	return r.pods, nil
}

func collect[T any, P interface {
	*T
	client.Object
	DeepCopyInto(*T)
}](from []P, asked *client.ListOptions) []T {
	var items []T
	for _, object := range from {
		if asked.Namespace != "" && object.GetNamespace() != asked.Namespace {
			continue
		}
		if asked.LabelSelector != nil && !asked.LabelSelector.Matches(labels.Set(object.GetLabels())) {
			continue
		}
		if asked.UnsafeDisableDeepCopy != nil && *asked.UnsafeDisableDeepCopy {
			items = append(items, *object)
			continue
		}
		var item T
		object.DeepCopyInto(&item)
		items = append(items, item)
	}
	return items
}
