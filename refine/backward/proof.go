// Annotations of a safe program from the cubes of the backward exploration.

package backward

import (
	"context"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/internal/effort"
	"github.com/whet-mc/whet/refine/annotate"
	"github.com/whet-mc/whet/smt"
)

// proofOf returns the annotations of a safe program, made from the cubes that the exploration reached. Each inlined
// copy of a procedure is a context. At each of its locations hold the facts and the negations of the cubes, from
// which the error may be reached. If a cube at a location refers to variables of an inlined call, the location is
// left without annotation where a proof can step over it. Otherwise no annotations can express the proof, and proofOf
// returns nil. The same applies to a cube with an existentially quantified value.
func proofOf(ctx context.Context, slice *cfa.Program, flat *cfa.Inlined, m *Method, reached map[*cfa.Loc][]Cube) *annotate.Annotations {
	a := annotate.New(slice, m.B)
	for _, v := range flat.Program.Vars {
		a.Name(m.Var(v), annotate.Symbol{Var: flat.Vars[v.ID]})
	}
	for _, arr := range flat.Program.Arrays {
		a.Name(m.Array(arr), annotate.Symbol{Array: flat.Arrays[arr.ID]})
	}
	contexts := map[*cfa.Activation]*annotate.Context{}
	for _, act := range flat.Activations {
		contexts[act] = a.Context(act.Proc)
	}
	visible := func(f *smt.Term, at *cfa.Activation) bool {
		for _, t := range smt.FreeVars(f) {
			var of *cfa.Activation
			switch v, arr := m.Owner(t); {
			case v != nil:
				of = flat.VarOf[v.ID]
			case arr != nil:
				of = flat.ArrayOf[arr.ID]
			default:
				return false
			}
			if of != nil && !of.Below(at) {
				return false
			}
		}
		return true
	}
	for _, l := range flat.Program.Locs {
		of := flat.Locs[l.ID]
		if of == nil || of.Error != nil {
			continue
		}
		if effort.Done(ctx) {
			return nil
		}
		act := flat.LocOf[l.ID]
		c := contexts[act]
		var conj []*smt.Term
		never, pass := false, false
		for _, f := range m.FactsAt(l) {
			never = never || f.IsFalse()
			if visible(f, act) {
				conj = append(conj, f)
			}
		}
		for _, cube := range reached[l] {
			f := m.B.And(m.Project(cube)...)
			pass = pass || !visible(f, act)
			conj = append(conj, m.B.Not(f))
		}
		switch {
		case never:
		case pass && steppable(of):
			c.Pass[of] = true
		case pass:
			return nil
		default:
			n := c.Add(of, conj...)
			for _, e := range of.Out {
				for _, callee := range flat.Activations {
					if callee.Parent == act && callee.Call == e {
						n.Next = append(n.Next, annotate.Hint{Edge: e, Callee: []*annotate.Context{contexts[callee]}})
					}
				}
			}
		}
	}
	return a
}

// steppable reports whether a proof may step over a location.
func steppable(l *cfa.Loc) bool {
	call := func(es []*cfa.Edge) bool {
		for _, e := range es {
			if _, ok := e.Op.(*cfa.Call); ok {
				return true
			}
		}
		return false
	}
	return l != l.Proc.Entry && l != l.Proc.Exit && !call(l.In) && !call(l.Out)
}
