// The inductive claims, the verdict and the proof.

package results

import (
	"context"
	"fmt"
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/formula"
	"github.com/whet-mc/whet/internal/effort"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/num/fp"
	"github.com/whet-mc/whet/reason"
	"github.com/whet-mc/whet/refine"
	"github.com/whet-mc/whet/refine/annotate"
	"github.com/whet-mc/whet/refine/invariants"
	"github.com/whet-mc/whet/smt"
	"github.com/whet-mc/whet/smt/solver"
)

const conflicts = 4_000 // conflict limit of one question

// procedure is a procedure with the claims about it.
type procedure struct {
	proc      *cfa.Proc
	in, out   []*cfa.Var  // variables that claims mention, at the entry and at the exit
	ins, outs []*smt.Term // the symbols of in and out

	atEntry, atExit []*fact

	samples []sample
	seen    map[string]bool
	alike   map[alike]int
}

// fact is a claim, over the symbols of its procedure.
type fact struct {
	says *smt.Term
	dead bool
}

// search is a search for claims about one program.
type search struct {
	ctx     context.Context
	prog    *cfa.Program
	b       *smt.Builder
	coder   *formula.Coder
	notes   *annotate.Annotations
	rangeOf map[*smt.Term]cfa.Range
	procs   []*procedure // the procedures in the order of discovery, the start first
	steps   []*step
	count   int

	numbers []num.Int // constants in conditions, ascending
	largest int64     // the largest of these constants that a table may reach

	queries int
}

// Suits reports whether the engine applies to a program: it has recursion and no loops.
func Suits(p *cfa.Program) bool {
	return slices.ContainsFunc(p.Procs, func(q *cfa.Proc) bool { return q.Recursive && len(q.Callers) > 0 }) &&
		!slices.ContainsFunc(p.Locs, func(l *cfa.Loc) bool { return l.LoopHead })
}

// Run guesses claims about results, and decides the program if they exclude its errors.
func Run(b *refine.Session, polynomials bool) {
	x := &search{ctx: b.Ctx, prog: b.Slice, b: smt.NewBuilder(), rangeOf: map[*smt.Term]cfa.Range{}}
	x.coder, x.notes = formula.NewCoder(x.b, x.prog), annotate.New(x.prog, x.b)
	b.Progress("guessing claims about results", 0, 0)
	excluded, open, why := x.run(b, polynomials)
	b.Outcome.Stats.Posts += x.queries
	switch {
	case effort.Done(b.Ctx):
		b.Outcome.Reason = reason.Ended(b.Ctx)
		return
	case why.Given() || excluded == 0:
		b.Outcome.Reason = why.Or(reason.New(reason.Imprecise, "claims about results do not exclude the errors"))
		return
	}
	claims := refine.Claims{
		Invariants:  func(context.Context) []invariants.Invariant { return nil },
		Annotations: func(context.Context) *annotate.Annotations { return x.annotations() },
	}
	if len(open) == 0 {
		b.Proved(claims)
		return
	}
	for _, l := range open {
		b.LeaveOpen(l, reason.New(reason.Imprecise, "is not excluded by claims about results"))
	}
	b.Outcome.Reason = b.Undecided
	b.ProvedOthers(claims)
}

// procedure returns the record of a procedure, and creates it if necessary.
func (x *search) procedure(q *cfa.Proc) *procedure {
	for _, p := range x.procs {
		if p.proc == q {
			return p
		}
	}
	p := &procedure{proc: q, seen: map[string]bool{}, alike: map[alike]int{}}
	number := func(v *cfa.Var) bool { return !v.Shadow && v.Float == (fp.Format{}) }
	enter := func(v *cfa.Var) {
		if number(v) && !slices.Contains(p.in, v) {
			t := x.notes.Term(annotate.Symbol{Var: v, Entry: true})
			x.rangeOf[t] = v.Range
			p.in, p.ins = append(p.in, v), append(p.ins, t)
		}
	}
	leave := func(v *cfa.Var) {
		if number(v) {
			t := x.notes.Term(annotate.Symbol{Var: v})
			x.rangeOf[t] = v.Range
			p.out, p.outs = append(p.out, v), append(p.outs, t)
		}
	}
	for _, v := range q.Params {
		enter(v)
	}
	for _, id := range append(q.Uses.IDs(), q.Mods.IDs()...) {
		enter(x.prog.Vars[id])
	}
	for _, v := range q.Results {
		leave(v)
	}
	for _, id := range q.Mods.IDs() {
		leave(x.prog.Vars[id])
	}
	x.procs = append(x.procs, p)
	return p
}

