// The precision of predicate abstraction. Predicates are atoms over plain symbols, numbered as they are learnt. A
// predicate is asked about at a location only if its variables have a meaning there and are read later.

package predicate

import (
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/formula"
	"github.com/whet-mc/whet/smt"
)

// Scope determines where a predicate is tracked that was learnt at a location.
type Scope int

const (
	// ByProc tracks a predicate at all locations of the procedure if the predicate contains local variables. Otherwise
	// it is like ByProgram.
	ByProc     Scope = iota
	ByLocation       // tracks a predicate at the location for which it was found
	ByProgram        // tracks a predicate at all locations where its variables have a meaning
)

// Precision determines which predicates are tracked where. It only grows.
type Precision struct {
	coder *formula.Coder
	prog  *cfa.Program
	scope Scope

	preds  []*smt.Term                      // the predicates, atoms over plain symbols, by number
	number map[*smt.Term]int                // by atom: the number of the predicate
	vars   [][]*cfa.Var                     // by number of a predicate: the variables of the predicate
	at     map[*cfa.Loc][]int               // the predicates tracked at one location
	inProc map[*cfa.Proc][]int              // the predicates tracked in a procedure
	always []int                            // the predicates tracked everywhere
	below  map[*cfa.Proc]map[*cfa.Proc]bool // by procedure: the procedures, except recursive ones, that may be below it on the stack
	cached map[*cfa.Loc]cachedPreds         // see At
	live   *cfa.Liveness
	liveAt map[*cfa.Loc]*cfa.VarSet
}

// cachedPreds is the result of At, and the number of predicates for which it was computed.
type cachedPreds struct {
	size  int
	preds []int
}

// NewPrecision returns a precision without predicates.
func NewPrecision(c *formula.Coder, p *cfa.Program, s Scope) *Precision {
	x := &Precision{
		coder: c, prog: p, scope: s, number: map[*smt.Term]int{}, at: map[*cfa.Loc][]int{}, inProc: map[*cfa.Proc][]int{},
		below: map[*cfa.Proc]map[*cfa.Proc]bool{}, cached: map[*cfa.Loc]cachedPreds{},
		live: p.Liveness(), liveAt: map[*cfa.Loc]*cfa.VarSet{},
	}
	for _, q := range p.Procs {
		if q.Recursive {
			continue // in another procedure, a predicate would not say which activation its variables belong to
		}
		seen := map[*cfa.Proc]bool{}
		work := []*cfa.Proc{q}
		for len(work) > 0 {
			r := work[len(work)-1]
			work = work[:len(work)-1]
			for _, e := range r.Calls {
				if s := e.Op.(*cfa.Call).Callee; !seen[s] {
					seen[s] = true
					work = append(work, s)
				}
			}
		}
		for r := range seen {
			if x.below[r] == nil {
				x.below[r] = map[*cfa.Proc]bool{}
			}
			x.below[r][q] = true
		}
	}
	return x
}

// Track adds a predicate that was learnt at a location, and reports whether it is new there. pred is a formula over
// plain symbols; its atom is tracked.
func (x *Precision) Track(l *cfa.Loc, pred *smt.Term) bool {
	atom, _ := pred.Atom()
	if atom.IsTrue() || atom.IsFalse() {
		return false
	}
	n := x.numberOf(atom)
	if !x.means(n, l) || slices.Contains(x.At(l), n) {
		return false
	}
	switch {
	case x.scope == ByLocation || !x.read(n, l):
		x.at[l] = append(x.at[l], n)
	case x.scope == ByProc && slices.ContainsFunc(x.vars[n], func(v *cfa.Var) bool { return v.Proc != nil }):
		x.inProc[l.Proc] = append(x.inProc[l.Proc], n)
	default:
		x.always = append(x.always, n)
	}
	return true
}

// Restore tracks a predicate as in an earlier run: at the location l, or in the procedure q if l is nil, or in the
// whole program if both are nil. The atom of pred is tracked.
func (x *Precision) Restore(q *cfa.Proc, l *cfa.Loc, pred *smt.Term) {
	atom, _ := pred.Atom()
	if atom.IsTrue() || atom.IsFalse() {
		return
	}
	n := x.numberOf(atom)
	add := func(ns []int) []int {
		if slices.Contains(ns, n) {
			return ns
		}
		return append(ns, n)
	}
	switch {
	case l != nil:
		x.at[l] = add(x.at[l])
	case q != nil:
		x.inProc[q] = add(x.inProc[q])
	default:
		x.always = add(x.always)
	}
}

