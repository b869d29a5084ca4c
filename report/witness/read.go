package witness

import (
	"fmt"
	"regexp"

	"go.yaml.in/yaml/v3"

	"github.com/whet-mc/whet/lang"
)

const (
	maxSize     = 64 << 20 // bytes of a witness that is read
	maxElements = 200_000  // segments and invariants
)

// Error says what is wrong with a witness, and where.
type Error struct {
	File      string
	Line, Col int
	What      string
}

func (e *Error) Error() string {
	if e.Line == 0 {
		return fmt.Sprintf("%s: %s", e.File, e.What)
	}
	return fmt.Sprintf("%s:%d:%d: %s", e.File, e.Line, e.Col, e.What)
}

// Read reads a witness in version 2.0 (or 2.1, as far as it says the same). The error is an *Error.
// Several invariant sets are taken together; several violations are an error, since each stands for
// itself.
func Read(file string, text []byte) (w *Witness, err error) {
	r := &reader{file: file}
	defer func() {
		switch e := recover().(type) {
		case nil:
		case *Error:
			w, err = nil, e
		default:
			// of the library
			w, err = nil, &Error{File: file, What: fmt.Sprintf("this cannot be read as YAML: %v", e)}
		}
	}()
	if len(text) > maxSize {
		r.fail(nil, "a witness of %d MB is too large", len(text)>>20)
	}
	var doc yaml.Node
	if err := yaml.Unmarshal(text, &doc); err != nil {
		r.fail(nil, "this is no YAML: %v", err)
	}
	if len(doc.Content) != 1 {
		r.fail(nil, "the file is empty; a witness is a list of entries with entry_type, metadata and content")
	}
	w = &Witness{}
	kind := ""
	for _, e := range r.list(doc.Content[0], "a witness") {
		t := r.text(r.need(e, "entry_type"))
		switch t {
		case "violation_sequence", "invariant_set":
		default:
			continue // of a later version; what it says besides is not needed
		}
		if kind == "violation_sequence" || kind != "" && kind != t {
			r.fail(e, "a witness is one violation_sequence, or nothing but invariant_sets")
		}
		kind = t
		w.Violation = t == "violation_sequence"
		r.metadata(w, r.need(e, "metadata"))
		for _, c := range r.list(r.need(e, "content"), "content") {
			if len(w.Segments)+len(w.Invariants) >= maxElements {
				r.fail(c, "a witness of more than %d elements is too large", maxElements)
			}
			if w.Violation {
				w.Segments = append(w.Segments, r.segment(r.need(c, "segment")))
			} else if n := r.get(c, "invariant"); n != nil {
				w.Invariants = append(w.Invariants, r.invariant(n))
			}
		}
	}
	if kind == "" {
		r.fail(doc.Content[0], "there is no entry of type violation_sequence or invariant_set")
	}
	if n := len(w.Segments); w.Violation && (n == 0 || w.Segments[n-1].Follow.Type != Target) {
		r.fail(doc.Content[0], "the last segment has to end with the target")
	}
	return w, nil
}

type reader struct{ file string }

func (r *reader) fail(at *yaml.Node, format string, args ...any) {
	e := &Error{File: r.file, What: fmt.Sprintf(format, args...)}
	if at != nil {
		e.Line, e.Col = at.Line, at.Column
	}
	panic(e)
}

func (r *reader) list(n *yaml.Node, what string) []*yaml.Node {
	if n.Kind != yaml.SequenceNode {
		r.fail(n, "%s has to be a list", what)
	}
	return n.Content
}

// get is the value of a key; nil where there is none.
func (r *reader) get(n *yaml.Node, key string) *yaml.Node {
	if n.Kind != yaml.MappingNode {
		r.fail(n, "here should be a mapping with the key %s", key)
	}
	for i := 0; i+1 < len(n.Content); i += 2 {
		if n.Content[i].Value == key {
			return n.Content[i+1]
		}
	}
	return nil
}

func (r *reader) need(n *yaml.Node, key string) *yaml.Node {
	v := r.get(n, key)
	if v == nil {
		r.fail(n, "the key %s is missing", key)
	}
	return v
}

func (r *reader) text(n *yaml.Node) string {
	if n == nil {
		return ""
	}
	if n.Kind != yaml.ScalarNode {
		r.fail(n, "here should be a text")
	}
	return n.Value
}

var version = regexp.MustCompile(`^2\.[0-9]+$`)

func (r *reader) metadata(w *Witness, m *yaml.Node) {
	if v := r.need(m, "format_version"); !version.MatchString(r.text(v)) {
		r.fail(v, "version %s of the format is not read; 2.0 is", v.Value)
	}
	t := r.need(m, "task")
	w.Task.Specification = r.text(r.get(t, "specification"))
	w.Task.DataModel = r.text(r.get(t, "data_model"))
	if f := r.get(t, "input_files"); f != nil {
		w.Task.Files = nil
		for _, n := range r.list(f, "input_files") {
			w.Task.Files = append(w.Task.Files, r.text(n))
		}
	}
	if h := r.get(t, "input_file_hashes"); h != nil {
		if h.Kind != yaml.MappingNode {
			r.fail(h, "input_file_hashes has to be a mapping from files to hashes")
		}
		w.Task.Hashes = map[string]string{}
		for i := 0; i+1 < len(h.Content); i += 2 {
			w.Task.Hashes[r.text(h.Content[i])] = r.text(h.Content[i+1])
		}
	}
}

func (r *reader) location(n *yaml.Node) (p lang.Pos, fn string) {
	p.File = r.text(r.get(n, "file_name"))
	number := func(key string, n *yaml.Node) int {
		k := 0
		if err := n.Decode(&k); err != nil || k < 1 {
			r.fail(n, "%s has to be a number from 1 on", key)
		}
		return k
	}
	p.Line = number("line", r.need(n, "line"))
	if c := r.get(n, "column"); c != nil {
		p.Col = number("column", c)
	}
	return p, r.text(r.get(n, "function"))
}

func (r *reader) segment(n *yaml.Node) Segment {
	var s Segment
	list := r.list(n, "a segment")
	for i, e := range list {
		n := r.need(e, "waypoint")
		var w Waypoint
		w.Type = r.text(r.need(n, "type"))
		w.Pos, w.Func = r.location(r.need(n, "location"))
		if c := r.get(n, "constraint"); c != nil {
			w.Value = r.text(r.need(c, "value"))
		}
		switch w.Type {
		case Assumption, Target, FunctionEnter, FunctionReturn, Branching:
		default:
			r.fail(n, "a waypoint of type %q is not known", w.Type)
		}
		action := r.text(r.need(n, "action"))
		switch last := i == len(list)-1; {
		case action == "follow" && last:
			s.Follow = w
		case action == "avoid" && !last:
			s.Avoid = append(s.Avoid, w)
		default:
			r.fail(n, "a segment has waypoints to avoid, and as the last one a waypoint to follow")
		}
	}
	if s.Follow.Type == "" {
		r.fail(n, "the segment is empty")
	}
	return s
}

func (r *reader) invariant(n *yaml.Node) Invariant {
	var v Invariant
	switch t := r.text(r.need(n, "type")); t {
	case "loop_invariant":
		v.Loop = true
	case "location_invariant":
	default:
		r.fail(n, "an invariant of type %q is not known", t)
	}
	v.Pos, v.Func = r.location(r.need(n, "location"))
	v.Value = r.text(r.need(n, "value"))
	return v
}
