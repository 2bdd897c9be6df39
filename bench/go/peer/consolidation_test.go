package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const consolidatingPool = `[{"metadata":{"name":"default"},
  "spec":{"disruption":{"consolidateAfter":"0s","consolidationPolicy":"WhenEmptyOrUnderutilized","budgets":[{"nodes":"100%"}]},
    "template":{"spec":{"requirements":[]}}},
  "status":{"conditions":[{"type":"Ready","status":"True"},{"type":"NodeClassReady","status":"True"},
    {"type":"ValidationSucceeded","status":"True"}]}}]`

func consolidatable(names ...string) (nodes, claims string) {
	var n, c []string
	for _, name := range names {
		labels := `"karpenter.sh/nodepool":"default","karpenter.sh/capacity-type":"on-demand","topology.kubernetes.io/zone":"a",
		  "node.kubernetes.io/instance-type":"small","kubernetes.io/arch":"amd64","kubernetes.io/os":"linux"`
		room := `{"cpu":"3900m","memory":"8Gi","pods":"10"}`
		n = append(n, `{"metadata":{"name":"`+name+`","labels":{`+labels+`,"karpenter.sh/initialized":"true",
		  "karpenter.sh/registered":"true","kubernetes.io/hostname":"`+name+`"}},"spec":{"providerID":"bench://`+name+`"},
		  "status":{"capacity":`+room+`,"allocatable":`+room+`,"conditions":[{"type":"Ready","status":"True"}]}}`)
		c = append(c, `{"metadata":{"name":"`+name+`","labels":{`+labels+`}},"status":{"providerID":"bench://`+name+`",
		  "nodeName":"`+name+`","capacity":`+room+`,"allocatable":`+room+`,"conditions":[
		  {"type":"Launched","status":"True"},{"type":"Registered","status":"True"},
		  {"type":"Initialized","status":"True"},{"type":"Consolidatable","status":"True"}]}}`)
	}
	return "[" + strings.Join(n, ",") + "]", "[" + strings.Join(c, ",") + "]"
}

func consolidate(t *testing.T, commands string, files map[string]string) []string {
	t.Helper()
	dir := t.TempDir()
	nodes, claims := consolidatable("n1", "n2", "n3")
	all := map[string]string{
		"instancetypes.json": oneType, "nodepools.json": consolidatingPool, "nodes.json": nodes, "nodeclaims.json": claims,
		"boundpods.json": "[" + pod("a", "n1", "1") + "," + pod("b", "n2", "1") + "," + pod("c", "n3", "3") + "]",
	}
	for name, content := range files {
		all[name] = content
	}
	for name, content := range all {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	var out bytes.Buffer
	if err := serveConsolidation(dir, strings.NewReader(commands), &out); err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSpace(out.String()), "\n")[1:]
}

func decode[T any](t *testing.T, line string) T {
	t.Helper()
	var value T
	if err := json.Unmarshal([]byte(line), &value); err != nil {
		t.Fatal(err)
	}
	return value
}

func TestCommandsAreAppliedUntilThereIsNone(t *testing.T) {
	got := decode[commandsAnswer](t, consolidate(t, "fixed-point 10\n", nil)[0])

	if !got.Complete || got.Nodes != 2 || len(got.Commands) != 1 {
		t.Fatalf("got %+v, expected one command that leaves two nodes", got)
	}
	one := got.Commands[0]
	if len(one.Nodes) != 1 || len(one.Placement.Existing) != 1 || one.Saving != 3 {
		t.Errorf("command = %+v, expected one node less for a saving of 3", one)
	}
}

func TestEveryQuestionStartsFromTheFrozenCluster(t *testing.T) {
	lines := consolidate(t, "first\nfixed-point 10\nfirst\nverdicts 2\nquit\n", nil)

	if len(lines) != 4 {
		t.Fatalf("%d answers, expected four", len(lines))
	}
	if last := decode[commandsAnswer](t, lines[2]); len(last.Commands) != 1 || last.Nodes != 3 {
		t.Errorf("second first = %+v, expected the first command again", last)
	}
	if verdicts := decode[verdictsAnswer](t, lines[3]); verdicts.Verdicts != 2 || verdicts.Candidates != 3 {
		t.Errorf("verdicts = %+v, expected two of three candidates", verdicts)
	}
}

func TestEveryNodeIsJudgedByItself(t *testing.T) {
	lines := consolidate(t, "verdicts 0\nverdicts 0 0 2\nverdicts 0 1 2\n", nil)

	all := decode[verdictsAnswer](t, lines[0])
	if len(all.Nodes) != 3 {
		t.Fatalf("verdicts = %+v, expected one for each of three nodes", all)
	}
	for i, wanted := range []bool{true, true, false} {
		one := all.Nodes[i]
		if (one.Command != nil) != wanted || (one.Reason == "") != wanted {
			t.Errorf("verdict %d = %+v, expected a command or else a reason", i, one)
		}
		if wanted && (one.Command.Saving != 3 || one.Command.Nodes[0] != one.Node) {
			t.Errorf("command of %s = %+v, expected a saving of 3", one.Node, one.Command)
		}
	}
	parts := append(decode[verdictsAnswer](t, lines[1]).Nodes, decode[verdictsAnswer](t, lines[2]).Nodes...)
	if len(parts) != 3 {
		t.Errorf("parts = %+v, expected the same three nodes", parts)
	}
}

func TestReadingIsTimed(t *testing.T) {
	lines := consolidate(t, "read\n", nil)

	if again := decode[readingAnswer](t, lines[0]); again.Seconds <= 0 {
		t.Errorf("reading = %+v, expected the time it took", again)
	}
}

func TestABudgetThatAllowsNothingProtectsItsNodes(t *testing.T) {
	budget := `[{"metadata":{"name":"web","namespace":"default"},"spec":{"maxUnavailable":0,
	  "selector":{"matchLabels":{"app":"web"}}},"status":{"disruptionsAllowed":0}}]`
	got := decode[commandsAnswer](t, consolidate(t, "first\n", map[string]string{"poddisruptionbudgets.json": budget})[0])

	if !got.Complete || len(got.Commands) != 0 {
		t.Errorf("got %+v, expected no command: every pod is app=web", got)
	}
}
