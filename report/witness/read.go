// This file reads witnesses in YAML.

package witness

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"go.yaml.in/yaml/v3"

	"github.com/whet-mc/whet/internal/lazyregexp"
	"github.com/whet-mc/whet/lang"
)

const (
	maxSize     = 64 << 20 // bytes of the largest witness that is read
	maxElements = 200_000  // segments and invariants that are read
	// bytes and number of different invariants that are inserted into a program; the front end takes some seconds for
	// so many
	maxSaid, mostSaid = 2 << 20, 20_000
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

// Read reads a witness in version 2.0, 2.1 or 2.2. The error is an *Error if the file is no witness. Parts of a
// witness that are not understood are listed in Open. Several invariant sets are joined; several violations are an
// error, since each would be a witness by itself.
func Read(file string, text []byte) (w *Witness, err error) {
	r := &reader{file: file}
	defer func() {
		switch e := recover().(type) {
		case nil:
		case *Error:
			w, err = nil, e
		default:
			// a panic of the YAML library
			w, err = nil, &Error{File: file, What: fmt.Sprintf("this cannot be read as YAML: %v", e)}
		}
	}()
	if len(text) > maxSize {
		r.fail(nil, "a witness of %d MB is too large", len(text)>>20)
	}
	var doc, more yaml.Node
	d := yaml.NewDecoder(bytes.NewReader(text))
	if err := d.Decode(&doc); err != nil && !errors.Is(err, io.EOF) {
		r.fail(nil, "this is no YAML: %v", err)
	}
	if err := d.Decode(&more); !errors.Is(err, io.EOF) {
		r.fail(&more, "there is a second document, or no YAML; a witness is one list")
	}
	r.once(&doc)
	if len(doc.Content) != 1 {
		r.fail(nil, "the file is empty; a witness is a list of entries with entry_type, metadata and content")
	}
	w = &Witness{}
	kind := ""
	for _, e := range r.list(doc.Content[0], "a witness") {
		t := r.text(r.need(e, "entry_type"))
		switch t {
		case "violation_sequence", "invariant_set":
		case "ghost_instrumentation":
			r.ghosts(w, r.need(e, "content"))
			continue
		default:
			r.leave(e, "an entry of type %q is not understood", t)
			continue
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
				w.Segments = append(w.Segments, r.segment(r.need(c, "segment"))...)
			} else if v, ok := r.invariant(r.need(c, "invariant")); ok {
				w.Invariants = append(w.Invariants, v)
			}
		}
	}
	if kind == "" {
		r.fail(doc.Content[0], "there is no entry of type violation_sequence or invariant_set")
	}
	if n := len(w.Segments); w.Violation && (n == 0 || w.Segments[n-1].Follow.Type != Target) {
		r.leave(doc.Content[0], "the last segment does not end with the target, so no error is named")
	}
	w.Open = r.open
	return w, nil
}

type reader struct {
	file string
	open []*Error
}

// leave notes a part that is not understood.
func (r *reader) leave(at *yaml.Node, format string, args ...any) {
	r.open = append(r.open, &Error{File: r.file, Line: at.Line, Col: at.Column, What: fmt.Sprintf(format, args...)})
}

// at returns the position of a node.
func (r *reader) at(n *yaml.Node) lang.Pos {
	return lang.Pos{File: r.file, Line: n.Line, Col: n.Column}
}

func (r *reader) fail(at *yaml.Node, format string, args ...any) {
	e := &Error{File: r.file, What: fmt.Sprintf(format, args...)}
	if at != nil {
		e.Line, e.Col = at.Line, at.Column
	}
	panic(e)
}

// once fails if a mapping has a key twice, since readers disagree about which of the two counts.
func (r *reader) once(n *yaml.Node) {
	if n.Kind == yaml.MappingNode {
		seen := map[string]bool{}
		for i := 0; i+1 < len(n.Content); i += 2 {
			if k := n.Content[i]; k.Kind == yaml.ScalarNode {
				if seen[k.Value] {
					r.fail(k, "the key %s is there twice", k.Value)
				}
				seen[k.Value] = true
			}
		}
	}
	for _, c := range n.Content {
		r.once(c)
	}
}

func (r *reader) list(n *yaml.Node, what string) []*yaml.Node {
	if n.Kind != yaml.SequenceNode {
		r.fail(n, "%s has to be a list", what)
	}
	return n.Content
}

// get returns the value of a key; nil if the key is missing.
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

var version = lazyregexp.New(`^2\.[0-2](-.*)?$`)