// Vars returns the variables of the predicates that are tracked at the location.
func (x *Precision) Vars(l *cfa.Loc) map[*cfa.Var]bool {
	out := map[*cfa.Var]bool{}
	for _, n := range x.At(l) {
		for _, v := range x.vars[n] {
			out[v] = true
		}
	}
	return out
}

// numberOf returns the number of a predicate, tracked or not.
func (x *Precision) numberOf(atom *smt.Term) int {
	n, ok := x.number[atom]
	if !ok {
		n = len(x.preds)
		x.number[atom] = n
		x.preds = append(x.preds, atom)
		x.vars = append(x.vars, x.variables(atom))
	}
	return n
}

// variables returns the program variables in a formula.
func (x *Precision) variables(f *smt.Term) []*cfa.Var {
	var out []*cfa.Var
	for _, t := range smt.FreeVars(f) {
		if o, ok := x.coder.Owner(t); ok && o.Var != nil {
			out = append(out, o.Var)
		}
	}
	return out
}

// means reports whether all variables of a predicate have a meaning at the location: they are global, or of its
// procedure, or of a procedure that may be a caller and has only one activation.
func (x *Precision) means(n int, l *cfa.Loc) bool {
	for _, v := range x.vars[n] {
		if v.Proc != nil && v.Proc != l.Proc && !x.below[l.Proc][v.Proc] {
			return false
		}
	}
	return true
}

// read reports whether the variables of a predicate that are global or local to l's procedure are live at l.
// Predicates over dead variables are not asked about, unless they were learnt at this very location: whether a run
// goes on can depend on such a variable if the expression that reads it serves only to make the run undefined.
func (x *Precision) read(n int, l *cfa.Loc) bool {
	for _, v := range x.vars[n] {
		if (v.Proc == nil || v.Proc == l.Proc) && !x.Live(l, v) {
			return false
		}
	}
	return true
}

// Live reports whether a variable, global or of l's procedure, may be read after l before it is set.
func (x *Precision) Live(l *cfa.Loc, v *cfa.Var) bool {
	s := x.liveAt[l]
	if s == nil {
		set := x.live.LiveAt(l)
		s = &set
		x.liveAt[l] = s
	}
	return s.Has(v)
}

// At returns the numbers of the predicates that are tracked at a location, in ascending order.
func (x *Precision) At(l *cfa.Loc) []int {
	size := len(x.at[l]) + len(x.inProc[l.Proc]) + len(x.always)
	if c, ok := x.cached[l]; ok && c.size == size {
		return c.preds
	}
	var out []int
	for i, ns := range [][]int{x.at[l], x.inProc[l.Proc], x.always} {
		for _, n := range ns {
			if x.means(n, l) && (i == 0 || x.read(n, l)) {
				out = append(out, n)
			}
		}
	}
	out = sortInts(out)
	x.cached[l] = cachedPreds{size, out}
	return out
}

// Pred returns the predicate with the number n.
func (x *Precision) Pred(n int) *smt.Term { return x.preds[n] }

// Len returns the number of predicates.
func (x *Precision) Len() int { return len(x.preds) }

// Places returns the number of pairs of a predicate and a location, procedure or program where it is tracked.
func (x *Precision) Places() int {
	n := len(x.always)
	for _, ps := range x.at {
		n += len(ps)
	}
	for _, ps := range x.inProc {
		n += len(ps)
	}
	return n
}

func sortInts(xs []int) []int {
	slices.Sort(xs)
	return slices.Compact(xs)
}

// Entry lists the predicates that are tracked at a location of a procedure, in a whole procedure (Loc nil), or in the
// whole program (both nil).
type Entry struct {
	Loc   *cfa.Loc
	Proc  *cfa.Proc
	Preds []int
}

// Entries returns the precision: predicates of the program first, then by procedure and location.
func (x *Precision) Entries() []Entry {
	var out []Entry
	if len(x.always) > 0 {
		out = append(out, Entry{Preds: x.always})
	}
	for _, q := range x.prog.Procs {
		if ps := x.inProc[q]; len(ps) > 0 {
			out = append(out, Entry{Proc: q, Preds: ps})
		}
		for _, l := range q.Locs {
			if ps := x.at[l]; len(ps) > 0 {
				out = append(out, Entry{Proc: q, Loc: l, Preds: ps})
			}
		}
	}
	return out
}
