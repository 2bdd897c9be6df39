// Prints the template hash of upstream's own library for a table of NodePool templates.
//
// The table is JSON on standard input, `[{"name": …, "template": …}, …]`; the answer is the same list with a "hash" in
// each entry. Run it with TZ=UTC: upstream decodes a taint's timeAdded into local time, and the offset is hashed.
package main

import (
	"encoding/json"
	"log"
	"os"

	v1 "sigs.k8s.io/karpenter/pkg/apis/v1"
)

type vector struct {
	Name     string          `json:"name"`
	Template json.RawMessage `json:"template"`
	Hash     string          `json:"hash"`
}

func main() {
	var vectors []vector
	if err := json.NewDecoder(os.Stdin).Decode(&vectors); err != nil {
		log.Fatal(err)
	}
	for i := range vectors {
		var pool v1.NodePool
		if err := json.Unmarshal(vectors[i].Template, &pool.Spec.Template); err != nil {
			log.Fatalf("%s: %v", vectors[i].Name, err)
		}
		vectors[i].Hash = pool.Hash()
	}
	out := json.NewEncoder(os.Stdout)
	out.SetEscapeHTML(false)
	out.SetIndent("", "  ")
	if err := out.Encode(vectors); err != nil {
		log.Fatal(err)
	}
}
