package settled

import (
	"slices"

	"github.com/bits-and-blooms/bitset"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num"
)

// Facts are available conditions: comparisons that hold on every path to a location. The first facts are the negations
// of the tests that lead to errors. The weakest preconditions of facts, over the operations that change what the facts
// read, are facts, too, also in callers and at the exits of callees (steps.go). Then the facts are solved forward
// (solve.go): each location begins with all facts and loses those that do not hold on some path to it (G. Kildall: A
// unified approach to global program optimization. POPL 1973). The package comment defines the terms.

// Limits of the facts of a context.
const (
	maxFacts   = 4000
	maxWords   = 1 << 21 // size of the sets of facts at all locations, in words
	factNodes  = 18      // nodes of each alternative of a precondition that becomes a fact
	maxDerived = 12      // the largest depth of a fact
	cellCounts = 3       // operations such as a[i]++ over which a fact is followed
	againSteps = 5       // depth that is added for an assignment such as n = n + 1, which computes a variable from itself
	onceSteps  = 2       // depth that is added for the length of the next tail where no loop goes on to the one after it

	// No more facts are added once stepsEach steps for each location of all contexts, plus stepsBesides steps, but at
	// least leastSteps steps, have been computed in the program.
	stepsEach, stepsBesides, leastSteps = 10, 25_000, 90_000
)

// uses describes what the edges of a procedure set, test and promise. findSetters computes it, when the procedure's
// first fact is followed.
type uses struct {
	setsVar  map[*cfa.Var][]*cfa.Edge
	setsArr  map[*cfa.Array][]*cfa.Edge
	setsFrom map[*cfa.Array][]*cfa.Edge // by array: the assignments of a cell to a variable
	readsVar map[*cfa.Var][]*cfa.Edge
	liveAt   map[*cfa.Var]*bitset.BitSet // by variable, and by Loc.Index: see live; variables are added when needed
	order    *cfa.WTO                    // of the procedure; nil: not computed yet
	same     classes                     // joins v and w for each assignment v = w
	tested   []cfa.Expr                  // pointers that are compared with 0, each once
	forward  []*cfa.Var                  // variables that get the sum of a pointer of the same class and a positive number

	checks     map[uint64][]*check   // by form (passed.go)
	checksOf   map[*cfa.Var][]*check // by variable that they read
	addresses  []*cfa.Var            // variables that are compared with the largest null pointer, each once
	loopEnds   []*cfa.Binary         // comparisons of variables with numbers with which loops end, each once
	indexTests []*cfa.Binary         // comparisons of variables with others, without conversions (unconverted), each once
	equalTests []*cfa.Binary         // tests whether two variables are equal (equal.go)
	leftTests  []*cfa.Binary         // tests that a variable is at least 1, each once (countdown.go)
	stepsOf    map[*cfa.Var]num.Int  // by representative of same: see stepOf; nil: not computed yet
	strides    map[*cfa.Var]num.Int  // by representative of same: see strideOf; nil: not computed yet
	sharp      []sharper             // what tests say of values with the same remainder (multiples.go)
	endTests   []*cfa.Binary         // tests that a cell is not 0, each once (multiples.go)
	behind     []behind              // see findBehind; nil: not computed yet
	tailTests  []*cfa.Binary         // comparisons of indexes with the lengths of tails that promises have, each once (byTails)
	deciding   []deciding            // variables whose tests decide whether flags are set (outcomes.go)
	outcomes   []*cfa.Binary         // tests of the results of calls, each once (outcomes.go)
	cellTests  []*cfa.Binary         // tests whether a cell is 0, each once (outcomes.go)
	repeated   []*cfa.Binary         // those of them that the procedure makes more than once
	goesOn     []*cfa.Binary         // tests of variables that end loops, in the loops: each once (outcomes.go)
	counts     []*cfa.Var            // parameters that may be the number of arguments (findCounts)
	argTails   []cfa.Expr            // tails at parameters that occur in facts of this or earlier rounds, each once
	promises   []promise
	testsOf    map[uint64][]testOf // by the hash of the left side of a comparison: the edges after which it holds
	promisesOf map[uint64][]int    // by the hash of the left side of an alternative: indexes in promises
	copies     []copied
}

