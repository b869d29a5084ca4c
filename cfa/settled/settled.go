package settled

import (
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num"
)

// Analyse looks for error locations of checks that no run comes to, in a program that Finish has
// completed, and sets Program.Settled, to nil where there are none.
func Analyse(p *cfa.Program) {
	p.Settled = nil
	w := &program{p: p, procs: make([]*analysis, len(p.Procs)), local: make([]int32, len(p.Vars))}
	var errors []*cfa.Loc
	for _, q := range p.Procs {
		w.procs[q.ID] = newAnalysis(w, q)
		for _, l := range q.Locs {
			if isCheck(l) {
				errors = append(errors, l)
			}
		}
	}
	if len(errors) == 0 {
		return
	}
	w.track(errors)
	w.analyse()
	out := &cfa.Settled{Errors: make([]bool, len(p.Locs)), Facts: make([][]cfa.Expr, len(p.Locs)), Dead: make([]bool, len(p.Locs))}
	w.findFacts(errors)
	n := newNeeded(w, out)
	some := false
	for _, l := range errors {
		if n.settle(l) {
			out.Errors[l.ID], some = true, true
		}
	}
	if some {
		n.reasons()
		p.Settled = out
	}
}

func isCheck(l *cfa.Loc) bool { return l.Error != nil && l.Error.IsCheck() && !l.Error.Unsupported }

// program is the analysis of all procedures of a program. A procedure has one state at its entry, the
// join of those at its calls, and one at its exit.
type program struct {
	p     *cfa.Program
	procs []*analysis // by Proc.ID
	local []int32     // by Var.ID: the number of a local variable in its procedure, plus 1

	tracked    []bool      // by Var.ID
	thresholds [][]num.Int // of tracked variables, by Var.ID
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
	order := w.callersFirst()
	for round := range 1 + descentsOfCalls {
		changed := false
		for _, x := range order {
			entry := w.entry(x, round == 0)
			if round > 0 && !w.newExits(x) && entry.equal(x.entry) {
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
	w.fit(order)
	for _, x := range order {
		x.finish()
	}
}

// callersFirst lists the procedures that calls may lead to, each after those that call it, but for
// recursion.
func (w *program) callersFirst() []*analysis {
	succ := make([][]int, len(w.p.Procs))
	for _, q := range w.p.Procs {
		for _, e := range q.Calls {
			succ[q.ID] = append(succ[q.ID], e.Op.(*cfa.Call).Callee.ID)
		}
	}
	var order []*analysis
	for _, c := range slices.Backward(cfa.Components(succ)) {
		for _, id := range c {
			order = append(order, w.procs[id])
		}
	}
	return order
}

// entry joins the states at the calls of a procedure. In the first round callers that have not been
// analysed yet, because of recursion, may call it in any state.
func (w *program) entry(x *analysis, first bool) state {
	if x.q == w.p.Start {
		return state{live: true}
	}
	var in state
	for _, e := range x.q.Callers {
		from := w.procs[e.From.Proc.ID]
		if first && from.at == nil {
			return state{live: true}
		}
		in = in.join(from.atCall(e))
	}
	return in
}

// newExits reports whether a callee's exit has changed since x was analysed.
func (w *program) newExits(x *analysis) bool {
	for _, e := range x.q.Calls {
		c := w.procs[e.Op.(*cfa.Call).Callee.ID]
		if c.exitChanged {
			return true
		}
	}
	return false
}

// fit raises entries and exits until each entry covers the states at the calls, and each exit the
// state there.
func (w *program) fit(order []*analysis) {
	queued, stale := make([]bool, len(w.procs)), make([]bool, len(w.procs))
	work := slices.Clone(order)
	for _, x := range order {
		queued[x.q.ID] = true
	}
	again := func(x *analysis) {
		stale[x.q.ID] = true
		if !queued[x.q.ID] {
			queued[x.q.ID] = true
			work = append(work, x)
		}
	}
	for len(work) > 0 {
		x := work[0]
		work, queued[x.q.ID] = work[1:], false
		if stale[x.q.ID] {
			stale[x.q.ID] = false
			x.analyse()
		}
		if raise(&x.exit, x.atExit(), &x.exitRaises) {
			for _, e := range x.q.Callers {
				again(w.procs[e.From.Proc.ID])
			}
		}
		for _, e := range x.q.Calls {
			if y := w.procs[e.Op.(*cfa.Call).Callee.ID]; raise(&y.entry, x.atCall(e), &y.entryRaises) {
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

// findFacts computes which comparisons hold at the locations of each procedure with checks.
func (w *program) findFacts(errors []*cfa.Loc) {
	for _, l := range errors {
		x := w.procs[l.Proc.ID]
		if x.facts == nil {
			x.facts = newFacts(x)
		}
		for _, e := range l.In {
			if a, ok := e.Op.(*cfa.Assume); ok && x.passes(e) {
				x.facts.collect(cfa.MkNot(a.Cond))
			}
		}
	}
	for _, x := range w.procs {
		if x.facts == nil {
			x.facts = newFacts(x)
		}
		x.facts.solve(x.q)
	}
}