// run guesses claims. It returns the number of errors that the inductive claims exclude, and the other errors. why is
// the reason if the search failed.
func (x *search) run(b *refine.Session, polynomials bool) (excluded int, open []*cfa.Loc, why reason.Reason) {
	x.procedure(x.prog.Start)
	for i := 0; i < len(x.procs); i++ { // the list grows in the loop
		if !x.paths(x.procs[i]) {
			return 0, nil, reason.New(reason.Limit, "procedures have too many paths")
		}
	}
	x.findNumbers()
	x.sample(b.Program)
	guessed, kept := 0, 0
	for _, q := range x.procs[1:] {
		x.guess(q, polynomials)
		guessed += len(q.atEntry) + len(q.atExit)
	}
	if !x.houdini() {
		return 0, nil, why
	}
	for _, q := range x.procs {
		q.atEntry = slices.DeleteFunc(q.atEntry, func(f *fact) bool { return f.dead })
		q.atExit = slices.DeleteFunc(q.atExit, func(f *fact) bool { return f.dead })
		kept += len(q.atEntry) + len(q.atExit)
	}
	errors := map[*cfa.Loc]bool{}
	for _, t := range x.steps {
		if t.at.Error == nil {
			continue
		}
		errors[t.at] = true
		if len(x.fails(t, []*smt.Term{x.b.False()})) > 0 && !slices.Contains(open, t.at) {
			open = append(open, t.at)
		}
	}
	if b.Options.Observe != nil {
		b.Options.Observe(&refine.Iteration{Program: b.Slice, Full: true, States: len(x.steps), Done: len(open) == 0, Deeper: fmt.Sprintf(
			"of %d claims about results that were guessed %d are inductive; they exclude %d of %d errors",
			guessed, kept, len(errors)-len(open), len(errors))})
	}
	return len(errors) - len(open), open, why
}

// findNumbers collects the constants in conditions.
func (x *search) findNumbers() {
	for _, l := range x.prog.Locs {
		for _, e := range l.Out {
			if a, ok := e.Op.(*cfa.Assume); ok {
				cfa.Walk(a.Cond, func(e cfa.Expr) {
					c, ok := e.(*cfa.Const)
					if !ok {
						return
					}
					if n, small := c.Val.Int64(); small && n <= longest {
						x.largest = max(x.largest, n)
					}
					if !slices.ContainsFunc(x.numbers, c.Val.Equal) {
						x.numbers = append(x.numbers, c.Val)
					}
				})
			}
		}
	}
	slices.SortFunc(x.numbers, num.Int.Cmp)
}

// goals returns the claims that a step must establish, and their instances there.
func (x *search) goals(t *step) ([]*fact, []*smt.Term) {
	fs, q, ins, outs := t.of.atExit, t.of, t.of.ins, t.outs
	switch {
	case t.at.Error != nil:
		return nil, nil
	case t.calling != nil:
		fs, q, ins, outs = t.calling.of.atEntry, t.calling.of, t.calling.ins, nil
	}
	var alive []*fact
	for _, f := range fs {
		if !f.dead {
			alive = append(alive, f)
		}
	}
	return alive, x.claimed(fs, q, ins, outs)
}

// houdini drops claims until the rest is inductive. It returns false if it was stopped.
func (x *search) houdini() bool {
	for changed := true; changed; {
		changed = false
		for _, t := range x.steps {
			if effort.Done(x.ctx) {
				return false
			}
			fs, says := x.goals(t)
			for _, i := range x.fails(t, says) {
				fs[i].dead, changed = true, true
			}
		}
	}
	return true
}

