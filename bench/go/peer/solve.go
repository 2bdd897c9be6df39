package main

import (
	"context"
	"fmt"
	"os"
	"runtime"
	"strconv"
	"strings"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/tools/record"
	"k8s.io/utils/clock"

	v1 "sigs.k8s.io/karpenter/pkg/apis/v1"
	"sigs.k8s.io/karpenter/pkg/cloudprovider"
	"sigs.k8s.io/karpenter/pkg/controllers/provisioning"
	"sigs.k8s.io/karpenter/pkg/controllers/provisioning/scheduling"
	"sigs.k8s.io/karpenter/pkg/controllers/state"
	"sigs.k8s.io/karpenter/pkg/events"
	"sigs.k8s.io/karpenter/pkg/operator/options"
	requirement "sigs.k8s.io/karpenter/pkg/scheduling"
	"sigs.k8s.io/karpenter/pkg/utils/daemonset"
	nodepoolutils "sigs.k8s.io/karpenter/pkg/utils/nodepool"
)

// iteration is one answer line. Setup covers topology and scheduler construction; building cluster state,
// copying the input and rendering the placement are timed nowhere.
type iteration struct {
	Iteration           int       `json:"iteration"`
	SolveSeconds        float64   `json:"solveSeconds"`
	SetupSeconds        float64   `json:"setupSeconds"`
	AllocatedBytes      uint64    `json:"allocatedBytes"`
	SetupAllocatedBytes uint64    `json:"setupAllocatedBytes"`
	PeakRSSBytes        uint64    `json:"peakRssBytes"`
	Placement           placement `json:"placement"`
}

// problem is a private copy of everything the scheduler reads or writes in one iteration.
type problem struct {
	client     *reader
	cluster    *state.Cluster
	recorder   events.Recorder
	nodePools  []*v1.NodePool
	types      map[string][]*cloudprovider.InstanceType
	nodes      []*state.StateNode
	pods       []*corev1.Pod
	ignored    map[types.UID]error
	daemonPods []*corev1.Pod
	volumeReqs map[types.UID][]requirement.Requirements
}

func solve(ctx context.Context, w *workload) (*iteration, error) {
	p, err := newProblem(ctx, w)
	if err != nil {
		return nil, err
	}
	opts := schedulerOptions(w.options)
	result := &iteration{}

	runtime.GC()
	allocated, began := totalAlloc(), time.Now()
	topology, err := scheduling.NewTopology(ctx, p.client, p.cluster, p.nodes, p.nodePools, p.types, p.pods, opts...)
	if err != nil {
		return nil, fmt.Errorf("building topology: %w", err)
	}
	scheduler := scheduling.NewScheduler(ctx, p.client, p.nodePools, p.cluster, p.nodes, topology, p.types,
		p.daemonPods, p.recorder, clock.RealClock{}, p.volumeReqs, nil, opts...)
	result.SetupSeconds = time.Since(began).Seconds()
	result.SetupAllocatedBytes = totalAlloc() - allocated

	runtime.GC()
	allocated, began = totalAlloc(), time.Now()
	results, err := scheduler.Solve(ctx, p.pods)
	if err != nil {
		return nil, fmt.Errorf("solving: %w", err)
	}
	result.SolveSeconds = time.Since(began).Seconds()
	result.AllocatedBytes = totalAlloc() - allocated
	// The provisioner orders and cuts the type lists after Solve; that work is not charged to upstream.
	results = results.TruncateInstanceTypes(ctx, scheduling.MaxInstanceTypes)

	result.PeakRSSBytes = peakRSS()
	result.Placement = placementOf(results, p.ignored)
	return result, nil
}

func schedulerOptions(o runOptions) []scheduling.Options {
	opts := []scheduling.Options{
		scheduling.NumConcurrentReconciles(o.Workers),
		scheduling.MinValuesPolicy(options.MinValuesPolicy(o.MinValuesPolicy)),
	}
	if o.PreferencePolicy == "Ignore" {
		opts = append(opts, scheduling.IgnorePreferences)
	}
	if o.ReservedMode == "Strict" {
		opts = append(opts, scheduling.DisableReservedCapacityFallback)
	}
	return opts
}

