package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/go-logr/logr"
	"k8s.io/client-go/tools/record"
	"k8s.io/utils/clock"
	ctrllog "sigs.k8s.io/controller-runtime/pkg/log"

	"sigs.k8s.io/karpenter/pkg/cloudprovider"
	"sigs.k8s.io/karpenter/pkg/controllers/disruption"
	"sigs.k8s.io/karpenter/pkg/controllers/provisioning"
	"sigs.k8s.io/karpenter/pkg/controllers/state"
	"sigs.k8s.io/karpenter/pkg/events"
	"sigs.k8s.io/karpenter/pkg/operator/injection"
)

// serveConsolidation answers, a JSON line for each line of input:
//
//	first                 the first command upstream gives, and the seconds to it
//	verdicts N [PART PARTS]  what single-node consolidation says of N candidates spread over the cluster, or of
//	                      all (0), one at a time, and the seconds; of each PARTS of them only number PART
//	read                  seconds to read the workload once more
//	fixed-point SECONDS   commands applied one after the other until there is none, or time is up
//	quit
//
// Every answer starts from the frozen cluster.
func serveConsolidation(dir string, in io.Reader, out io.Writer) error {
	ctrllog.SetLogger(logr.Discard())
	w, first, err := timedLoad(dir)
	if err != nil {
		return err
	}
	answer := json.NewEncoder(out)
	ctx := injection.WithControllerName(w.context(context.Background()), "disruption")
	if err := answer.Encode(map[string]any{"ready": true, "nodes": len(w.nodes), "reading": first}); err != nil {
		return err
	}
	lines := bufio.NewScanner(in)
	for lines.Scan() {
		words := strings.Fields(lines.Text())
		if len(words) == 1 && words[0] == "quit" {
			return nil
		}
		result, err := consolidationAnswer(ctx, w, dir, words)
		if err != nil {
			return err
		}
		if err := answer.Encode(result); err != nil {
			return err
		}
	}
	return lines.Err()
}

func consolidationAnswer(ctx context.Context, w *workload, dir string, words []string) (any, error) {
	var numbers []int
	for _, word := range words[min(1, len(words)):] {
		number, err := strconv.Atoi(word)
		if err != nil {
			return nil, err
		}
		numbers = append(numbers, number)
	}
	switch word := strings.Join(words[:min(1, len(words))], ""); {
	case word == "first" && len(numbers) == 0:
		return firstCommand(ctx, w)
	case word == "read" && len(numbers) == 0:
		_, again, err := timedLoad(dir)
		return again, err
	case word == "verdicts" && len(numbers) == 1:
		return sampleVerdicts(ctx, w, numbers[0], share{parts: 1})
	case word == "verdicts" && len(numbers) == 3 && numbers[2] > 0:
		return sampleVerdicts(ctx, w, numbers[0], share{part: numbers[1], parts: numbers[2]})
	case word == "fixed-point" && len(numbers) == 1:
		return fixedPoint(ctx, w, time.Duration(numbers[0])*time.Second)
	}
	return nil, fmt.Errorf("unknown command %q", strings.Join(words, " "))
}

// trust lets every command pass at once. Upstream would wait fifteen seconds and simulate again.
type trust struct{}

func (trust) Validate(_ context.Context, cmd disruption.Command, _ time.Duration) (disruption.Command, error) {
	return cmd, nil
}

// controller is upstream's disruption controller without its loop: what it reads and the methods it asks, in
// its order. Drift is left out, as nothing has drifted.
type controller struct {
	client      *reader
	cluster     *state.Cluster
	cloud       *frozenCloud
	provisioner *provisioning.Provisioner
	recorder    events.Recorder
	queue       *disruption.Queue
	methods     []disruption.Method
}

func newController(ctx context.Context, w *workload) (*controller, error) {
	return newControllerTelling(ctx, w, events.NewRecorder(&record.FakeRecorder{}))
}