func (r *reader) metadata(w *Witness, m *yaml.Node) {
	if v := r.need(m, "format_version"); !version.MatchString(r.text(v)) {
		r.fail(v, "version %s of the format is not read; 2.0, 2.1 and 2.2 are", v.Value)
	} else {
		w.Format = v.Value[:3]
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

// location reads a place. Some tools write 0 for a line or column that they do not know.
func (r *reader) location(n *yaml.Node) (p lang.Pos, fn string) {
	p.File = r.text(r.get(n, "file_name"))
	number := func(key string, n *yaml.Node) int {
		k := 0
		if err := n.Decode(&k); err != nil || k < 0 {
			r.fail(n, "%s has to be a number from 1 on", key)
		}
		return k
	}
	line := r.need(n, "line")
	if p.Line = number("line", line); p.Line == 0 {
		r.leave(line, "lines are counted from 1 on; this place is none")
	}
	if c := r.get(n, "column"); c != nil {
		p.Col = number("column", c)
	}
	return p, r.text(r.get(n, "function"))
}

// segment reads a segment. A segment with several waypoints to follow becomes several segments, and one without such
// a waypoint has no Follow.
func (r *reader) segment(n *yaml.Node) []Segment {
	var all []Segment
	var s Segment
	for _, e := range r.list(n, "a segment") {
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
			r.leave(n, "a waypoint of type %q is not understood", w.Type)
			continue
		}
		if t := r.get(n, "thread_id"); t != nil {
			r.leave(t, "a waypoint of one thread among several is not understood")
		}
		switch action := r.text(r.need(n, "action")); action {
		case "follow":
			if len(all) > 0 {
				r.leave(n, "several waypoints to follow in one segment are not understood")
			}
			s.Follow = w
			all, s = append(all, s), Segment{}
		case "avoid":
			if len(all) > 0 {
				r.leave(n, "a waypoint to avoid behind the one to follow is not understood")
			}
			s.Avoid = append(s.Avoid, w)
		default:
			r.leave(n, "a waypoint with the action %q is not understood (follow and avoid are)", action)
		}
	}
	if len(all) == 0 && len(s.Avoid) == 0 && len(r.list(n, "a segment")) == 0 {
		r.fail(n, "the segment is empty")
	}
	if len(s.Avoid) > 0 {
		all = append(all, s)
	}
	return all
}

// invariant reads an invariant; ok is false for kinds that are not understood.
func (r *reader) invariant(n *yaml.Node) (v Invariant, ok bool) {
	t := r.text(r.need(n, "type"))
	switch t {
	case "loop_invariant":
		v.Loop = true
	case "location_invariant":
	case "function_contract":
		v.Contract = true
	default:
		r.leave(n, "an invariant of type %q is not understood", t)
		return v, false
	}
	v.At = r.at(n)
	v.Pos, v.Func = r.location(r.need(n, "location"))
	if v.Contract {
		v.Requires, v.Value = r.text(r.get(n, "requires")), r.text(r.get(n, "ensures"))
	} else {
		v.Value = r.text(r.need(n, "value"))
	}
	if f := r.get(n, "format"); f != nil && !v.Contract && r.text(f) != "c_expression" {
		r.leave(f, "an invariant in the format %q is not understood (c_expression is)", f.Value)
		return v, false
	}
	return v, v.Pos.Line > 0
}

// ghosts reads the ghost variables of the witness and their updates.
func (r *reader) ghosts(w *Witness, n *yaml.Node) {
	if l := r.get(n, "ghost_variables"); l != nil {
		for _, v := range r.list(l, "ghost_variables") {
			if s := r.get(v, "scope"); s != nil && r.text(s) != "global" {
				r.leave(s, "a ghost variable with the scope %q is not understood (global is)", s.Value)
			}
			init := r.need(v, "initial")
			if init.Kind == yaml.MappingNode {
				init = r.need(init, "value")
			}
			w.Ghosts = append(w.Ghosts, Ghost{r.text(r.need(v, "name")), r.text(r.need(v, "type")), r.text(init), r.at(v)})
		}
	}
	l := r.get(n, "ghost_updates")
	if l == nil {
		return
	}
	for _, at := range r.list(l, "ghost_updates") {
		pos, fn := r.location(r.need(at, "location"))
		for _, u := range r.list(r.need(at, "updates"), "updates") {
			w.Updates = append(w.Updates, Update{pos, fn, r.text(r.need(u, "variable")), r.text(r.need(u, "value")), r.at(u)})
		}
	}
}
