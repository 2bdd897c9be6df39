// Command peer runs Karpenter's own scheduler on a frozen workload, so that another
// implementation can be measured against it on identical input.
//
//	peer DIR              serve: answer each line "go" on standard input with one JSON line
//	peer -once DIR        run one iteration and print its JSON line
//	peer -consolidation DIR  serve the questions of consolidation.go instead
//
// The workload is read once. Everything the scheduler mutates is rebuilt for each iteration
// while no clock runs.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"

	"github.com/go-logr/logr"
	ctrllog "sigs.k8s.io/controller-runtime/pkg/log"
)

func main() {
	once := flag.Bool("once", false, "run one iteration, print its result and leave")
	workers := flag.Int("workers", 0, "workers scanning candidates; 0 takes the number from options.json, else 5")
	consolidation := flag.Bool("consolidation", false, "answer what to disrupt rather than where pods go")
	flag.Parse()
	if flag.NArg() != 1 {
		fmt.Fprintln(os.Stderr, "usage: peer [-once | -consolidation] [-workers N] WORKLOAD-DIRECTORY")
		os.Exit(2)
	}
	if *consolidation {
		if err := serveConsolidation(flag.Arg(0), os.Stdin, os.Stdout); err != nil {
			fmt.Fprintln(os.Stderr, "peer:", err)
			os.Exit(1)
		}
		return
	}
	if err := run(flag.Arg(0), *workers, *once, os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "peer:", err)
		os.Exit(1)
	}
}

func run(dir string, workers int, once bool, in io.Reader, out io.Writer) error {
	// Upstream logs every unschedulable pod; writing those lines would be timed as scheduling.
	ctrllog.SetLogger(logr.Discard())
	w, first, err := timedLoad(dir)
	if err != nil {
		return err
	}
	if workers > 0 {
		w.options.Workers = workers
	}
	answer := json.NewEncoder(out)
	ctx := w.context(context.Background())
	if once {
		return iterate(ctx, w, 1, answer)
	}
	if err := answer.Encode(map[string]any{"ready": true, "pods": len(w.pods), "reading": first}); err != nil {
		return err
	}
	lines := bufio.NewScanner(in)
	for n := 1; lines.Scan(); {
		switch command := lines.Text(); command {
		case "go":
			if err := iterate(ctx, w, n, answer); err != nil {
				return err
			}
			n++
		case "read":
			_, again, err := timedLoad(dir)
			if err != nil {
				return err
			}
			if err := answer.Encode(again); err != nil {
				return err
			}
		case "quit":
			return nil
		default:
			return fmt.Errorf("unknown command %q, expected go, read or quit", command)
		}
	}
	return lines.Err()
}

func iterate(ctx context.Context, w *workload, n int, answer *json.Encoder) error {
	result, err := solve(ctx, w)
	if err != nil {
		return fmt.Errorf("iteration %d: %w", n, err)
	}
	result.Iteration = n
	return answer.Encode(result)
}
