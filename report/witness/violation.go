// This file makes witnesses from counterexamples.

package witness

import (
	"cmp"
	"fmt"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/cfa/interp"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/num/fp"
	"github.com/whet-mc/whet/report"
)

// maxSegments bounds a violation witness; its reader must find the values of later inputs.
const maxSegments = 20_000

// FromViolation makes the witness of an unsafe result: the values that calls returned, in order; the values of
// uninitialized variables, where they are first read; and the error.
func FromViolation(r *report.Result) (*Witness, error) {
	if r.Verdict != report.Unsafe || r.Outcome == nil || r.Outcome.Replay == nil || r.Program == nil || r.Program.Unit == nil {
		return nil, fmt.Errorf("there is no counterexample to make a witness of")
	}
	w := &Witness{Violation: true, Task: task(r)}
	text := sourceText{files: r.Files}
	in := callers(r.Program)
	for _, t := range r.Outcome.Replay.Inputs {
		if s, ok := uninitialised(r, t); ok && len(w.Segments) < maxSegments {
			w.Segments = append(w.Segments, s)
			continue
		}
		caller, ok := in[t.Input]
		if t.What != "" || t.Input.Kind != cfa.Nondet && t.Input.Kind != cfa.External || !t.Input.OfCall() || !ok {
			continue
		}
		at, ok := text.callEnd(t.Input.Pos, t.Input.Name)
		if !ok || len(w.Segments) >= maxSegments {
			continue
		}
		is := literal(t.Value, t.Input.Range)
		if t.Float != (fp.Format{}) {
			if is = floatLiteral(t.Value, t.Float); is == "" {
				// the format has no constant for a NaN or for -0, so the witness ends before this input
				break
			}
		}
		w.Segments = append(w.Segments, Segment{Follow: Waypoint{
			Type: FunctionReturn, Pos: at, Func: lang.PlainName(caller), Value: `\result == ` + is, Called: t.Input.Name,
		}})
	}
	at := r.Property.Pos
	fn := r.Property.Func
	// The error is in the innermost function that is in the text of the program itself.
	for _, f := range r.Stack {
		if f.Pos.Valid() {
			at, fn = f.Pos, f.Func
			break
		}
	}
	w.Segments = append(w.Segments, Segment{Follow: Waypoint{Type: Target, Pos: at, Func: lang.PlainName(fn)}})
	return w, nil
}

// uninitialised returns an assumption about the value of an uninitialized variable, before the statement that first
// reads it; false for other inputs, or if that statement is not known.
func uninitialised(r *report.Result, t interp.Taken) (s Segment, ok bool) {
	path := r.Outcome.Replay.Path
	if t.Input.Kind != cfa.Uninit || t.Var == nil || t.Var.Proc == nil || t.Float != (fp.Format{}) || t.Step < 0 || t.Step >= len(path) {
		return s, false
	}
	q := path[t.Step].Edge.From.Proc
	var f *lang.Func
	for _, g := range r.Program.Unit.Funcs {
		if g.Label() == q.Name && !g.Model {
			f = g
		}
	}
	if f == nil || f.Body == nil || q != t.Var.Proc {
		return s, false
	}
	at, inside := path[t.Step].Edge.Pos, lang.Pos{}
	lang.Walk(f.Body, func(st lang.Stmt) {
		b, is := st.(*lang.Block)
		if !is {
			return
		}
		for _, x := range b.List {
			if p := x.Pos(); p.File == at.File && p.Compare(at) <= 0 && (!inside.Valid() || inside.Compare(p) < 0) {
				inside = p
			}
		}
	}, nil)
	if !inside.Valid() {
		return s, false
	}
	found, known := spots(r.Program.Unit, f, map[lang.Pos]bool{inside: true}, true)[inside]
	if !known {
		return s, false
	}
	name, typ, ok := found.variable(t.Var)
	if !ok || !typ.IsInteger() {
		return s, false
	}
	return Segment{Follow: Waypoint{Type: Assumption, Pos: inside, Func: f.Name, Value: name + " == " + literal(t.Value, t.Input.Range)}}, true
}

// callers returns the functions that read each input. The path has them, too, but a long run has no path.
func callers(p *cfa.Program) map[*cfa.Input]string {
	in := map[*cfa.Input]string{}
	for _, e := range p.Edges {
		if h, ok := e.Op.(*cfa.Havoc); ok {
			in[h.From] = e.From.Proc.Name
		}
	}
	return in
}

func task(r *report.Result) Task {
	model := lang.LP64
	if r.Task.DataModel == lang.ILP32.String() {
		model = lang.ILP32
	}
	names := r.Task.Files
	if e := r.Program.Unit.Entry; len(names) == 0 && e != nil && e.Pos.File != "" {
		names = []string{e.Pos.File}
	} else if len(names) == 0 {
		names = []string{r.Task.File}
	}
	t, checks := newTask(model, names, r.Files), r.Task.Checks
	if p := r.Property; r.Verdict == report.Unsafe && p != nil {
		checks = []string{"assert"}
		if (&cfa.Property{Kind: p.Kind}).IsCheck() {
			checks = []string{p.Kind}
		}
	}
	t.Specification = specification(cmp.Or(r.Task.Entry, "main"), checks)
	return t
}
