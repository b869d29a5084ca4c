package trace

import (
	"cmp"
	"slices"
	"strings"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/num/fp"
	"github.com/whet-mc/whet/refine"
	"github.com/whet-mc/whet/report/words"
)

// This file reads a replayed path edge by edge and reports source-level events to listeners (fold.go, moments.go): a
// line begins, a variable changes, a call is entered or left, a loop head is passed. The start procedure, the bodies
// of library models, and temporaries of the lowering are hidden.

// listener receives the events of a path, in order.
type listener interface {
	enter(name string, at lang.Pos) // a function is entered
	leave()                         // the innermost function is left
	line(at lang.Pos, fn string)    // a line is executed, perhaps the same as before
	change(c Change)                // the line makes a change or, before the first line, a parameter gets its value
	head(loc int)                   // a loop head is passed
	// Step i of the path is taken. Its line and its changes have been reported before.
	step(i int, s cfa.Step, bears bool)
	end(at lang.Pos, fn string) // the error is reached
	depth() int                 // number of functions entered
}

// walk reports to f what the path of the outcome out does, in terms of the source. bears says which steps bear on the
// failure.
func walk(p *cfa.Program, out *refine.Outcome, run *words.Run, bears []bool, f listener) {
	models := Models(p)
	ins := placeInputs(out, run)
	changes := run.Changes
	hidden := 0 // number of hidden procedures on the stack
	if p.Start != nil {
		hidden = 1 // Start itself, until it calls the entry function
	}
	given := map[*cfa.Var]bool{} // temporaries that hold an input
	said := map[string]bool{}    // cells whose input values were shown already
	depth := 0
	hiddenAt := []int{} // call depths at which hidden procedures were entered
	for i, s := range out.Path {
		visible := hidden == 0
		at := s.Edge.Pos
		fn := s.Edge.From.Proc.Name
		switch s.Kind {
		case cfa.Enter:
			callee := s.Edge.Op.(*cfa.Call).Callee
			switch {
			case depth == 0 && p.Start != nil && !models[callee.Name]:
				hidden--
				f.enter(callee.Name, s.Edge.Pos)
			case hidden > 0 || models[callee.Name] || strings.Contains(callee.Name, " "): // a name with a space is code outside of functions
				hidden++
				hiddenAt = append(hiddenAt, depth)
				if visible {
					f.line(at, fn)
				}
			default:
				f.line(at, fn)
				if bears != nil && bears[i] {
					f.step(i, s, true) // the line with the call bears, too
				}
				f.enter(callee.Name, s.Edge.Pos)
			}
			depth++
		case cfa.Return:
			depth--
			if n := len(hiddenAt); n > 0 && hiddenAt[n-1] == depth {
				hiddenAt = hiddenAt[:n-1]
				hidden--
			} else {
				if depth == 0 && p.Start != nil {
					hidden++
				}
				f.leave()
			}
		default:
			if visible {
				if s.Edge.From.LoopHead {
					f.head(s.Edge.From.ID)
				}
				if tells(s.Edge.Op) {
					f.line(at, fn)
				}
			}
		}
		switch op := s.Edge.Op.(type) {
		case *cfa.Havoc:
			given[op.LHS] = op.LHS.Kind == cfa.TempVar
		case *cfa.Assign:
			delete(given, op.LHS)
		}
		for len(changes) > 0 && changes[0].Step <= i {
			c := changes[0]
			changes = changes[1:]
			if c.Step != i || c.Read && said[c.What] || temporary(s, c.Raw) || hidden > 0 && local(s) || f.depth() == 0 {
				continue
			}
			if visible && s.Kind == cfa.Intra {
				f.line(at, fn)
			}
			ch := Change{
				What: c.What, Value: c.Value, Words: c.Text, Address: c.Address,
				in: c.In, at: c.At, owner: c.Owner, format: c.Float, bears: bears == nil || slices.Contains(bears[c.First:i+1], true),
			}
			ch.Float, ch.Exact = Float(c.Value, c.Float)
			if a, ok := s.Edge.Op.(*cfa.Assign); ok {
				if a.LHS.Kind == cfa.ResultVar {
					ch.What = returned
				}
				ch.Input = given[Plain(a.RHS)]
			}
			f.change(ch)
		}
		for len(ins) > 0 && ins[0].step <= i {
			in := ins[0]
			ins = ins[1:]
			if in.step == i && in.what != "" && !temporary(s, in.raw) && (visible || in.cell) && f.depth() > 0 {
				if visible {
					f.line(at, fn)
				}
				said[in.what] = in.cell
				ch := Change{
					What: in.what, Value: in.value, Words: in.text, Input: true, format: in.format, in: in.in, at: in.at,
					bears: bears == nil || bears[i],
				}
				ch.Float, ch.Exact = Float(in.value, in.format)
				f.change(ch)
			}
		}
		if f.depth() > 0 {
			f.step(i, s, bears != nil && bears[i])
		}
	}
	if e := out.Replay.Error; e != nil {
		f.end(e.Pos, e.Func)
	}
}

