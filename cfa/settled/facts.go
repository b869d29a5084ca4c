package settled

import (
	"slices"

	"github.com/whet-mc/whet/cfa"
)

// Facts are available conditions: comparisons that hold on every path to a location. The first ones are the negations
// of the tests for errors. Their weakest preconditions over the operations that change them are facts, too, also in
// callers and at the exits of callees (steps.go). Then the facts are solved forward (solve.go): each location begins
// with all facts and loses those that do not hold on some path to it (G. Kildall: A unified approach to global program
// optimization. POPL 1973).

// Limits of the facts of a procedure.
const (
	maxFacts   = 2400
	maxWords   = 1 << 21 // of sets of facts at its locations
	factNodes  = 16      // of a fact that comes from another one
	maxDerived = 12      // operations that it comes over
	againSteps = 5       // that an operation counts for which changes a variable by itself

	// Of a program, for each location of its contexts and besides: how many steps of facts over edges are computed before
	// no new facts are added.
	stepsEach, stepsBesides = 10, 25_000
)

// uses are what the edges of a procedure set, test and promise: found when its first fact is followed.
type uses struct {
	setsVar  map[*cfa.Var][]*cfa.Edge
	setsArr  map[*cfa.Array][]*cfa.Edge
	setsFrom map[*cfa.Array][]*cfa.Edge // assignments of cells, by array
	same     classes                    // variables of which one is assigned to another
	tested   []cfa.Expr                 // pointers that are compared with 0, each once

	indexTests []*cfa.Binary // comparisons of variables with others, each once
	outcomes   []*cfa.Binary // tests of what calls have reported, each once
	counts     []*cfa.Var    // parameters of main that may be the number of arguments
	argTails   []cfa.Expr    // tails of parameters of main in the facts of all rounds so far, each once
	promises   []promise
	copies     []copied
}

// facts are the comparisons of one procedure in a round.
type facts struct {
	*uses
	x        *analysis
	list     []*cfa.Binary
	depth    []int8             // by fact: over how many operations it comes from a test
	followed []bool             // by fact: its steps have been found
	byForm   map[uint64][]int32 // by the hashes of their forms
	byLeft   map[uint64][]int32 // by the hashes of the left sides of their alternatives
	byVar    map[*cfa.Var][]int32
	byArr    map[*cfa.Array][]int32

	most    int
	words   int
	at      [][]uint64        // by Loc.Index; nil: not reached yet, all facts
	steps   [][]step          // by Edge.ID, from analysis.first on: see affected
	blocks  [][][]int32       // by Edge.ID, from analysis.first on: see blockers; nil: not computed yet
	entries map[caller][]step // by call of the procedure: where its facts at the entry come from

	instances map[int32][]*instance // by fact about one cell
	stronger  [][]int32             // by fact: facts of which it follows, with some of its alternatives
	byBounds  map[int32][]byBounds  // by fact
	limits    []limited

	countGoals []int32 // facts that argc is at least a number

	goals    []goal
	promised map[*cfa.Edge][]step // by promise
	next     map[int32]bool       // the facts that a promise makes hold if something else is false
	between  map[int32]bool       // facts that are of use between a promise and a test
	released []released
}

func newFacts(x *analysis) *facts {
	most := min(maxFacts, 64*maxWords/(len(x.q.Locs)+1))
	return &facts{
		uses: &x.uses, x: x, most: most, steps: make([][]step, len(x.pass)), blocks: make([][][]int32, len(x.pass)), entries: map[caller][]step{},
		instances: map[int32][]*instance{}, byBounds: map[int32][]byBounds{},
		promised: map[*cfa.Edge][]step{}, next: map[int32]bool{}, between: map[int32]bool{},
		byForm: map[uint64][]int32{}, byLeft: map[uint64][]int32{}, byVar: map[*cfa.Var][]int32{}, byArr: map[*cfa.Array][]int32{},
	}
}

