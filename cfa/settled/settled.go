package settled

import "github.com/whet-mc/whet/cfa"

// Analyse looks for error locations of checks that no run comes to, in a program that Finish has
// completed, and sets Program.Settled, to nil where there are none.
func Analyse(p *cfa.Program) {
	out := &cfa.Settled{Errors: make([]bool, len(p.Locs)), Facts: make([][]cfa.Expr, len(p.Locs)), Dead: make([]bool, len(p.Locs))}
	n := &numbers{of: make([]int32, len(p.Vars))}
	some := false
	for _, q := range p.Procs {
		some = procedure(q, n, out) || some
		n.clear()
	}
	p.Settled = nil
	if some {
		p.Settled = out
	}
}

func isCheck(l *cfa.Loc) bool { return l.Error != nil && l.Error.IsCheck() && !l.Error.Unsupported }

// procedure settles the errors of one procedure, of which no variable has a number yet.
func procedure(q *cfa.Proc, vars *numbers, out *cfa.Settled) bool {
	var errors []*cfa.Loc
	for _, l := range q.Locs {
		if isCheck(l) {
			errors = append(errors, l)
		}
	}
	if len(errors) == 0 {
		return false
	}
	x := &analysis{q: q, vars: vars}
	x.track(errors)
	if !x.analyse() {
		return false
	}
	f := newFacts(x)
	for _, l := range errors {
		for _, e := range l.In {
			if a, ok := e.Op.(*cfa.Assume); ok && x.passes(e) {
				f.collect(cfa.MkNot(a.Cond))
			}
		}
	}
	f.solve(q)
	n := newNeeded(x, f, out)
	some := false
	for _, l := range errors {
		if n.settle(l) {
			out.Errors[l.ID], some = true, true
		}
	}
	if some {
		n.reasons(q)
	}
	return some
}