// tells reports whether a line is worth showing for its operation alone, without a change.
func tells(op cfa.Op) bool {
	switch op := op.(type) {
	case cfa.Skip, *cfa.Havoc:
		return false
	case *cfa.Fill:
		return op.Val != nil
	}
	return true
}

// returned is the name of a function's result in a change.
const returned = "result"

// temporary reports whether the step sets a variable that the source does not have.
func temporary(s cfa.Step, what string) bool {
	switch op := s.Edge.Op.(type) {
	case *cfa.Assign:
		return unnamed(op.LHS)
	case *cfa.Havoc:
		return unnamed(op.LHS)
	case *cfa.Fill:
		return !op.Arr.Region && !op.Arr.Pos.Valid()
	case *cfa.Call:
		if s.Kind == cfa.Return {
			for _, v := range op.Results {
				if v != nil && v.Kind == cfa.TempVar && v.Name == what {
					return true
				}
			}
			return false
		}
		for _, v := range op.Callee.Params {
			if v.Kind == cfa.TempVar && v.Name == what {
				return true
			}
		}
	}
	return false
}

// unnamed reports whether the source has no name for v: the lowering or the front end made it, or it belongs to a
// model of the library.
func unnamed(v *cfa.Var) bool {
	return v.Kind == cfa.TempVar || v.Name == "" || strings.HasPrefix(v.Name, "__whet_")
}

// Plain returns the variable whose value expression e is; nil if e is anything more.
func Plain(e cfa.Expr) *cfa.Var {
	for {
		switch x := e.(type) {
		case *cfa.Var:
			return x
		case *cfa.Wrap:
			e = x.X
		default:
			return nil
		}
	}
}

// local reports whether the step only changes objects of its procedure.
func local(s cfa.Step) bool {
	switch op := s.Edge.Op.(type) {
	case *cfa.Assign:
		return op.LHS.Proc != nil
	case *cfa.Havoc:
		return op.LHS.Proc != nil
	case *cfa.Store:
		return op.Arr.Proc != nil
	case *cfa.Fill:
		return op.Arr.Proc != nil
	case *cfa.Copy:
		return op.Dst.Proc != nil
	}
	return true
}

type placed struct {
	step   int
	raw    string
	what   string
	text   string
	in     string // an element of an array of characters: the array
	at     int64
	cell   bool
	value  num.Int
	format fp.Format
}

// placeInputs finds the steps at which to show input values. A run requests a value when it is first read, but a
// reader looks for it where the variable got it. So each value moves back to the last havoc of its input before its
// use.
func placeInputs(out *refine.Outcome, run *words.Run) []placed {
	var list []placed
	for i, t := range out.Replay.Inputs {
		in := run.Inputs[i]
		cell := t.Arr != nil || t.Var != nil && t.Var.Cell != nil && t.What != ""
		x := placed{step: in.Origin, raw: t.What, what: in.What, text: in.Text, in: in.In, at: in.At, cell: cell, value: t.Value, format: t.Float}
		if t.What == "" && x.step >= 0 && x.step < len(out.Path) {
			if h, ok := out.Path[x.step].Edge.Op.(*cfa.Havoc); ok {
				x.raw, x.what = h.LHS.Name, run.Name(x.step, h.LHS)
			}
		}
		list = append(list, x)
	}
	slices.SortStableFunc(list, func(a, b placed) int { return cmp.Compare(a.step, b.step) })
	return list
}

// Models returns the names of the functions that model library functions.
func Models(p *cfa.Program) map[string]bool { return words.Models(p) }