// facts has the facts of one context of a procedure in a round (see rounds).
type facts struct {
	*uses
	x        *analysis
	list     []*cfa.Binary
	depth    []int8                 // by fact: roughly, the number of operations between it and the test it was added for
	counted  []int8                 // by fact: the number of operations between them that count a cell (countsCell)
	places   []places               // by fact: where it is wanted
	followed []bool                 // by fact: the other facts from which it follows have been found
	redo     []bool                 // by fact: its steps are found again
	tooDeep  []bool                 // by fact: one of its steps was lost only because of its depth
	byForm   map[uint64][]int32     // the facts by the hashes of their forms
	byLeft   map[uint64][]int32     // the facts by the hashes of the left sides of their alternatives
	byVar    map[*cfa.Var][]int32   // the facts that read a variable
	byArr    map[*cfa.Array][]int32 // the facts that read an array

	whole  locSet  // all locations of the procedure; nil: not made yet
	marks  []int32 // by Edge.ID, from analysis.first on: what goBack knows of the edge, if the number is serial or -serial
	serial int32   // the number of calls of goBack

	most    int               // limit of the number of facts
	words   int               // size of a set of facts
	at      [][]uint64        // by Loc.Index: the set of facts that hold there; nil: all facts, since no path is known
	deeper  int8              // depth that is added to preconditions over the edge that step is looking at
	steps   [][]step          // by Edge.ID, from analysis.first on: see affected
	blocks  [][]int32         // by Edge.ID, from analysis.first on: see blockers; nil: not computed yet
	entries map[caller][]step // by call of the context, and by fact: the step from the call to the entry

	instances map[int32][]*instance // by fact about one cell: the ways in which it follows from a fact about all cells
	tried     []int32               // by fact: the number of the last derivation that looked at it
	stronger  [][]int32             // by fact: facts that imply it (findStronger)
	byBounds  map[int32][]byBounds  // by fact: the ways in which it follows from another fact by bounds
	numbers   map[*cfa.Binary]int32 // see numberOf
	limits    []limited
	limitsOf  map[uint64][]limited   // the limits by the forms of their tests; nil: not computed yet
	ofNulls   map[uint64][]ofPointer // the results of unlessNulls, by the forms of the pointers
	joint     map[int32][][]int32    // by fact: lists of facts from which together it follows (jointly)
	derived   []int32                // see findDerived

	countGoals []int32 // facts that argc is at least a negative number (countsAreTails)

	frames   map[int32]frame // by fact that is a frame: which one it is (frames.go)
	goals    []goal
	promised map[*cfa.Edge][]step // by promise: the steps over it
	passed   map[*check][]step    // by check: the facts that hold after it
	next     map[int32]bool       // the facts that a promise makes hold if its other alternatives are false
	left     map[int32]bool       // the facts about a counter that counts down and a variable that goes up (countdown.go)
	upToEnd  map[int32]bool       // the facts that beforeEnd has added about a pointer or an index
	between  map[int32]bool       // the facts that are of use only between a promise and a later test (unless)
	released []released
}

func newFacts(x *analysis) *facts {
	most := min(maxFacts, 64*maxWords/(len(x.q.Locs)+1))
	return &facts{
		uses: &x.uses, x: x, most: most, steps: make([][]step, len(x.pass)), marks: make([]int32, len(x.pass)), blocks: make([][]int32, len(x.pass)), entries: map[caller][]step{},
		instances: map[int32][]*instance{}, byBounds: map[int32][]byBounds{}, joint: map[int32][][]int32{},
		frames: map[int32]frame{}, promised: map[*cfa.Edge][]step{}, next: map[int32]bool{}, left: map[int32]bool{}, upToEnd: map[int32]bool{}, between: map[int32]bool{},
		passed: map[*check][]step{}, numbers: map[*cfa.Binary]int32{}, ofNulls: map[uint64][]ofPointer{},
		byForm: map[uint64][]int32{}, byLeft: map[uint64][]int32{}, byVar: map[*cfa.Var][]int32{}, byArr: map[*cfa.Array][]int32{},
	}
}

