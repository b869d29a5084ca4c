package predicate

import (
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/formula"
	"github.com/whet-mc/whet/smt"
)

// Scope says where a predicate that was learnt at a location is tracked.
type Scope int

const (
	// ByProc: at all locations of the procedure, if it speaks of its variables; else as ByProgram.
	ByProc     Scope = iota
	ByLocation       // at the location
	ByProgram        // wherever its variables mean something
)

// Precision says which predicates are tracked where. It only grows.
type Precision struct {
	coder *formula.Coder
	prog  *cfa.Program
	scope Scope

	preds  []*smt.Term       // atoms over plain symbols, by number
	number map[*smt.Term]int // by atom
	vars   [][]*cfa.Var      // that a predicate speaks of
	at     map[*cfa.Loc][]int
	inProc map[*cfa.Proc][]int
	always []int
	below  map[*cfa.Proc]map[*cfa.Proc]bool // the procedures that may lie under one
	cached map[*cfa.Loc]cachedPreds
	live   *cfa.Liveness
	liveAt map[*cfa.Loc]*cfa.VarSet
}

type cachedPreds struct {
	size  int
	preds []int
}

// NewPrecision is a precision without predicates.
func NewPrecision(c *formula.Coder, p *cfa.Program, s Scope) *Precision {
	x := &Precision{
		coder: c, prog: p, scope: s, number: map[*smt.Term]int{}, at: map[*cfa.Loc][]int{}, inProc: map[*cfa.Proc][]int{},
		below: map[*cfa.Proc]map[*cfa.Proc]bool{}, cached: map[*cfa.Loc]cachedPreds{},
		live: p.Liveness(), liveAt: map[*cfa.Loc]*cfa.VarSet{},
	}
	for _, q := range p.Procs {
		if q.Recursive {
			continue // whose variables a predicate elsewhere would speak of is not known
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

// Track adds a predicate that was learnt at a location, and reports whether it was not tracked
// there. The predicate is a formula over plain symbols of which the atom is taken.
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

// Restore tracks a predicate as an earlier run has: at a location, all over a procedure if l is
// nil, or in the whole program if q is, too. Of a formula the atom is taken.
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

// Vars are the variables that predicates which are tracked at the location speak of.
func (x *Precision) Vars(l *cfa.Loc) map[*cfa.Var]bool {
	out := map[*cfa.Var]bool{}
	for _, n := range x.At(l) {
		for _, v := range x.vars[n] {
			out[v] = true
		}
	}
	return out
}

// numberOf is the number of a predicate, tracked or not.
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

func (x *Precision) variables(f *smt.Term) []*cfa.Var {
	var out []*cfa.Var
	for _, t := range smt.FreeVars(f) {
		if o, ok := x.coder.Owner(t); ok && o.Var != nil {
			out = append(out, o.Var)
		}
	}
	return out
}

// means reports whether the variables of a predicate mean something at the location: they are
// global, of its procedure, or of one that may be a caller of it and has one activation only.
func (x *Precision) means(n int, l *cfa.Loc) bool {
	for _, v := range x.vars[n] {
		if v.Proc != nil && v.Proc != l.Proc && !x.below[l.Proc][v.Proc] {
			return false
		}
	}
	return true
}

// read reports whether the variables of a predicate are read later. Others are not asked about,
// unless that was learnt at this very location: that a run goes on can depend on them, where the
// expression that reads them has no use but that it can be undefined.
func (x *Precision) read(n int, l *cfa.Loc) bool {
	for _, v := range x.vars[n] {
		if (v.Proc == nil || v.Proc == l.Proc) && !x.Live(l, v) {
			return false
		}
	}
	return true
}

// Live reports whether a variable, global or of the location's procedure, is read from the location
// on before it is set.
func (x *Precision) Live(l *cfa.Loc, v *cfa.Var) bool {
	s := x.liveAt[l]
	if s == nil {
		set := x.live.LiveAt(l)
		s = &set
		x.liveAt[l] = s
	}
	return s.Has(v)
}

// At lists the numbers of the predicates that are tracked at a location, ascending.
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

// Pred is a predicate by its number.
func (x *Precision) Pred(n int) *smt.Term { return x.preds[n] }

// Len is the number of predicates.
func (x *Precision) Len() int { return len(x.preds) }

// Places counts the pairs of a location, a procedure or the program, and a predicate tracked there.
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

// Entry is what is tracked at a location of a procedure, all over it (Loc nil), or in the whole
// program (both nil).
type Entry struct {
	Loc   *cfa.Loc
	Proc  *cfa.Proc
	Preds []int
}

// Entries lists the precision: of the program first, then by procedure and location.
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
