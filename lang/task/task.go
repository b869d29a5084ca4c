package task

import (
	"path/filepath"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/whet-mc/whet/lang"
)

// Task definitions.

// A Task is a task definition (SV-COMP's format, version 2.0): a program, the properties to check, and the expected
// verdicts.
type Task struct {
	Path string
	// paths of the input files, which are linked. Relative paths in the task are relative to the task's directory.
	Files      []string
	Properties []Expectation
	Language   string         // "C", or ""
	Model      lang.DataModel // from options.data_model
	HasModel   bool           // data_model is given
}

// An Expectation is a property with its expected verdict.
type Expectation struct {
	File        string // path of the property file, resolved
	Name        string // the file's name without the directory and ".prp": "unreach-call", "no-overflow", …
	Expected    *bool  // the expected verdict; nil: not known
	Subproperty string // the violated part of the property, if given
}

// Asks returns the properties that the task requests (see Property), each once, and the names of the properties that
// are not supported.
func (t *Task) Asks() (asks, others []string) {
	for _, p := range t.Properties {
		list := AskedBy(p.Name)
		if list == nil {
			others = append(others, p.Name)
		}
		for _, a := range list {
			if !slices.Contains(asks, a) {
				asks = append(asks, a)
			}
		}
	}
	return asks, others
}

// Expected returns the expected verdict for the requested properties asks, true for safe. It returns nil if the task
// does not give it.
func (t *Task) Expected(asks []string) *bool {
	var verdict *bool
	open := false
	for _, p := range t.Properties {
		list := AskedBy(p.Name)
		if list == nil || !slices.Contains(asks, list[0]) {
			continue
		}
		switch {
		case p.Expected == nil:
			open = true
		case !*p.Expected:
			return new(false)
		default:
			verdict = p.Expected
		}
	}
	if open {
		return nil
	}
	return verdict
}

// Read reads a task definition. An error is an *lang.Errors.
func Read(path string) (*Task, error) {
	b, err := lang.ReadShort(path, "task definition")
	if err != nil {
		return nil, err
	}
	return parse(path, b)
}

func parse(path string, b []byte) (*Task, error) {
	doc, err := parseDocument(path, b)
	if err != nil {
		return nil, err
	}
	r := &taskReader{doc}
	t := &Task{Path: path}
	if r.Root.Kind != yaml.MappingNode {
		r.Fail(r.Root, "a task definition has lines like format_version: '2.0'", "this is no task definition")
	} else {
		r.task(t, r.Root)
	}
	if err := r.Err(); err != nil {
		return nil, err
	}
	return t, nil
}

// A taskReader reads the document of a task.
type taskReader struct{ *Document }

func (r *taskReader) task(t *Task, m *yaml.Node) {
	seen := map[string]bool{}
	for i := 0; i+1 < len(m.Content); i += 2 {
		k, v := m.Content[i], m.Content[i+1]
		if seen[k.Value] {
			r.Fail(k, "", "%s is given twice", k.Value)
		}
		seen[k.Value] = true
		switch k.Value {
		case "format_version":
			if v.Value != "2.0" && v.Value != "2" && v.Value != "1.0" && v.Value != "2.1" {
				r.Fail(v, "versions 1.0, 2.0 and 2.1 are known", "the format version %q is not known", v.Value)
			}
		case "input_files":
			t.Files = r.files(v)
		case "properties":
			r.properties(t, v)
		case "options":
			r.options(t, v)
		}
	}
	switch {
	case len(r.errs) > 0:
	case len(t.Files) == 0:
		r.Fail(m, "add a line input_files: 'program.c'", "the task names no input file")
	case t.Language != "" && !strings.EqualFold(t.Language, "C"):
		r.Fail(m, "", "the task's language is %s; only C is supported", t.Language)
	}
}

// files reads a string or a list of strings as paths.
func (r *taskReader) files(v *yaml.Node) []string {
	var out []string
	add := func(n *yaml.Node) {
		if n.Kind != yaml.ScalarNode || n.Value == "" {
			r.Fail(n, "", "this is no file name")
			return
		}
		out = append(out, r.resolve(n.Value))
	}
	if v.Kind == yaml.SequenceNode {
		for _, n := range v.Content {
			add(n)
		}
		return out
	}
	add(v)
	return out
}

// resolve returns the path p relative to the task's directory.
func (r *taskReader) resolve(p string) string {
	if filepath.IsAbs(p) {
		return filepath.Clean(p)
	}
	return filepath.Join(filepath.Dir(r.Path), p)
}

func (r *taskReader) properties(t *Task, v *yaml.Node) {
	if v.Kind != yaml.SequenceNode {
		r.Fail(v, "write a list: each with property_file and expected_verdict", "properties is no list")
		return
	}
	for _, n := range v.Content {
		if n.Kind != yaml.MappingNode {
			r.Fail(n, "", "a property is a mapping with property_file and expected_verdict")
			continue
		}
		var p Expectation
		for i := 0; i+1 < len(n.Content); i += 2 {
			k, v := n.Content[i], n.Content[i+1]
			switch k.Value {
			case "property_file":
				p.File = r.resolve(v.Value)
				p.Name = strings.TrimSuffix(filepath.Base(v.Value), filepath.Ext(v.Value))
			case "expected_verdict":
				switch strings.ToLower(v.Value) {
				case "true":
					p.Expected = new(true)
				case "false":
					p.Expected = new(false)
				case "unknown", "":
				default:
					r.Fail(v, "write true, false or unknown", "the expected verdict is %q", v.Value)
				}
			case "subproperty":
				p.Subproperty = v.Value
			}
		}
		if p.File == "" {
			r.Fail(n, "", "a property without property_file")
			continue
		}
		t.Properties = append(t.Properties, p)
	}
}

func (r *taskReader) options(t *Task, v *yaml.Node) {
	if v.Kind != yaml.MappingNode {
		r.Fail(v, "", "options is no mapping")
		return
	}
	for i := 0; i+1 < len(v.Content); i += 2 {
		k, v := v.Content[i], v.Content[i+1]
		switch k.Value {
		case "language":
			t.Language = v.Value
		case "data_model":
			switch strings.ToUpper(v.Value) {
			case "ILP32":
				t.Model, t.HasModel = lang.ILP32, true
			case "LP64":
				t.Model, t.HasModel = lang.LP64, true
			default:
				r.Fail(v, "ILP32 and LP64 are known", "the data model %q is not known", v.Value)
			}
		}
	}
}
