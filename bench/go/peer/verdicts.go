package main

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"k8s.io/utils/clock"

	"sigs.k8s.io/karpenter/pkg/controllers/disruption"
	"sigs.k8s.io/karpenter/pkg/events"
)

type verdictsAnswer struct {
	Verdicts     int           `json:"verdicts"`
	Seconds      float64       `json:"seconds"`
	Candidates   int           `json:"candidates"`
	Movable      int           `json:"movable"`
	PeakRSSBytes uint64        `json:"peakRssBytes"`
	Nodes        []nodeVerdict `json:"nodes"`
}

// nodeVerdict is what single-node consolidation says of one node: the command, or the reason there is none.
type nodeVerdict struct {
	Node    string        `json:"node"`
	Command *commandEntry `json:"command,omitempty"`
	Reason  string        `json:"reason,omitempty"`
}

// listener keeps what the methods tell of nodes.
type listener struct{ messages []string }

func (l *listener) Publish(published ...events.Event) {
	for _, event := range published {
		l.messages = append(l.messages, event.Message)
	}
}

func (l *listener) take() string {
	slices.Sort(l.messages)
	told := strings.Join(slices.Compact(l.messages), "; ")
	l.messages = nil
	return told
}

// share is one of several equal parts of a sample, so that sides can take turns within it.
type share struct{ part, parts int }

// sampleVerdicts lets single-node consolidation judge candidates spread over the cluster, one at a time. A number of
// zero means all of them.
func sampleVerdicts(ctx context.Context, w *workload, number int, share share) (*verdictsAnswer, error) {
	heard := &listener{}
	c, err := newControllerTelling(ctx, w, heard)
	if err != nil {
		return nil, err
	}
	single := c.methods[len(c.methods)-1]
	candidates, err := disruption.GetCandidates(ctx, c.cluster, c.client, c.recorder, clock.RealClock{}, c.cloud,
		single.ShouldDisrupt, single.Class(), c.queue)
	if err != nil {
		return nil, fmt.Errorf("finding candidates: %w", err)
	}
	budgets, err := disruption.BuildDisruptionBudgetMapping(ctx, c.cluster, clock.RealClock{}, c.client, c.cloud,
		c.recorder, single.Reason())
	if err != nil {
		return nil, fmt.Errorf("reading budgets: %w", err)
	}
	slices.SortFunc(candidates, func(a, b *disruption.Candidate) int { return cmp.Compare(a.Name(), b.Name()) })
	result := &verdictsAnswer{Candidates: len(candidates), Nodes: []nodeVerdict{}}
	if number == 0 || number > len(candidates) {
		number = len(candidates)
	}
	for i := range number {
		if i%share.parts != share.part {
			continue
		}
		candidate := candidates[i*len(candidates)/number]
		heard.take()
		// Otherwise it would remember that there was nothing to do.
		c.cluster.MarkUnconsolidated()
		began := time.Now()
		commands, err := single.ComputeCommands(ctx, budgets, candidate)
		if err != nil {
			return nil, fmt.Errorf("judging %s: %w", candidate.Name(), err)
		}
		result.Seconds += time.Since(began).Seconds()
		result.Verdicts++
		verdict := nodeVerdict{Node: candidate.Name(), Reason: heard.take()}
		if len(commands) > 0 {
			entry := w.copyForChange().apply(&commands[0], single)
			verdict.Command, verdict.Reason = &entry, ""
			result.Movable++
		}
		result.Nodes = append(result.Nodes, verdict)
	}
	result.PeakRSSBytes = peakRSS()
	return result, nil
}