func newProblem(ctx context.Context, w *workload) (*problem, error) {
	p := &problem{
		client:     newReader(w),
		recorder:   events.NewRecorder(&record.FakeRecorder{}),
		types:      map[string][]*cloudprovider.InstanceType{},
		ignored:    map[types.UID]error{},
		volumeReqs: map[types.UID][]requirement.Requirements{},
	}
	// Allocatable is cached inside a type on first use; fresh copies keep that work in set-up each time.
	catalogue := make([]*cloudprovider.InstanceType, 0, len(w.types))
	for _, t := range w.types {
		catalogue = append(catalogue, t.DeepCopy())
	}
	for _, pool := range w.nodePools {
		if nodepoolutils.IsStatic(pool) || !pool.DeletionTimestamp.IsZero() {
			continue
		}
		p.nodePools = append(p.nodePools, pool.DeepCopy())
		p.types[pool.Name] = catalogue
	}
	nodepoolutils.OrderByWeight(p.nodePools)

	cloud := &frozenCloud{types: catalogue}
	p.cluster = state.NewCluster(clock.RealClock{}, p.client, cloud)
	if err := p.fillCluster(ctx, w); err != nil {
		return nil, fmt.Errorf("building cluster state: %w", err)
	}
	all := p.cluster.DeepCopyNodes()
	p.nodes = all.Active()
	for _, pod := range w.pods {
		p.pods = append(p.pods, pod.DeepCopy())
	}
	p.rejectInvalid(ctx, provisioning.NewProvisioner(p.client, p.recorder, cloud, p.cluster, clock.RealClock{}, nil, nil))
	leaving, err := all.Deleting().CurrentlyReschedulablePods(ctx, p.client, clock.RealClock{}, p.recorder)
	if err != nil {
		return nil, fmt.Errorf("reading pods of deleting nodes: %w", err)
	}
	p.pods = append(p.pods, leaving...)
	for _, set := range w.daemonSets {
		p.daemonPods = append(p.daemonPods, daemonset.PodForDaemonSet(set.DeepCopy()))
	}
	return p, nil
}

func (p *problem) fillCluster(ctx context.Context, w *workload) error {
	for _, claim := range w.nodeClaims {
		p.cluster.UpdateNodeClaim(claim.DeepCopy())
	}
	for _, node := range w.nodes {
		if err := p.cluster.UpdateNode(ctx, node.DeepCopy()); err != nil {
			return err
		}
	}
	for _, pod := range w.boundPods {
		if err := p.cluster.UpdatePod(ctx, pod.DeepCopy()); err != nil {
			return err
		}
	}
	return nil
}

// rejectInvalid drops the pods that the provisioner would not hand to the scheduler and collects the volume
// alternatives of the others.
func (p *problem) rejectInvalid(ctx context.Context, provisioner *provisioning.Provisioner) {
	topology := scheduling.NewVolumeTopology(p.client)
	var kept []*corev1.Pod
	for _, pod := range p.pods {
		if err := provisioner.Validate(ctx, pod); err != nil {
			p.ignored[pod.UID] = err
			continue
		}
		alternatives, err := topology.GetRequirements(ctx, pod)
		if err != nil {
			p.ignored[pod.UID] = err
			continue
		}
		if len(alternatives) > 0 {
			p.volumeReqs[pod.UID] = alternatives
		}
		kept = append(kept, pod)
	}
	p.pods = kept
}

func totalAlloc() uint64 {
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return stats.TotalAlloc
}

// peakRSS is zero where the kernel does not publish it.
func peakRSS() uint64 {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0
	}
	for line := range strings.Lines(string(status)) {
		if rest, found := strings.CutPrefix(line, "VmHWM:"); found {
			kib, _ := strconv.ParseUint(strings.TrimSuffix(strings.TrimSpace(rest), " kB"), 10, 64)
			return kib * 1024
		}
	}
	return 0
}
