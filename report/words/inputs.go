// This file names the inputs of a run.

package words

import (
	"strings"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/cfa/interp"
	"github.com/whet-mc/whet/lang"
)

// Input is a value that a run took as an input, in the words of the program.
type Input struct {
	What   string // the variable or the cell that took it; "" if only a model of the library has it
	Text   string // the value in words, "" if the number suffices
	In     string // for an element of a character array: the array
	At     int64  // for an element of a character array: its index
	Origin int    // the step that made the value unknown
	Call   *Call  // the library call that read the value; nil: the program itself read it
}

// Call is a call of a library function by the program.
type Call struct {
	Func string
	Pos  lang.Pos
	Step int
}

// asked describes each input that the run took.
func (r *Run) asked(taken []interp.Taken) {
	last := map[*cfa.Input]int{}
	r.Inputs = make([]Input, len(taken))
	next := 0
	for i, s := range r.path {
		switch op := s.Edge.Op.(type) {
		case *cfa.Havoc:
			last[op.From] = i
		case *cfa.Fill:
			if op.From != nil {
				last[op.From] = i
			}
		}
		for ; next < len(taken) && taken[next].Step <= i; next++ {
			at, ok := last[taken[next].Input]
			if !ok {
				at = taken[next].Step
			}
			r.Inputs[next].Origin = at
		}
	}
	calls := r.calls()
	for i, t := range taken {
		in := &r.Inputs[i]
		if in.Origin < len(calls) {
			in.Call = calls[in.Origin]
		}
		r.describe(t, in)
	}
}

// calls returns for each step the library call that was running, nil if the program itself was running.
func (r *Run) calls() []*Call {
	out := make([]*Call, len(r.path))
	var stack []*Call // for each call on the stack
	var now *Call
	for i, s := range r.path {
		out[i] = now
		switch s.Kind {
		case cfa.Enter:
			stack = append(stack, now)
			callee := s.Edge.Op.(*cfa.Call).Callee.Name
			switch {
			case !r.models[callee]:
				now = nil
			case now == nil:
				name, _, _ := strings.Cut(callee, "@")
				now = &Call{name, s.Edge.Pos, i}
			}
		case cfa.Return:
			if n := len(stack); n > 0 {
				now = stack[n-1]
				stack = stack[:n-1]
			}
		}
	}
	return out
}

// describe names the object that received an input, and the value in words.
func (r *Run) describe(t interp.Taken, in *Input) {
	in.What = t.What
	if t.Var != nil && t.Var.Cell != nil {
		t.Arr, t.Idx = t.Var.Cell.Arr, t.Var.Cell.Idx
	}
	switch {
	case t.Arr != nil && t.Arr.Region:
		name, p := r.cell(t.Step, t.Idx, cfa.CType{Type: t.Arr.Type})
		if in.What = name; p.t != nil && p.off == 0 && (t.Arr.Step > 1 || p.t.Size == 1) {
			in.Text = r.Value(t.Step, t.Value, p.t)
			if plainChar(p.t) {
				in.In, in.At = element(name)
			}
		}
	case t.Arr != nil:
		in.What, in.Text = t.Arr.ElementName(t.Idx), r.Value(t.Step, t.Value, t.Arr.Type)
		if plainChar(t.Arr.Type) {
			in.In, in.At = element(in.What)
		}
	case t.Var != nil:
		if t.Var.Proc != nil && r.models[t.Var.Proc.Name] {
			in.What = ""
		}
		in.Text = r.Value(t.Step, t.Value, t.Var.Type)
	}
}