// add returns the number of the fact b, and adds b if it is new. It returns -1 if b cannot be a fact, or there is no
// room for it.
func (f *facts) add(b *cfa.Binary, depth int8) int32 {
	h, small := form(b)
	if !small {
		return -1
	}
	depth = min(max(depth, 0), maxDerived)
	if k := f.number(b); k >= 0 {
		if depth < f.depth[k] && !f.followed[k] {
			f.depth[k] = depth
		}
		return k
	}
	if len(f.list) >= f.most || f.x.w.effort < 0 || !speaks(b) {
		return -1
	}
	if closed(b) {
		depth = 0 // few operations change it
	}
	n := int32(len(f.list))
	f.byForm[h] = append(f.byForm[h], n)
	f.list, f.depth, f.followed = append(f.list, b), append(f.depth, depth), append(f.followed, false)
	for _, a := range alternatives(b) {
		left, _ := form(a.X)
		if ns := f.byLeft[left]; len(ns) == 0 || ns[len(ns)-1] != n {
			f.byLeft[left] = append(ns, n)
		}
	}
	cfa.ExprReads(b, func(v *cfa.Var) {
		if ns := f.byVar[v]; len(ns) == 0 || ns[len(ns)-1] != n {
			f.byVar[v] = append(ns, n)
		}
	}, func(a *cfa.Array) {
		if ns := f.byArr[a]; len(ns) == 0 || ns[len(ns)-1] != n {
			f.byArr[a] = append(ns, n)
		}
	})
	f.x.w.newFacts = append(f.x.w.newFacts, factOf{f, n})
	return n
}

// goal says what has to hold at a location for a comparison with conversions, which cannot be a fact itself.
type goal struct {
	at *cfa.Loc
	c  *cfa.Binary
	by step
}

// collect adds the comparisons in c, a condition at a location, as facts. In a disjunction it only looks at the first
// part, which is the common case, unless all is set: then also at parts about the owners of addresses.
func (f *facts) collect(l *cfa.Loc, c cfa.Expr, all bool) {
	b, ok := c.(*cfa.Binary)
	switch {
	case !ok:
	case b.Op == cfa.And:
		f.collect(l, b.X, all)
		f.collect(l, b.Y, all)
	case isUnlessNull(b):
		f.add(b, 0)
	case b.Op == cfa.Or && !readsShadow(b.X) && readsShadow(b.Y):
		f.collect(l, b.Y, all) // the first part is about objects at known addresses
	case b.Op == cfa.Or:
		f.collect(l, b.X, all)
		if all && readsShadow(b.Y) {
			f.collect(l, b.Y, all)
		}
	case b.Op.Comparison():
		if k := f.add(b, 0); k >= 0 {
			f.byIndex(l, k)
			return
		}
		if st := f.before(l, -1, 0, b); st.kind == stepFact {
			f.goals = append(f.goals, goal{l, b, st})
		}
	}
}

// closed reports whether a fact reads no variable: it is about objects at known addresses.
func closed(b *cfa.Binary) bool {
	open := false
	cfa.ExprReads(b, func(*cfa.Var) { open = true }, nil)
	return !open
}

// readsShadow reports whether a condition reads the records of blocks.
func readsShadow(c cfa.Expr) (yes bool) {
	cfa.ExprReads(c, nil, func(a *cfa.Array) { yes = yes || a.Shadow && !a.Region })
	return yes
}

// number returns the number of the fact with the form of b, or -1 if no fact has it.
func (f *facts) number(b *cfa.Binary) int32 {
	if h, small := form(b); small {
		for _, k := range f.byForm[h] {
			if cfa.SameForm(f.list[k], b) {
				return k
			}
		}
	}
	return -1
}

// known reports whether the fact with the form of b holds at a location, and returns its number.
func (f *facts) known(l *cfa.Loc, b *cfa.Binary) (int32, bool) {
	k := f.number(b)
	return k, k >= 0 && f.x.have(l, k)
}

func has(set []uint64, k int) bool { return set[k/64]>>(k%64)&1 != 0 }

// tests returns the steps of the facts that a test of c makes true: c implies the fact, or it excludes that a pointer
// is null, which was the alternative to the fact.
func (f *facts) tests(c cfa.Expr) []step {
	implied, released := []step{}, []step(nil)
	cfa.Conjuncts(c, func(b *cfa.Binary) {
		if h, small := form(b.X); small {
			for _, k := range f.byLeft[h] {
				if slices.ContainsFunc(alternatives(f.list[k]), func(a *cfa.Binary) bool { return implies(b, a) }) {
					implied = append(implied, step{fact: k, kind: stepBounds})
				}
			}
		}
		for _, t := range f.limits {
			if cfa.SameForm(t.test, b) {
				released = append(released, step{fact: t.fact, kind: stepFact, before: []int32{t.before}})
			}
		}
		if of, zero := zeroTest(b); of != nil {
			for _, r := range f.released {
				if r.zero == zero && cfa.SameForm(r.of, of) {
					released = append(released, step{fact: r.fact, kind: stepFact, before: []int32{r.before}})
				}
			}
		}
		if b.Op == cfa.Eq {
			released = append(released, f.equal(b.X, b.Y)...)
			released = append(released, f.equal(b.Y, b.X)...)
		}
		v := notNull(b)
		if v == nil {
			return
		}
		for _, k := range f.reading(v) {
			if j := f.number(unlessNull(v, f.list[k])); j >= 0 {
				released = append(released, step{fact: k, kind: stepFact, before: []int32{j}})
			}
		}
	})
	return append(implied, released...)
}

