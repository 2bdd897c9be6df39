// Compares our CRDs with upstream's, leaving out what is in other words on purpose: descriptions, messages of rules, and the
// mark of upstream's generator. Prints each difference and fails if there is any.
//
//	go run ./crds CRD_DIRECTORY
package main

import (
	"fmt"
	"log"
	"os"
	"path/filepath"
	"sort"

	kwok "sigs.k8s.io/karpenter/kwok/apis"
	"sigs.k8s.io/karpenter/pkg/apis"
	"sigs.k8s.io/yaml"
)

func main() {
	upstream := map[string][]byte{
		"karpenter.sh_nodepools.yaml":               apis.NodePoolCRD,
		"karpenter.sh_nodeclaims.yaml":              apis.NodeClaimCRD,
		"karpenter.sh_nodeoverlays.yaml":            apis.NodeOverlayCRD,
		"autoscaling.x-k8s.io_capacitybuffers.yaml": apis.CapacityBufferCRD,
		"karpenter.kwok.sh_kwoknodeclasses.yaml":    kwok.KWOKNodeClassCRD,
	}
	differences := 0
	for name, theirs := range upstream {
		ours, err := os.ReadFile(filepath.Join(os.Args[1], name))
		if err != nil {
			log.Fatal(err)
		}
		differences += compare(name, bare(parse(ours), ""), bare(parse(theirs), ""))
	}
	if differences > 0 {
		os.Exit(1)
	}
	fmt.Println("no difference in", len(upstream), "definitions")
}

func parse(text []byte) any {
	var tree any
	if err := yaml.Unmarshal(text, &tree); err != nil {
		log.Fatal(err)
	}
	return tree
}

// The tree without words, and with lists that mean sets in one order.
func bare(node any, key string) any {
	switch node := node.(type) {
	case map[string]any:
		result := map[string]any{}
		for name, value := range node {
			_, isText := value.(string)
			if isText && (name == "description" || name == "message" && node["rule"] != nil) || name == "annotations" && node["name"] != nil {
				continue
			}
			result[name] = bare(value, name)
		}
		return result
	case []any:
		result := make([]any, len(node))
		for i := range node {
			result[i] = bare(node[i], "")
		}
		if key == "enum" || key == "required" {
			sort.Slice(result, func(i, j int) bool { return fmt.Sprint(result[i]) < fmt.Sprint(result[j]) })
		}
		return result
	default:
		return node
	}
}

func compare(path string, ours, theirs any) int {
	if left, isList := ours.([]any); isList {
		if right, isListToo := theirs.([]any); isListToo && len(left) == len(right) {
			count := 0
			for i := range left {
				count += compare(fmt.Sprintf("%s[%d]", path, i), left[i], right[i])
			}
			return count
		}
	}
	left, isMap := ours.(map[string]any)
	right, isMapToo := theirs.(map[string]any)
	if !isMap || !isMapToo {
		if fmt.Sprint(ours) != fmt.Sprint(theirs) {
			fmt.Printf("%s: ours %v, upstream %v\n", path, ours, theirs)
			return 1
		}
		return 0
	}
	count := 0
	for name := range left {
		if _, found := right[name]; !found {
			fmt.Printf("%s.%s: only ours\n", path, name)
			count++
		}
	}
	for name, value := range right {
		if _, found := left[name]; !found {
			fmt.Printf("%s.%s: only upstream\n", path, name)
			count++
		} else {
			count += compare(path+"."+name, left[name], value)
		}
	}
	return count
}