// add returns the number of the fact b. If b is new, add adds it with the given depth. It returns -1 if b cannot be a
// fact, or if there is no room for another fact.
func (f *facts) add(b *cfa.Binary, depth int8) int32 {
	if b = f.x.w.simplified(b); b == nil {
		return -1
	}
	h, small := form(b)
	if !small {
		return -1
	}
	depth = min(max(depth, 0), maxDerived)
	if k := f.number(b); k >= 0 {
		f.lower(k, depth)
		return k
	}
	if len(f.list) >= f.most || f.x.w.counted > cellCounts || f.x.w.effort < 0 || !f.x.w.framing && !speaks(b) || f.x.w.readsOld(b) && f.x.w.growing(b) == nil && !f.x.w.framing && f.x.w.ownedBlock(b) == nil {
		return -1
	}
	if closed(b) {
		depth = 0 // few operations change it
	}
	n := int32(len(f.list))
	f.byForm[h] = append(f.byForm[h], n)
	f.list, f.depth = append(f.list, b), append(f.depth, depth)
	f.counted = append(f.counted, f.x.w.counted)
	f.followed, f.tooDeep = append(f.followed, false), append(f.tooDeep, false)
	f.places, f.redo = append(f.places, places{}), append(f.redo, false)
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
	f.isWanted(n)
	return n
}

// lower sets the depth of fact k to depth if this is less than its depth. If a step of the fact was lost because of its
// depth, its steps are found again. The fact is wanted where facts are added now.
func (f *facts) lower(k int32, depth int8) {
	f.isWanted(k)
	if depth >= f.depth[k] || f.followed[k] && (!f.tooDeep[k] || f.x.w.effort < 0) {
		return
	}
	f.depth[k] = depth
	if f.followed[k] {
		p := &f.places[k]
		f.followed[k], f.redo[k] = false, true
		p.pending, p.done, p.entered = slices.Clone(p.all), nil, false
		f.enqueue(k)
	}
}

// A goal is a comparison that a test needs and that follows from another fact, or from bounds. It cannot be a fact itself,
// because of its conversions, or it has a simpler form: n >= 1 instead of v + (n - 1) * 4 >= v.
type goal struct {
	at *cfa.Loc    // the location where it is needed
	c  *cfa.Binary // the comparison
	by step        // the facts and bounds from which c follows at that location
}

// collect adds the comparisons in c as facts, where c is a condition that should hold at l. A disjunction p == 0 || b
// about a pointer p is added as one fact. Of any other disjunction, collect takes one part: the second part if that
// is the only part that reads the records of blocks, and otherwise the first part, which is the common case. If all
// is set, it also takes a second part that reads these records, such as the owners of addresses. It takes both parts of
// a disjunction that keeps an address out of some objects, or of which the second says this of a constant address. A
// comparison that cannot be a fact, or that has a simpler form, becomes a goal.
func (f *facts) collect(l *cfa.Loc, c cfa.Expr, all bool) {
	b, ok := c.(*cfa.Binary)
	if ok && b.Op == cfa.Or && f.x.w.byChecks && f.x.w.repeats(f.x.q, b) {
		f.aim(l, everyClause(b)) // an earlier test of the same condition may show it
	}
	switch {
	case !ok:
	case b.Op == cfa.And:
		f.collect(l, b.X, all)
		f.collect(l, b.Y, all)
	case isUnlessNull(b):
		f.add(b, 0)
	case b.Op == cfa.Or && !readsShadow(b.X) && readsShadow(b.Y):
		f.collect(l, b.Y, all) // the first part is about objects at constant addresses
		f.collectClauses(l, b, all)
	case b.Op == cfa.Or && f.impossible(l, b.X):
		f.collect(l, b.Y, all)
	case b.Op == cfa.Or && all && guarded(b) != nil:
		f.add(guarded(b), 0)
		f.collect(l, b.X, all)
	case b.Op == cfa.Or && all && unlessZero(b) != nil:
		f.add(unlessZero(b), 0)
		f.collect(l, b.X, all)
	case b.Op == cfa.Or:
		if inObjects(b) {
			f.aim(l, f.clauses(b, false)) // no single object contains the address on all paths
		}
		f.collect(l, b.X, all)
		if all && readsShadow(b.Y) || outside(b) || ofStatic(b.Y) {
			f.collect(l, b.Y, all)
		}
	case b.Op.Comparison():
		if f.addAt(l, b, 0) >= 0 && normal(b) == cfa.Expr(b) {
			return
		}
		if st := f.before(l, -1, 0, b); st.kind != stepLost {
			f.goals = append(f.goals, goal{l, b, st})
		}
	}
}

// impossible reports whether bounds show that a part of the conjunction c is false at l.
func (f *facts) impossible(l *cfa.Loc, c cfa.Expr) bool {
	return slices.ContainsFunc(conjuncts(c), func(c cfa.Expr) bool {
		b, ok := c.(*cfa.Binary)
		return ok && b.Op.Comparison() && f.x.never(l, b)
	})
}

