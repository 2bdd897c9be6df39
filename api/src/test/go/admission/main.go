// Asks the code of the Kubernetes API server what it says to our CRDs and to a table of objects.
//
//	go run . CRD_DIRECTORY < vectors.json > answered.json
//
// The table is `[{"name": …, "old": …, "object": …}, …]`, with "old" for a change of an object. The answer is the same list
// with "accepted" in each entry. A CRD that a server would refuse ends the program.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	crdvalidation "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation"
	structuralschema "k8s.io/apiextensions-apiserver/pkg/apiserver/schema"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/defaulting"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/listtype"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/pruning"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/validation"
	utiljson "k8s.io/apimachinery/pkg/util/json"
	"k8s.io/apimachinery/pkg/util/validation/field"
	celconfig "k8s.io/apiserver/pkg/apis/cel"
	"sigs.k8s.io/yaml"
)

type vector struct {
	Name     string          `json:"name"`
	Old      json.RawMessage `json:"old,omitempty"`
	Object   json.RawMessage `json:"object"`
	Accepted bool            `json:"accepted"`
}

type definition struct {
	structural *structuralschema.Structural
	validator  validation.SchemaValidator
	cel        *cel.Validator
}

func main() {
	definitions := map[string]definition{}
	files, _ := filepath.Glob(filepath.Join(os.Args[1], "*.yaml"))
	for _, file := range files {
		kind, loaded := load(file)
		definitions[kind] = loaded
	}
	var vectors []vector
	if err := json.NewDecoder(os.Stdin).Decode(&vectors); err != nil {
		log.Fatal(err)
	}
	for i := range vectors {
		v := &vectors[i]
		object := parse(v.Object)
		d, ok := definitions[fmt.Sprint(object["kind"])]
		if !ok {
			log.Fatalf("%s: unknown kind", v.Name)
		}
		d.normalize(object)
		var old map[string]any
		if v.Old != nil {
			old = parse(v.Old)
			d.normalize(old)
		}
		errs := d.validate(object, old)
		v.Accepted = len(errs) == 0
		fmt.Fprintln(os.Stderr, v.Name, errs.ToAggregate())
	}
	out := json.NewEncoder(os.Stdout)
	out.SetEscapeHTML(false)
	fmt.Println("[")
	for i, v := range vectors {
		if i > 0 {
			fmt.Print(",")
		}
		if err := out.Encode(v); err != nil {
			log.Fatal(err)
		}
	}
	fmt.Println("]")
}

func load(file string) (string, definition) {
	text, err := os.ReadFile(file)
	if err != nil {
		log.Fatal(err)
	}
	var crd apiextensionsv1.CustomResourceDefinition
	if err := yaml.UnmarshalStrict(text, &crd); err != nil {
		log.Fatalf("%s: %v", file, err)
	}
	apiextensionsv1.SetDefaults_CustomResourceDefinition(&crd)
	apiextensionsv1.SetDefaults_CustomResourceDefinitionSpec(&crd.Spec)
	crd.Status.StoredVersions = []string{crd.Spec.Versions[0].Name}
	var internal apiextensions.CustomResourceDefinition
	if err := apiextensionsv1.Convert_v1_CustomResourceDefinition_To_apiextensions_CustomResourceDefinition(&crd, &internal, nil); err != nil {
		log.Fatalf("%s: %v", file, err)
	}
	if errs := crdvalidation.ValidateCustomResourceDefinition(context.Background(), &internal); len(errs) > 0 {
		log.Fatalf("%s: %v", file, errs.ToAggregate())
	}
	var props apiextensions.JSONSchemaProps
	if err := apiextensionsv1.Convert_v1_JSONSchemaProps_To_apiextensions_JSONSchemaProps(crd.Spec.Versions[0].Schema.OpenAPIV3Schema, &props, nil); err != nil {
		log.Fatal(err)
	}
	structural, err := structuralschema.NewStructural(&props)
	if err != nil {
		log.Fatal(err)
	}
	validator, _, err := validation.NewSchemaValidator(&props)
	if err != nil {
		log.Fatal(err)
	}
	return crd.Spec.Names.Kind, definition{structural, validator, cel.NewValidator(structural, true, celconfig.PerCallLimit)}
}

func parse(raw json.RawMessage) map[string]any {
	var object map[string]any
	if err := utiljson.Unmarshal(raw, &object); err != nil {
		log.Fatal(err)
	}
	return object
}

func (d definition) normalize(object map[string]any) {
	defaulting.PruneNonNullableNullsWithoutDefaults(object, d.structural)
	defaulting.Default(object, d.structural)
	pruning.Prune(object, d.structural, true)
}

func (d definition) validate(object, old map[string]any) field.ErrorList {
	errs := validation.ValidateCustomResource(nil, object, d.validator)
	errs = append(errs, listtype.ValidateListSetsAndMaps(nil, d.structural, object)...)
	if len(errs) > 0 {
		return errs
	}
	// An interface holding a nil map is not nil to the validator.
	var before any
	if old != nil {
		before = old
	}
	rules, _ := d.cel.Validate(context.Background(), nil, d.structural, object, before, celconfig.RuntimeCELCostBudget)
	return rules
}
