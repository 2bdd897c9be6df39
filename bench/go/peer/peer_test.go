package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const (
	oneType = `[{"name":"small","capacity":{"cpu":"4","memory":"8Gi","pods":"10"},
	  "overhead":{"kubeReserved":{"cpu":"100m"}},
	  "requirements":[
	    {"key":"node.kubernetes.io/instance-type","operator":"In","values":["small"]},
	    {"key":"kubernetes.io/arch","operator":"In","values":["amd64"]},
	    {"key":"kubernetes.io/os","operator":"In","values":["linux"]},
	    {"key":"topology.kubernetes.io/zone","operator":"In","values":["a"]},
	    {"key":"karpenter.sh/capacity-type","operator":"In","values":["on-demand"]}],
	  "offerings":[
	    {"price":3,"requirements":[
	      {"key":"karpenter.sh/capacity-type","operator":"In","values":["on-demand"]},
	      {"key":"topology.kubernetes.io/zone","operator":"In","values":["a"]}]},
	    {"price":1,"available":false,"requirements":[
	      {"key":"karpenter.sh/capacity-type","operator":"In","values":["on-demand"]},
	      {"key":"topology.kubernetes.io/zone","operator":"In","values":["a"]}]}]}]`
	onePool = `[{"metadata":{"name":"default"},"spec":{"template":{"spec":{"requirements":[]}}}}]`
	oneNode = `[{"metadata":{"name":"n1","labels":{"karpenter.sh/nodepool":"default","karpenter.sh/initialized":"true",
	    "karpenter.sh/registered":"true","kubernetes.io/hostname":"n1","topology.kubernetes.io/zone":"a"}},
	  "status":{"capacity":{"cpu":"4","memory":"8Gi","pods":"10"},"allocatable":{"cpu":"4","memory":"8Gi","pods":"10"}}}]`
)

func pod(name, node, cpu string) string {
	return `{"metadata":{"name":"` + name + `","namespace":"default","uid":"` + name + `","labels":{"app":"web"}},
	  "spec":{"nodeName":"` + node + `","containers":[{"name":"c","resources":{"requests":{"cpu":"` + cpu + `"}}}]}}`
}

// spreadPod may not share a host with another app=web.
func spreadPod(name, cpu string) string {
	constraint := `"topologySpreadConstraints":[{"maxSkew":1,"topologyKey":"kubernetes.io/hostname",
	  "whenUnsatisfiable":"DoNotSchedule","labelSelector":{"matchLabels":{"app":"web"}}}],`
	return strings.Replace(pod(name, "", cpu), `"spec":{`, `"spec":{`+constraint, 1)
}

func answers(t *testing.T, commands string, files map[string]string) []iteration {
	t.Helper()
	dir := t.TempDir()
	for name, content := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	var out bytes.Buffer
	if err := run(dir, 0, false, strings.NewReader(commands), &out); err != nil {
		t.Fatal(err)
	}
	var all []iteration
	for _, line := range strings.Split(strings.TrimSpace(out.String()), "\n")[1:] {
		var next iteration
		if err := json.Unmarshal([]byte(line), &next); err != nil {
			t.Fatal(err)
		}
		all = append(all, next)
	}
	return all
}

func TestRoomOnAnExistingNodeIsUsedBeforeANewOneIsBought(t *testing.T) {
	got := answers(t, "go\n", map[string]string{
		"instancetypes.json": oneType, "nodepools.json": onePool, "nodes.json": oneNode,
		"boundpods.json": "[" + pod("running", "n1", "2") + "]",
		"pods.json":      "[" + pod("fits", "", "2") + "," + pod("new", "", "3") + "]",
	})[0].Placement

	if len(got.Existing) != 1 || got.Existing[0].Node != "n1" || got.Existing[0].Pods[0] != "fits" {
		t.Errorf("existing = %+v, expected pod fits on n1", got.Existing)
	}
	if len(got.Claims) != 1 || got.Claims[0].Pods[0] != "new" || got.Claims[0].InstanceTypes[0] != "small" {
		t.Errorf("claims = %+v, expected pod new on a small node", got.Claims)
	}
	if *got.Claims[0].Price != 3 {
		t.Errorf("price = %v, expected 3: the cheaper offering is not available", *got.Claims[0].Price)
	}
}

func TestRunningPodsCountForTopology(t *testing.T) {
	got := answers(t, "go\n", map[string]string{
		"instancetypes.json": oneType, "nodepools.json": onePool, "nodes.json": oneNode,
		"boundpods.json": "[" + pod("running", "n1", "1") + "]",
		"pods.json":      "[" + spreadPod("spread", "1") + "]",
	})[0].Placement

	if len(got.Existing) != 0 || len(got.Claims) != 1 {
		t.Errorf("placement = %+v, expected a new node: n1 holds an app=web already", got)
	}
}

func TestEveryIterationStartsAfresh(t *testing.T) {
	all := answers(t, "go\ngo\nquit\ngo\n", map[string]string{
		"instancetypes.json": oneType, "nodepools.json": onePool,
		"pods.json": "[" + pod("a", "", "1") + "]",
	})

	if len(all) != 2 {
		t.Fatalf("%d answers, expected two before quit", len(all))
	}
	for _, one := range all {
		if len(one.Placement.Claims) != 1 || len(one.Placement.Claims[0].Pods) != 1 {
			t.Errorf("iteration %d placed %+v, expected one pod on one node", one.Iteration, one.Placement.Claims)
		}
	}
}

func TestAPodThatFitsNowhereIsListedWithUpstreamsReason(t *testing.T) {
	got := answers(t, "go\n", map[string]string{
		"instancetypes.json": oneType, "nodepools.json": onePool,
		"pods.json": "[" + pod("huge", "", "100") + "]",
	})[0].Placement

	if len(got.Unplaced) != 1 || !strings.Contains(got.Unplaced[0].Error, "enough resources") {
		t.Errorf("unplaced = %+v, expected huge for want of resources", got.Unplaced)
	}
}

func TestAnUnknownVolumeKindIsRefused(t *testing.T) {
	dir := t.TempDir()
	content := []byte(`[{"kind":"ConfigMap"}]`)
	if err := os.WriteFile(filepath.Join(dir, "volumes.json"), content, 0o600); err != nil {
		t.Fatal(err)
	}

	if _, err := loadWorkload(dir); err == nil || !strings.Contains(err.Error(), `volumes.json: item 0: kind "ConfigMap"`) {
		t.Errorf("err = %v, expected the file, the item and its kind", err)
	}
}