// inObjects reports whether b says that an address lies between two constants, or between two others, and so on.
func inObjects(b *cfa.Binary) bool {
	list := disjuncts(b)
	return len(list) > 1 && !slices.ContainsFunc(list, func(b *cfa.Binary) bool {
		x, ok1 := b.X.(*cfa.Binary)
		y, ok2 := b.Y.(*cfa.Binary)
		return b.Op != cfa.And || !ok1 || !ok2 || x.Op != cfa.Ge || y.Op != cfa.Le || !isConst(x.Y) || !isConst(y.Y) || !cfa.SameForm(x.X, y.X)
	})
}

// outside reports whether b says that a value lies below one constant or above another one.
func outside(b *cfa.Binary) bool {
	x, ok1 := b.X.(*cfa.Binary)
	y, ok2 := b.Y.(*cfa.Binary)
	return ok1 && ok2 && x.Op == cfa.Lt && y.Op == cfa.Ge && isConst(x.Y) && isConst(y.Y)
}

// ofStatic reports whether c says that no block contains an address that is constant.
func ofStatic(c cfa.Expr) bool {
	b, ok := c.(*cfa.Binary)
	if !ok || b.Op != cfa.Eq || !againstZero(b) {
		return false
	}
	s, ok := b.X.(*cfa.Select)
	return ok && s.Arr.Shadow && !s.Arr.Region && isConst(s.Idx)
}

// closed reports whether b reads no variable. Then b is about objects at constant addresses.
func closed(b *cfa.Binary) bool {
	open := false
	cfa.ExprReads(b, func(*cfa.Var) { open = true }, nil)
	return !open
}

// readsShadow reports whether c reads the records of blocks: their sizes, lives or owners.
func readsShadow(c cfa.Expr) (yes bool) {
	cfa.ExprReads(c, nil, func(a *cfa.Array) { yes = yes || a.Shadow && !a.Region })
	return yes
}