func newControllerTelling(ctx context.Context, w *workload, recorder events.Recorder) (*controller, error) {
	catalogue := make([]*cloudprovider.InstanceType, 0, len(w.types))
	for _, t := range w.types {
		catalogue = append(catalogue, t.DeepCopy())
	}
	c := &controller{
		client:   newReader(w),
		cloud:    &frozenCloud{types: catalogue},
		recorder: recorder,
	}
	clk := clock.RealClock{}
	c.cluster = state.NewCluster(clk, c.client, c.cloud)
	if err := (&problem{cluster: c.cluster}).fillCluster(ctx, w); err != nil {
		return nil, fmt.Errorf("building cluster state: %w", err)
	}
	c.provisioner = provisioning.NewProvisioner(c.client, c.recorder, c.cloud, c.cluster, clk, nil, nil)
	c.queue = disruption.NewQueue(c.client, c.recorder, c.cluster, clk, c.provisioner)
	made := disruption.MakeConsolidation(clk, c.cluster, c.client, c.provisioner, c.cloud, c.recorder, c.queue)
	passes := disruption.WithValidator(trust{})
	c.methods = []disruption.Method{
		disruption.NewEmptiness(made, passes),
		disruption.NewMultiNodeConsolidation(made, passes),
		disruption.NewSingleNodeConsolidation(made, passes),
	}
	return c, nil
}

// round is one turn of the loop: the commands of the first method that has any.
func (c *controller) round(ctx context.Context) ([]disruption.Command, disruption.Method, error) {
	for _, method := range c.methods {
		candidates, totals, err := disruption.GetCandidatesWithTotals(ctx, c.cluster, c.client, c.recorder,
			clock.RealClock{}, c.cloud, method.ShouldDisrupt, method.Class(), c.queue, nil)
		if err != nil {
			return nil, nil, fmt.Errorf("finding candidates: %w", err)
		}
		if len(candidates) == 0 {
			continue
		}
		if setter, ok := method.(disruption.NodePoolTotalsSetter); ok {
			setter.SetNodePoolTotals(totals)
		}
		budgets, err := disruption.BuildDisruptionBudgetMapping(ctx, c.cluster, clock.RealClock{}, c.client, c.cloud,
			c.recorder, method.Reason())
		if err != nil {
			return nil, nil, fmt.Errorf("reading budgets: %w", err)
		}
		commands, err := method.ComputeCommands(ctx, budgets, candidates...)
		if err != nil {
			return nil, nil, fmt.Errorf("computing commands: %w", err)
		}
		commands = slices.DeleteFunc(commands, func(one disruption.Command) bool {
			return one.Decision() == disruption.NoOpDecision
		})
		if len(commands) > 0 {
			return commands, method, nil
		}
	}
	return nil, nil, nil
}

type commandsAnswer struct {
	// Seconds upstream computed; applying commands is not counted.
	Seconds  float64        `json:"seconds"`
	Commands []commandEntry `json:"commands"`
	// Complete says that no command is left, rather than no time.
	Complete     bool   `json:"complete"`
	Nodes        int    `json:"nodes"`
	PeakRSSBytes uint64 `json:"peakRssBytes"`
}

func firstCommand(ctx context.Context, w *workload) (*commandsAnswer, error) {
	c, err := newController(ctx, w)
	if err != nil {
		return nil, err
	}
	runtime.GC()
	began := time.Now()
	commands, method, err := c.round(ctx)
	if err != nil {
		return nil, err
	}
	result := &commandsAnswer{Seconds: time.Since(began).Seconds(), Commands: []commandEntry{}, Nodes: len(w.nodes)}
	after := w.copyForChange()
	for i := range commands {
		result.Commands = append(result.Commands, after.apply(&commands[i], method))
	}
	result.Complete = len(commands) == 0
	result.PeakRSSBytes = peakRSS()
	return result, nil
}

func fixedPoint(ctx context.Context, w *workload, limit time.Duration) (*commandsAnswer, error) {
	result := &commandsAnswer{Commands: []commandEntry{}}
	after := w.copyForChange()
	for result.Seconds < limit.Seconds() {
		c, err := newController(ctx, after)
		if err != nil {
			return nil, err
		}
		runtime.GC()
		began := time.Now()
		commands, method, err := c.round(ctx)
		if err != nil {
			return nil, err
		}
		result.Seconds += time.Since(began).Seconds()
		if len(commands) == 0 {
			result.Complete = true
			break
		}
		for i := range commands {
			result.Commands = append(result.Commands, after.apply(&commands[i], method))
		}
	}
	result.Nodes = len(after.nodes)
	result.PeakRSSBytes = peakRSS()
	return result, nil
}
