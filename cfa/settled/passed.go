package settled

import (
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num"
)

// What is known after a check of an access has passed. The condition of such a check is a disjunction: the address lies in a block
// that begins at the pointer, or in another object that the pointer leads into.
//
//	a + i >= a && i + 1 <= block sizes[a] || owner[a] != 0 && a + i >= owner[a] && a - owner[a] + i + 1 <= block sizes[owner[a]]
//
// A fact holds after the check if each of the two parts implies it. So the checks of further accesses to the same element hold,
// also if nothing bounds the index before the first one.

// check is a disjunction that tests of the procedure have as their condition or as a part of it.
type check struct {
	c    *cfa.Binary
	vars []*cfa.Var // that it reads
}

// testCheck adds the disjunctions in c, the condition of a test, that read the records of blocks to f.checks, each once.
func (f *facts) testCheck(c cfa.Expr) {
	for _, c := range conjuncts(c) {
		b, ok := c.(*cfa.Binary)
		if !ok || b.Op != cfa.Or || !readsShadow(b) || !cfa.Small(b, smallNodes) || f.checkOf(b) != nil {
			continue
		}
		n := &check{c: b}
		cfa.ExprReads(b, func(v *cfa.Var) {
			if !slices.Contains(n.vars, v) {
				n.vars = append(n.vars, v)
			}
		}, nil)
		if f.checks == nil {
			f.checks, f.checksOf = map[uint64][]*check{}, map[*cfa.Var][]*check{}
		}
		h, _ := form(b)
		f.checks[h] = append(f.checks[h], n)
		for _, v := range n.vars {
			f.checksOf[v] = append(f.checksOf[v], n)
		}
	}
}

// checkOf returns the check with the condition c, or nil.
func (f *facts) checkOf(c *cfa.Binary) *check {
	h, _ := form(c)
	for _, n := range f.checks[h] {
		if cfa.SameForm(n.c, c) {
			return n
		}
	}
	return nil
}

// byCheck finds checks after which fact k holds.
func (f *facts) byCheck(k int32) {
	b := f.list[k]
	if len(f.checks) == 0 || f.depth[k] > mostLimited || f.x.w.ofAll(b) {
		return
	}
	var vars []*cfa.Var
	cfa.ExprReads(b, func(v *cfa.Var) { vars = append(vars, v) }, nil)
	if len(vars) == 0 {
		return
	}
	for _, n := range f.checksOf[vars[0]] {
		if slices.ContainsFunc(vars, func(v *cfa.Var) bool { return !slices.Contains(n.vars, v) }) {
			continue
		}
		if before, ok := f.entailed(n.c, k); ok {
			st := step{fact: k, kind: stepBounds, before: before}
			if len(before) > 0 {
				st.kind = stepFact
			}
			f.passed[n] = append(f.passed[n], st)
		}
	}
}

// afterChecks returns the steps over a test of c that follow from the disjunctions in c.
func (f *facts) afterChecks(c cfa.Expr) (list []step) {
	for _, c := range conjuncts(c) {
		if b, ok := c.(*cfa.Binary); ok && b.Op == cfa.Or {
			if n := f.checkOf(b); n != nil {
				list = append(list, f.passed[n]...)
			}
		}
	}
	return list
}

// entailed reports whether the condition c implies fact k, and lists the facts that are needed for that: a pointer to the first
// byte of an object is its own owner.
func (f *facts) entailed(c *cfa.Binary, k int32) (before []int32, ok bool) {
	x, ok1 := c.X.(*cfa.Binary)
	y, ok2 := c.Y.(*cfa.Binary)
	switch {
	case c.Op == cfa.And && ok1 && ok2:
		if before, ok = f.entailed(x, k); ok {
			return before, true
		}
		return f.entailed(y, k)
	case c.Op == cfa.Or && ok1 && ok2:
		if before, ok = f.entailed(x, k); !ok {
			return nil, false
		}
		also, ok := f.entailed(y, k)
		return append(before, also...), ok
	case !c.Op.Comparison():
		return nil, false
	}
	if n, ok := normal(c).(*cfa.Binary); ok {
		c = n
	}
	own := alternatives(f.list[k])
	follows := func(c, a *cfa.Binary) bool { return implies(c, a) || impliesSum(c, a) }
	if slices.ContainsFunc(own, func(a *cfa.Binary) bool { return follows(c, a) }) {
		return nil, true
	}
	c, of := byItself(c)
	for _, a := range own {
		b, also := byItself(a)
		var needs []*cfa.Binary
		switch size := notLarger(c, b); {
		case follows(c, b):
		case size != nil:
			needs = append(needs, size)
		default:
			continue
		}
		for _, owner := range []*cfa.Select{of, also} {
			if owner != nil {
				needs = append(needs, &cfa.Binary{Op: cfa.Eq, X: owner.Idx, Y: owner})
			}
		}
		if before, ok = f.addAll(needs, f.depth[k]+1); ok {
			return before, true
		}
	}
	return nil, false
}