// equal returns the steps of the facts that hold after a test that x has the value of y, which is not 0.
func (f *facts) equal(x, y cfa.Expr) (list []step) {
	x, y = unwrapZero(x), unwrap(y)
	if !isPointer(x) || !isPointer(y) {
		return nil
	}
	for _, r := range f.released {
		if r.zero || !cfa.SameForm(r.of, x) {
			continue
		}
		if j := f.number(&cfa.Binary{Op: cfa.Ne, X: y, Y: cfa.ConstInt(0)}); j >= 0 {
			list = append(list, step{fact: r.fact, kind: stepFact, before: []int32{r.before, j}})
		}
	}
	return list
}

// reading lists the facts that read a variable, or the array of a cell.
func (f *facts) reading(e cfa.Expr) []int32 {
	if s, ok := e.(*cfa.Select); ok {
		return f.byArr[s.Arr]
	}
	return f.byVar[e.(*cfa.Var)]
}

// because is a reason why a comparison holds at a location: it is a fact, or follows from the bounds of variables.
type because struct {
	fact   int32    // -1: bounds is the reason
	bounds cfa.Expr // the bounds of its variables are the reason
}

// holds reports why c holds at a location, if it does by facts and bounds.
func (f *facts) holds(l *cfa.Loc, c cfa.Expr) (list []because, ok bool) {
	b, isBinary := c.(*cfa.Binary)
	switch {
	case f.at[l.Index] == nil || !isBinary:
		return nil, false
	case b.Op == cfa.And:
		x, ok := f.holds(l, b.X)
		if !ok {
			return nil, false
		}
		y, ok := f.holds(l, b.Y)
		return append(x, y...), ok
	case b.Op == cfa.Or:
		if k, ok := f.known(l, b); ok {
			return []because{{fact: k}}, true
		}
		if list, ok = f.holds(l, b.X); ok {
			return list, true
		}
		return f.holds(l, b.Y)
	case !b.Op.Comparison():
		return nil, false
	}
	if k, ok := f.known(l, b); ok {
		return []because{{fact: k}}, true
	}
	if f.x.always(l, b) {
		return []because{{fact: -1, bounds: b}}, true
	}
	for _, g := range f.goals {
		if g.at == l && cfa.SameForm(g.c, b) && f.x.haveAll(l, g.by.before) {
			return g.by.reasons(), true
		}
	}
	return nil, false
}

// reasons lists what a step needs.
func (st step) reasons() (list []because) {
	for _, k := range st.before {
		list = append(list, because{fact: k})
	}
	for _, b := range st.bounds {
		list = append(list, because{fact: -1, bounds: b})
	}
	return list
}

// certain reports whether a constant, a comparison, or one of two comparisons is true at a location, and lists the
// expressions whose variables' bounds say so.
func (x *analysis) certain(l *cfa.Loc, c cfa.Expr) (why []cfa.Expr, ok bool) {
	if v, isConst := cfa.IsConst(c); isConst {
		return nil, !v.IsZero()
	}
	b, ok := c.(*cfa.Binary)
	switch {
	case !ok:
		return nil, false
	case b.Op == cfa.Or:
		if why, ok = x.certain(l, b.X); ok {
			return why, true
		}
		return x.certain(l, b.Y)
	case b.Op.Comparison() && x.always(l, b):
		return []cfa.Expr{b}, true
	}
	return nil, false
}

// always reports whether a comparison holds at a location by the bounds of its variables.
func (x *analysis) always(l *cfa.Loc, b *cfa.Binary) bool {
	n, ok := cfa.MkNot(b).(*cfa.Binary)
	return ok && n.Op.Comparison() && x.never(l, n)
}

// never reports whether a comparison is false at a location by the bounds of its variables.
func (x *analysis) never(l *cfa.Loc, b *cfa.Binary) bool {
	if !plain(b) {
		return false
	}
	_, _, may := compared(x.state(l).env, b)
	return !may
}