// number returns the number of the fact with the form of b, or -1 if no fact has it.
func (f *facts) number(b *cfa.Binary) int32 {
	if b = f.x.w.simplified(b); b == nil {
		return -1
	}
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

// differentCells returns the indexes of the two cells of an array if b says that their contents differ. Then the indexes differ.
func differentCells(b *cfa.Binary) (x, y cfa.Expr) {
	c, ok1 := b.X.(*cfa.Select)
	d, ok2 := b.Y.(*cfa.Select)
	if b.Op != cfa.Ne || !ok1 || !ok2 || c.Arr != d.Arr {
		return nil, nil
	}
	return c.Idx, d.Idx
}

// boundedBy lists the steps of facts that hold after a test of b at l because b bounds a variable, and bounds of the other
// variables are known: if i is 0, the fact i < n holds after the test n >= 1.
func (f *facts) boundedBy(l *cfa.Loc, b *cfa.Binary, bounds []cfa.Expr) (steps []step) {
	v, isVar := b.X.(*cfa.Var)
	if !isVar || !isConst(b.Y) || againstZero(b) && b.Op == cfa.Ne {
		return nil
	}
	env := f.x.state(l).env
	val, _, live := compared(env, b)
	if !live {
		return nil
	}
	env = env.With(v, val)
	for _, k := range f.byVar[v] {
		is := f.list[k]
		not, ok := cfa.MkNot(is).(*cfa.Binary)
		if is.Op == cfa.Or || !ok || !not.Op.Comparison() || isConst(is.Y) && is.X == b.X || !plain(is) {
			continue
		}
		if _, _, may := compared(env, not); !may {
			steps = append(steps, step{fact: k, kind: stepBounds, bounds: append(bounds[:len(bounds):len(bounds)], is)})
		}
	}
	return steps
}

// has reports whether k is in the set.
func has(set []uint64, k int) bool { return set[k/64]>>(k%64)&1 != 0 }

// tests returns the steps over a test of c at l. After the test, a fact holds if c implies one of its alternatives.
// Some facts hold if another fact held before: for example, the fact F holds after the test p != 0 if p == 0 || F held
// before. The other cases are described at limited and released.
func (f *facts) tests(l *cfa.Loc, c cfa.Expr) []step {
	implied, released := []step{}, []step(nil)
	// v is not null after the test if these facts hold before it and these bounds are true
	release := func(v cfa.Expr, before []int32, bounds []cfa.Expr) {
		for _, r := range f.unlessNulls(v) {
			released = append(released, step{fact: r.fact, kind: stepFact, before: append(before[:len(before):len(before)], r.before), bounds: bounds})
		}
	}
	part := func(b *cfa.Binary, bounds []cfa.Expr) {
		if h, small := form(b.X); small {
			for _, k := range f.byLeft[h] {
				if slices.ContainsFunc(alternatives(f.list[k]), func(a *cfa.Binary) bool { return implies(b, a) }) {
					implied = append(implied, step{fact: k, kind: stepBounds, bounds: bounds})
				}
			}
		}
		for _, t := range f.limitsAt(b) {
			if !slices.ContainsFunc(t.bounds, func(c cfa.Expr) bool { return !f.x.always(l, c.(*cfa.Binary)) }) {
				bounds := slices.Concat(bounds, t.bounds)
				released = append(released, step{fact: t.fact, kind: stepFact, before: t.before, bounds: bounds})
				if v := notNull(f.list[t.fact]); v != nil {
					release(v, t.before, bounds)
				}
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
			released = append(released, f.equal(l, b.X, b.Y)...)
			released = append(released, f.equal(l, b.Y, b.X)...)
		}
		if v := notNull(b); v != nil {
			release(v, nil, nil)
		}
		implied = append(implied, f.boundedBy(l, b, bounds)...)
	}
	cfa.Conjuncts(c, func(b *cfa.Binary) {
		part(b, nil)
		if x, y := differentCells(b); x != nil {
			part(&cfa.Binary{Op: cfa.Ne, X: x, Y: y}, nil)
			part(&cfa.Binary{Op: cfa.Ne, X: y, Y: x}, nil)
		}
		if r := f.x.ofRoot(l, b); r != nil {
			part(r, []cfa.Expr{b})
		}
		if p := f.x.unconverted(l, b); p != b {
			part(p, []cfa.Expr{b})
			part(&cfa.Binary{Op: p.Op.Mirror(), X: p.Y, Y: p.X}, []cfa.Expr{b})
		}
	})
	return slices.Concat(implied, f.afterChecks(c), released)
}

// ofNull says that a fact holds where a pointer is not null, if the fact before holds, too.
type ofNull struct{ fact, before int32 }

// ofPointer is the result of unlessNulls for a pointer.
type ofPointer struct {
	pointer cfa.Expr
	list    []ofNull
}

// unlessNulls lists the facts F that read v for which v == 0 || F is a fact, too. No more facts may be added after the first call.
func (f *facts) unlessNulls(v cfa.Expr) []ofNull {
	h, _ := form(v)
	for _, o := range f.ofNulls[h] {
		if cfa.SameForm(o.pointer, v) {
			return o.list
		}
	}
	o := ofPointer{pointer: v}
	for _, k := range f.reading(v) {
		if j := f.number(f.x.w.unlessNull(v, f.list[k])); j >= 0 {
			o.list = append(o.list, ofNull{k, j})
		}
	}
	f.ofNulls[h] = append(f.ofNulls[h], o)
	return o.list
}

// limitsAt lists the limits for the test t. No more of them may be added after the first call.
func (f *facts) limitsAt(t *cfa.Binary) (list []limited) {
	if f.limitsOf == nil {
		f.limitsOf = map[uint64][]limited{}
		for _, m := range f.limits {
			h, _ := form(m.test)
			f.limitsOf[h] = append(f.limitsOf[h], m)
		}
	}
	h, _ := form(t)
	for _, m := range f.limitsOf[h] {
		if cfa.SameForm(m.test, t) {
			list = append(list, m)
		}
	}
	return list
}

// ofRoot returns x <= y if b is x * x <= y, and x < y if b is x * x < y, for a variable x that is at least 1 at l by bounds.
// It returns nil if b has another form.
func (x *analysis) ofRoot(l *cfa.Loc, b *cfa.Binary) *cfa.Binary {
	square, ok := b.X.(*cfa.Binary)
	if !ok || square.Op != cfa.Mul || b.Op != cfa.Le && b.Op != cfa.Lt {
		return nil
	}
	v, isVar := square.X.(*cfa.Var)
	if !isVar || square.Y != square.X || !x.state(l).live || !x.always(l, &cfa.Binary{Op: cfa.Ge, X: v, Y: cfa.ConstInt(1)}) {
		return nil
	}
	return &cfa.Binary{Op: b.Op, X: v, Y: b.Y}
}

// equal returns steps over a test of x == y at l. If y != 0 is a fact before the test, or the bounds of y show it, x is
// not 0 after it. So each fact that a test of x != 0 releases also holds.
func (f *facts) equal(l *cfa.Loc, x, y cfa.Expr) (list []step) {
	var also []int32
	var bounds []cfa.Expr
	if not := (&cfa.Binary{Op: cfa.Ne, X: y, Y: cfa.ConstInt(0)}); f.x.always(l, not) {
		bounds = []cfa.Expr{not}
	} else {
		x, y = unwrapZero(x), unwrap(y)
		j := f.number(&cfa.Binary{Op: cfa.Ne, X: y, Y: cfa.ConstInt(0)})
		if !isPointer(x) || !isPointer(y) || j < 0 {
			return nil
		}
		also = []int32{j}
	}
	for _, r := range f.released {
		if !r.zero && cfa.SameForm(r.of, x) {
			list = append(list, step{fact: r.fact, kind: stepFact, before: append([]int32{r.before}, also...), bounds: bounds})
		}
	}
	return list
}

// reading lists the facts that read e, if e is a variable, or the array of e, if e is a cell.
func (f *facts) reading(e cfa.Expr) []int32 {
	if s, ok := e.(*cfa.Select); ok {
		return f.byArr[s.Arr]
	}
	return f.byVar[e.(*cfa.Var)]
}

// because is a reason why a comparison holds at a location: a fact, or the bounds of the variables of an expression.
type because struct {
	fact   int32    // -1: the bounds are the reason
	bounds cfa.Expr // the bounds of this expression's variables are the reason, if fact is -1
}

// holds reports whether facts and bounds show that c holds at l, and lists the reasons.
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
		if z := unlessZero(b); z != nil {
			if k, ok := f.known(l, z); ok {
				return []because{{fact: k}}, true
			}
		}
		if g := guarded(b); g != nil {
			if k, ok := f.known(l, g); ok {
				return []because{{fact: k}}, true
			}
		}
		if list, ok = f.holds(l, b.X); ok {
			return list, true
		}
		if f.x.w.repeats(f.x.q, b) {
			if list, ok = f.holdsByClauses(l, everyClause(b)); ok {
				return list, true
			}
		}
		if list, ok = f.holds(l, b.Y); ok || readsShadow(b.X) {
			return list, ok
		}
		if list, ok = f.holdsByClauses(l, f.clauses(b, false)); ok {
			return list, true
		}
		return f.holdsByClauses(l, f.clauses(b, true))
	case !b.Op.Comparison():
		return nil, false
	}
	if k, ok := f.known(l, b); ok {
		return []because{{fact: k}}, true
	}
	if f.x.always(l, b) {
		return []because{{fact: -1, bounds: b}}, true
	}
	return f.reached(l, b)
}