// addAll adds the facts in list. ok is false if one of them cannot be a fact.
func (f *facts) addAll(list []*cfa.Binary, depth int8) (numbers []int32, ok bool) {
	for _, b := range list {
		j := f.add(b, depth)
		if j < 0 {
			return nil, false
		}
		if !slices.Contains(numbers, j) {
			numbers = append(numbers, j)
		}
	}
	return numbers, true
}

// notLarger returns a comparison that bounds the size of a block from above by a number, if the comparison a follows from it and c.
// Otherwise it returns nil. For example, n < 10 follows from block sizes[p] <= 40 and n*4 + 4 <= block sizes[p].
func notLarger(c, a *cfa.Binary) *cfa.Binary {
	x, ok1 := difference(c)
	y, ok2 := difference(a)
	if !ok1 || !ok2 || len(y.terms) != 1 || !readsSizes(c) {
		return nil
	}
	by := x.factor(y.terms[0].of)
	if by.Sign() <= 0 || !y.terms[0].by.Equal(num.Of(1)) {
		return nil
	}
	r := (&sum{}).plus(y, by)
	r = r.plus(x, num.Of(-1)) // x + r <= 0 says by*y <= 0
	r.terms = slices.DeleteFunc(r.terms, func(t scaled) bool { return t.by.IsZero() })
	if len(r.terms) != 1 || !readsSizes(r.terms[0].of) || r.terms[0].by.Sign() <= 0 {
		return nil
	}
	size, _ := r.atMostZero().(*cfa.Binary)
	return size
}

// byItself returns the comparison b with p in the place of the owner of p, if b reads this for a pointer p. It also returns the owner,
// or nil.
func byItself(b *cfa.Binary) (*cfa.Binary, *cfa.Select) {
	var owner *cfa.Select
	cfa.Walk(b, func(e cfa.Expr) {
		if s, ok := e.(*cfa.Select); ok && isOwners(s.Arr) && isPointer(s.Idx) {
			owner = s
		}
	})
	if owner != nil {
		if c, ok := normal(replaced(b, owner, owner.Idx)).(*cfa.Binary); ok {
			return c, owner
		}
	}
	return b, nil
}

// inProc is the form of a condition in a procedure.
type inProc struct {
	proc int // Proc.ID
	form uint64
}

// findRepeated counts the tests of each procedure whose conditions are the same disjunction.
func (w *program) findRepeated() {
	w.disjunctions = map[inProc]int{}
	for _, l := range w.p.Locs {
		for _, e := range l.Out {
			if a, ok := e.Op.(*cfa.Assume); ok && !a.Always {
				for _, c := range conjuncts(a.Cond) {
					if b, ok := c.(*cfa.Binary); ok && b.Op == cfa.Or && readsShadow(b) {
						if h, small := form(b); small {
							w.disjunctions[inProc{l.Proc.ID, h}]++
						}
					}
				}
			}
		}
	}
}

// repeats reports whether the procedure q has several tests of the disjunction c.
func (w *program) repeats(q *cfa.Proc, c *cfa.Binary) bool {
	h, small := form(c)
	return small && w.disjunctions[inProc{q.ID, h}] > 1
}

// isRepeated reports whether a test that leads to the error location l checks what another test of the procedure checks, too.
func (w *program) isRepeated(l *cfa.Loc) bool {
	return slices.ContainsFunc(testsOf(l), func(e *cfa.Edge) bool {
		a, ok := e.Op.(*cfa.Assume)
		if !ok {
			return false
		}
		b, ok := cfa.MkNot(a.Cond).(*cfa.Binary)
		return ok && b.Op == cfa.Or && w.repeats(l.Proc, b)
	})
}

// everyClause lists the clauses of the condition c, each as its comparisons, or returns nil if there are too many. Unlike clauses, it
// leaves out no part that allows any byte of a block.
func everyClause(c cfa.Expr) [][]*cfa.Binary {
	b, ok := c.(*cfa.Binary)
	switch {
	case !ok:
		return nil
	case b.Op.Comparison():
		return [][]*cfa.Binary{{b}}
	}
	x, y := everyClause(b.X), everyClause(b.Y)
	switch {
	case x == nil || y == nil || len(x)*len(y) > mostClauses:
	case b.Op == cfa.And:
		return append(x, y...)
	case b.Op == cfa.Or:
		return eitherOf(x, y)
	}
	return nil
}
