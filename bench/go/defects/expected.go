package defects

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
)

// Expected is the answer ours must give, as README.md of the scenarios tells.
type Expected struct {
	Refused        []string            `json:"refused"`
	RefusedCount   *int                `json:"refusedCount"`
	NewNodes       *int                `json:"newNodes"`
	OnNode         map[string]string   `json:"onNode"`
	Zones          map[string][]string `json:"zones"`
	Types          map[string][]string `json:"types"`
	SameZone       [][2]string         `json:"sameZone"`
	DifferentZones [][2]string         `json:"differentZones"`
}

// ReadExpected parses expected.json of the directory of that name.
func ReadExpected(name string) (*Expected, error) {
	file, err := os.Open(filepath.Join(Root, name, "expected.json"))
	if err != nil {
		return nil, err
	}
	defer file.Close()
	decoder := json.NewDecoder(file)
	decoder.DisallowUnknownFields()
	expected := &Expected{}
	return expected, decoder.Decode(expected)
}

// Faults names every point in which the outcome is not as expected.
func (e *Expected) Faults(s *Scenario, o *Outcome) []string {
	var faults []string
	fault := func(format string, args ...any) { faults = append(faults, fmt.Sprintf(format, args...)) }

	refused := 0
	for _, pod := range s.Pods {
		placed := o.Claim(pod.Name) != nil || o.Node(pod.Name) != ""
		if !placed {
			refused++
		}
		if e.RefusedCount == nil && placed == slices.Contains(e.Refused, pod.Name) {
			fault("pod %s: placed is %t", pod.Name, placed)
		}
	}
	if e.RefusedCount != nil && refused != *e.RefusedCount {
		fault("%d pods refused", refused)
	}
	if e.NewNodes != nil && o.NewNodes() != *e.NewNodes {
		fault("%d new nodes", o.NewNodes())
	}
	for pod, node := range e.OnNode {
		if found := o.Node(pod); found != node {
			fault("pod %s on node %q", pod, found)
		}
	}
	for pod, zones := range e.Zones {
		if found := o.Zones(pod); !slices.Equal(found, zones) {
			fault("pod %s in zones %v", pod, found)
		}
	}
	for pod, types := range e.Types {
		if found := o.Types(pod); !slices.Equal(found, types) {
			fault("pod %s on types %v", pod, found)
		}
	}
	for _, pair := range e.SameZone {
		if a, b := o.Zones(pair[0]), o.Zones(pair[1]); len(a) != 1 || !slices.Equal(a, b) {
			fault("pods %v in zones %v and %v", pair, a, b)
		}
	}
	for _, pair := range e.DifferentZones {
		a, b := o.Zones(pair[0]), o.Zones(pair[1])
		if a == nil || b == nil || slices.ContainsFunc(a, func(zone string) bool { return slices.Contains(b, zone) }) {
			fault("pods %v in zones %v and %v", pair, a, b)
		}
	}
	return faults
}
