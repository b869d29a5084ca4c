package settled

import (
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num"
)

// Analyse looks for error locations of checks that no run reaches, in a program that Finish has
// completed, and sets Program.Settled, to nil if it finds none.
func Analyse(p *cfa.Program) {
	p.Settled = nil
	var errors []*cfa.Loc
	for _, l := range p.Locs {
		if isCheck(l) {
			errors = append(errors, l)
		}
	}
	if len(errors) == 0 {
		return
	}
	w := newProgram(p)
	w.track(errors)
	w.analyse()
	w.findFacts(errors)
	n := newNeeded(w)
	some := false
	for _, l := range errors {
		if n.settle(l) {
			n.out.Errors[l.ID], some = true, true
		}
	}
	if some {
		n.reasons()
		p.Settled = n.out
	}
}

func isCheck(l *cfa.Loc) bool { return l.Error != nil && l.Error.IsCheck() && !l.Error.Unsupported }

// program is the analysis of a program in contexts (see contexts.go). A context has one state at its
// entry, the join of those at its calls, and one at its exit.
type program struct {
	p  *cfa.Program
	of [][]*analysis // by Proc.ID: the contexts of the procedure
	// order lists all contexts, callers before callees except for recursion. The start comes first.
	order []*analysis

	tracked    []bool      // by Var.ID
	thresholds [][]num.Int // of tracked variables, by Var.ID

	newFacts []factOf // that have not been followed yet
}

// Limits of the iteration over procedures.
const (
	descentsOfCalls = 2 // rounds in which entries and exits get smaller
	mostRaises      = 3 // of an entry or an exit, before it may be any state
)

// analyse computes the states of all procedures. At first an exit may be any state, so that each
// round gives states that are right, and the next one smaller ones (P. Cousot, R. Cousot: Static
// determination of dynamic properties of recursive procedures. 1977). Widening is not monotone, so
// that at the end entries and exits are raised until all fit together.
func (w *program) analyse() {
	order := w.order
	for round := range 1 + descentsOfCalls {
		changed := false
		for _, x := range order {
			entry := w.entry(x, round == 0)
			if round > 0 && !newExits(x) && entry.equal(x.entry) {
				continue
			}
			x.entry, changed = entry, true
			x.analyse()
		}
		if !changed {
			break
		}
		if round < descentsOfCalls {
			for _, x := range order {
				exit := x.atExit()
				x.exit, x.exitChanged = exit, !exit.equal(x.exit)
			}
		}
	}
	w.fit()
	for _, x := range order {
		x.finish()
	}
}

// entry joins the states at the calls of a procedure. In the first round callers that have not been
// analysed yet, because of recursion, may call it in any state.
func (w *program) entry(x *analysis, first bool) state {
	if x.q == w.p.Start {
		return state{live: true}
	}
	var in state
	for _, c := range x.callers {
		if first && c.from.at == nil {
			return state{live: true}
		}
		in = in.join(c.from.atCall(c.by))
	}
	return in
}

// newExits reports whether a callee's exit has changed since x was analysed.
func newExits(x *analysis) bool {
	return slices.ContainsFunc(x.q.Calls, func(e *cfa.Edge) bool { return x.callees[e].exitChanged })
}

// fit raises entries and exits until each entry covers the states at the calls, and each exit the
// state there.
func (w *program) fit() {
	queued, stale := slices.Repeat([]bool{true}, len(w.order)), make([]bool, len(w.order))
	work := slices.Clone(w.order)
	again := func(x *analysis) {
		stale[x.id] = true
		if !queued[x.id] {
			queued[x.id] = true
			work = append(work, x)
		}
	}
	for len(work) > 0 {
		x := work[0]
		work, queued[x.id] = work[1:], false
		if stale[x.id] {
			stale[x.id] = false
			x.analyse()
		}
		if raise(&x.exit, x.atExit(), &x.exitRaises) {
			for _, c := range x.callers {
				again(c.from)
			}
		}
		for _, e := range x.q.Calls {
			if y := x.callees[e]; raise(&y.entry, x.atCall(e), &y.entryRaises) {
				again(y)
			}
		}
	}
}

// raise makes s cover by, and reports whether it did not before. After a few times it covers all.
func raise(s *state, by state, times *int) bool {
	j := s.join(by)
	if j.equal(*s) {
		return false
	}
	if *times++; *times > mostRaises {
		j.env = env{}
	}
	*s = j
	return true
}
