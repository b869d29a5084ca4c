package main

import (
	"bytes"
	"encoding/json"
	"os"
	"regexp"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"go.yaml.in/yaml/v3"

	"github.com/whet-mc/whet"
)

// docs/whet.schema.json, by which editors complete whet.yml, has the keys that the table of options
// has, and the example of docs/check.md is as it says.
func TestCommandSchemaOfCheck(t *testing.T) {
	const file = "../../docs/whet.schema.json"
	type object = map[string]any
	strings := object{"anyOf": []any{object{"type": "string"}, object{"type": "array", "items": object{"type": "string"}}}}
	verdict := object{"enum": []any{"safe", "unsafe", "unknown"}}
	options := func() object {
		all := object{
			"expect": object{
				"anyOf":       []any{verdict, object{"type": "object", "additionalProperties": verdict}},
				"description": "The verdict that is expected, or those on single checks; safe where nothing is said.",
			},
			"compile-commands": object{"type": "string", "description": "The commands of a build, compile_commands.json."},
		}
		for _, o := range whet.OptionTable() {
			if o.Hidden {
				continue
			}
			one := object{"type": []any{"string", "number"}}
			if o.Value == "" {
				one = object{"type": "boolean"}
			}
			if o.Choices != nil && !o.Many() {
				var names []any
				for _, c := range o.Choices {
					names = append(names, c.Name)
				}
				one = object{"enum": names}
			}
			if o.Many() {
				one = object{"anyOf": []any{one, object{"type": "array", "items": one}}}
			}
			one["description"] = describe(o)
			all[o.Name] = one
		}
		return all
	}
	target := options()
	target["files"] = object{"anyOf": strings["anyOf"], "description": "The files of one program: names or patterns."}
	target["each"] = object{"anyOf": strings["anyOf"], "description": "Instead of files: each of these is a program of its own."}
	schema := object{
		"$schema":     "https://json-schema.org/draft/2020-12/schema",
		"$id":         "https://github.com/whet-mc/whet/docs/whet.schema.json",
		"title":       "whet.yml",
		"description": "What is verified in a repository, and what is expected (docs/check.md).",
		"type":        "object", "required": []any{"targets"}, "additionalProperties": false,
		"properties": object{
			"version":  object{"const": 1},
			"baseline": object{"type": "string", "description": "The file of known findings."},
			"defaults": object{"type": "object", "properties": options(), "additionalProperties": false},
			"targets": object{"type": "object", "minProperties": 1, "additionalProperties": object{
				"type": "object", "properties": target, "additionalProperties": false,
			}},
		},
	}
	var b bytes.Buffer
	w := json.NewEncoder(&b)
	w.SetIndent("", "  ")
	w.SetEscapeHTML(false)
	if err := w.Encode(schema); err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := os.WriteFile(file, b.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if old, err := os.ReadFile(file); err != nil || !bytes.Equal(old, b.Bytes()) {
		t.Errorf("docs/whet.schema.json is stale (go test ./cmd/whet -run SchemaOfCheck -update): %v", err)
	}
	doc, err := jsonschema.UnmarshalJSON(&b)
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("whet.json", doc); err != nil {
		t.Fatal(err)
	}
	compiled, err := c.Compile("whet.json")
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile("../../docs/check.md")
	if err != nil {
		t.Fatal(err)
	}
	m := regexp.MustCompile("(?s)```yaml\n(.*?)```").FindSubmatch(text)
	if m == nil {
		t.Fatal("docs/check.md has no example")
	}
	for _, c := range []struct {
		text string
		ok   bool
	}{
		{string(m[1]), true}, {"targets: {a: {files: x.c, timeout: 3, check: all}}", true},
		{"targets: {a: {files: x.c, entri: f}}", false}, {"targets: {a: {expect: maybe}}", false}, {"targets: {a: {files: x.c, expect: {overflow: unsafe}}}", true}, {"{}", false},
	} {
		var v any
		if err := yaml.Unmarshal([]byte(c.text), &v); err != nil {
			t.Fatal(err)
		}
		if err := compiled.Validate(v); (err == nil) != c.ok {
			t.Errorf("%s: %v", c.text, err)
		}
	}
}