// reasons lists the facts and bounds that st needs.
func (st step) reasons() (list []because) {
	for _, k := range st.before {
		list = append(list, because{fact: k})
	}
	for _, b := range st.bounds {
		list = append(list, because{fact: -1, bounds: b})
	}
	return list
}

// certain reports whether c is true at l by bounds, where c is a constant, a comparison, or a disjunction of these. It
// returns expressions; the bounds of their variables are the reason.
func (x *analysis) certain(l *cfa.Loc, c cfa.Expr) (why []cfa.Expr, ok bool) {
	if v, isConst := cfa.IsConst(c); isConst {
		return nil, !v.IsZero()
	}
	b, ok := c.(*cfa.Binary)
	switch {
	case !ok:
		return nil, false
	case b.Op == cfa.Or && tautology(b):
		return nil, true
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

// tautology reports whether b has two alternatives of which one is the negation of the other.
func tautology(b *cfa.Binary) bool {
	list := alternatives(b)
	return slices.ContainsFunc(list, func(a *cfa.Binary) bool {
		return a.Op == cfa.Eq && hasForm(list, &cfa.Binary{Op: cfa.Ne, X: a.X, Y: a.Y})
	})
}

// always reports whether the comparison b is true at l by the bounds of its variables.
func (x *analysis) always(l *cfa.Loc, b *cfa.Binary) bool {
	n, ok := cfa.MkNot(b).(*cfa.Binary)
	return ok && n.Op.Comparison() && x.never(l, n)
}

// never reports whether the comparison b is false at l by the bounds of its variables.
func (x *analysis) never(l *cfa.Loc, b *cfa.Binary) bool {
	if !plain(b) {
		return false
	}
	_, _, may := compared(x.state(l).env, b)
	return !may
}