// fails returns the indexes of the formulas in the list "says" for which the solver does not show that they follow
// from what is known at the step t.
func (x *search) fails(t *step, says []*smt.Term) (out []int) {
	if len(says) == 0 {
		return nil
	}
	s := solver.New(x.b, solver.Options{Conflicts: conflicts})
	known := x.known(t.of, &t.state)
	for _, f := range known {
		s.Assert(f)
	}
	for _, v := range smt.FreeVars(append(known, says...)...) {
		if r, ok := x.rangeOf[v]; ok {
			s.Assert(x.within(v, r))
		}
	}
	failed := make([]bool, len(says))
	ask := func(f *smt.Term) solver.Status {
		x.queries++
		if effort.Done(x.ctx) {
			return solver.Unknown
		}
		return s.Check(x.ctx, x.b.Not(f))
	}
	// Ask for each separately: the proof of one case of a table only needs the same case of other tables.
	for i, f := range says {
		if failed[i] {
			continue
		}
		status := ask(f)
		if failed[i] = status != solver.Unsat; status != solver.Sat {
			continue
		}
		for k, g := range says {
			if ok, err := s.Model().Holds(g); err == nil && !ok {
				failed[k] = true
			}
		}
	}
	for i, is := range failed {
		if is {
			out = append(out, i)
		}
	}
	return out
}

// within returns the condition that t lies in the range r.
func (x *search) within(t *smt.Term, r cfa.Range) *smt.Term {
	out := x.b.True()
	least, below, most, above := r.Bounds()
	if below {
		out = x.b.And(out, x.b.Le(x.num(least), t))
	}
	if above {
		out = x.b.And(out, x.b.Le(t, x.num(most)))
	}
	return out
}

// annotations returns the proof of the claims.
func (x *search) annotations() *annotate.Annotations {
	a := x.notes
	contexts := map[*procedure]*annotate.Context{}
	for _, q := range x.procs {
		c := a.Context(q.proc)
		contexts[q] = c
		calls := map[*cfa.Loc]bool{q.proc.Entry: true, q.proc.Exit: true}
		for _, e := range q.proc.Calls {
			calls[e.From] = true
		}
		for _, l := range q.proc.Locs {
			c.Pass[l] = l.Error == nil && !calls[l]
		}
		entry := x.b.Substitution()
		for i, v := range q.in {
			entry.Set(q.ins[i], a.Term(annotate.Symbol{Var: v}))
		}
		var conj []*smt.Term
		for i, v := range q.in {
			conj = append(conj, x.b.Eq(q.ins[i], a.Term(annotate.Symbol{Var: v})))
		}
		for _, f := range q.atEntry {
			conj = append(conj, entry.Apply(f.says))
		}
		c.Add(q.proc.Entry, conj...)
		conj = nil
		for _, f := range q.atExit {
			conj = append(conj, f.says)
		}
		c.Add(q.proc.Exit, conj...)
	}
	for _, t := range x.steps {
		if t.calling != nil && t.at != t.of.proc.Entry {
			contexts[t.of].Add(t.at, x.present(t)...)
		}
	}
	return a
}

// present returns what a path knows at a call, over current values of variables and values at the entry.
func (x *search) present(t *step) []*smt.Term {
	sub := x.b.Substitution()
	sayable := map[*smt.Term]bool{}
	for _, i := range t.of.ins {
		sayable[i] = true
	}
	vars := make([]*cfa.Var, 0, len(t.env))
	for _, v := range x.prog.Vars {
		if t.env[v] != nil && (v.Proc == nil || v.Proc == t.of.proc) {
			vars = append(vars, v)
		}
	}
	holder := map[*smt.Term]*cfa.Var{} // holder maps the results of calls and inputs to a variable that has the value
	for _, v := range vars {
		if s := t.env[v]; s.IsVar() && !sayable[s] && holder[s] == nil {
			holder[s] = v
			sub.Set(s, x.notes.Term(annotate.Symbol{Var: v}))
		}
	}
	var out []*smt.Term
	say := func(f *smt.Term) {
		for _, s := range smt.FreeVars(f) {
			if !sayable[s] && holder[s] == nil {
				return
			}
		}
		if f = sub.Apply(f); !f.IsTrue() {
			out = append(out, f)
		}
	}
	for _, v := range vars {
		s := t.env[v]
		if holder[s] == v {
			continue
		}
		now := x.notes.Term(annotate.Symbol{Var: v})
		if is := sub.Apply(s); is != now {
			free := slices.ContainsFunc(smt.FreeVars(s), func(u *smt.Term) bool { return !sayable[u] && holder[u] == nil })
			if !free {
				out = append(out, x.b.Eq(now, is))
			}
		}
	}
	for _, f := range x.known(t.of, &t.state) {
		say(f)
	}
	return out
}
