package settled

import (
	"cmp"
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/num/interval"
)

// Facts that a sum is a multiple of a number: (p + 3*end) % 4 == 0, which says that p and end have the same remainder. A loop
// that goes through an array by a pointer needs such a fact:
//
//	for (int *p = v; p < v + n; p++) *p = 0;
//
// The access needs p + 4 <= v + n*4. The test says p < v + n*4, and both sides differ from v by a multiple of 4. This is
// the domain of congruences (P. Granger: Static analysis of arithmetical congruences. 1989), but relational, and only for
// the sums that tests compare.

// multiple returns s and m if b says that s is a multiple of m: s % m == 0. m is 0 if b has another form.
func multiple(b *cfa.Binary) (s sum, m num.Int) {
	r, ok := b.X.(*cfa.Binary)
	if b.Op != cfa.Eq || !ok || r.Op != cfa.Rem || !againstZero(b) {
		return s, m
	}
	by, isConst := cfa.IsConst(r.Y)
	if !isConst || by.Sign() <= 0 || !s.add(r.X, num.Of(1)) {
		return s, num.Int{}
	}
	return s, by
}

// hasMultiple reports whether an alternative of b says that a sum is a multiple of a number.
func hasMultiple(b *cfa.Binary) bool {
	return slices.ContainsFunc(alternatives(b), func(a *cfa.Binary) bool { _, m := multiple(a); return !m.IsZero() })
}

// multipleOf returns a comparison that says that s is a multiple of m. It is a constant if all factors of s are multiples of
// m. Otherwise the factors are from 1 to m - 1, the first one is at most m/2, and the terms are in a fixed order, so that the
// comparison has one form.
func multipleOf(s sum, m num.Int) cfa.Expr {
	out := sum{rest: floorMod(s.rest, m)}
	for _, t := range s.terms {
		if by := floorMod(t.by, m); !by.IsZero() {
			out.terms = append(out.terms, scaled{t.of, by})
		}
	}
	slices.SortStableFunc(out.terms, func(x, y scaled) int {
		first, _ := form(x.of)
		second, _ := form(y.of)
		return cmp.Compare(first, second)
	})
	if len(out.terms) > 0 && m.Sub(out.terms[0].by).Less(out.terms[0].by) { // -s is a multiple of m if s is
		out.rest = floorMod(out.rest.Neg(), m)
		for i := range out.terms {
			out.terms[i].by = m.Sub(out.terms[i].by)
		}
	}
	if len(out.terms) == 0 {
		return cfa.MkBinary(cfa.Eq, cfa.ConstOf(out.rest), cfa.ConstInt(0))
	}
	return &cfa.Binary{Op: cfa.Eq, X: &cfa.Binary{Op: cfa.Rem, X: out.expr(), Y: cfa.ConstOf(m)}, Y: cfa.ConstInt(0)}
}

// multiplesIn returns the condition c, which is needed at l, with each comparison that says that a sum is a multiple of a number
// in the form of multipleOf. A conversion to a word of n bits keeps the remainder if the number divides 2^n. Other conversions
// have to keep the value by bounds, which multiplesIn adds to st.
func (f *facts) multiplesIn(st *step, l *cfa.Loc, c cfa.Expr) cfa.Expr {
	b, ok := c.(*cfa.Binary)
	switch {
	case !ok:
		return c
	case b.Op == cfa.Or:
		x, y := f.multiplesIn(st, l, b.X), f.multiplesIn(st, l, b.Y)
		if x == b.X && y == b.Y {
			return b
		}
		return cfa.MkBinary(cfa.Or, x, y)
	}
	s, m := multiple(b)
	if m.IsZero() {
		return c
	}
	for i := 0; i < len(s.terms); i++ {
		w, ok := s.terms[i].of.(*cfa.Wrap)
		if !ok {
			continue
		}
		if size := num.Pow2(uint(w.Bits)); !floorMod(size, m).IsZero() {
			if !f.x.keeps(l, w) && !f.fits(st, l, w) {
				continue
			}
			st.bounds = append(st.bounds, w)
		}
		by := s.terms[i].by
		s.terms = slices.Delete(s.terms, i, i+1)
		if !s.add(w.X, by) {
			return c
		}
		i = -1
	}
	return multipleOf(s, m)
}

// floorMod returns the number from 0 to m - 1 that is congruent to n modulo m.
func floorMod(n, m num.Int) num.Int { return n.Sub(interval.FloorDiv(n, m).Mul(m)) }

// mostStride limits the numbers of which sums are multiples in facts.
var mostStride = num.Of(cfa.FirstPage)

// strideOf returns the greatest common divisor of what the procedure adds to x, or to a variable that x is copied from or to, in
// the assignments that compute one of them from itself or another one. It returns 0 if there are no such assignments, and 1 if
// one of them has another form.
func (f *facts) strideOf(x *cfa.Var) num.Int {
	if f.strides == nil {
		f.strides = map[*cfa.Var]num.Int{}
		for _, l := range f.x.q.Locs {
			for _, e := range l.Out {
				if a, ok := e.Op.(*cfa.Assign); ok && f.again(a) {
					class := f.same.find(a.LHS)
					f.strides[class] = num.GCD(f.strides[class], f.stride(a, class))
				}
			}
		}
	}
	return f.strides[f.same.find(x)]
}

// stride returns the greatest common divisor of what the assignment a adds to a variable of the class, or 1.
func (f *facts) stride(a *cfa.Assign, class *cfa.Var) num.Int {
	var s sum
	one := num.Of(1)
	if !s.add(unwrap(a.RHS), one) {
		return one
	}
	by, some := s.rest, false
	for _, t := range s.terms {
		if v, ok := t.of.(*cfa.Var); ok && f.same.find(v) == class {
			if some || !t.by.Equal(one) {
				return one
			}
			some = true
			continue
		}
		by = num.GCD(by, t.by)
	}
	if !some {
		return one
	}
	return by
}

// sharper is a comparison that holds after a test if some facts held before it.
type sharper struct {
	test, holds *cfa.Binary
	needs       []*cfa.Binary
}

// testSharp adds what the test t says of the remainders of its sides to f.sharp. A test whether two pointers are equal counts
// only if neither side is null.
func (f *facts) testSharp(t *cfa.Binary) {
	pointer := func(e cfa.Expr) bool { v, ok := e.(*cfa.Var); return ok && v.Pointer }
	c, isConst := cfa.IsConst(t.Y)
	if t.Op == cfa.Ne && (!pointer(t.X) && !pointer(t.Y) || isConst && c.Less(num.Of(cfa.FirstPage))) {
		return
	}
	for _, z := range f.sharpen(t) {
		if !slices.ContainsFunc(f.sharp, func(o sharper) bool { return cfa.SameForm(o.test, z.test) && cfa.SameForm(o.holds, z.holds) }) {
			f.sharp = append(f.sharp, z)
		}
	}
}

// sharpen lists what the test t says of two variables, or of one and a constant, of which at least one goes by steps of m
// elements or bytes. If x and y have the same remainder, x < y says that x + m <= y. If also x <= y held before the test, x != y
// says the same.
func (f *facts) sharpen(t *cfa.Binary) (list []sharper) {
	x, y := t.X, t.Y
	if t.Op == cfa.Gt {
		x, y = y, x
	}
	m := num.Of(0)
	for _, e := range []cfa.Expr{x, y} {
		if v, ok := e.(*cfa.Var); ok {
			m = num.GCD(m, f.strideOf(v))
		}
	}
	if m.IsZero() || mostStride.Less(m) {
		return nil
	}
	add := func(x, y cfa.Expr, needs ...*cfa.Binary) {
		if one := num.Of(1); !m.Equal(one) {
			s, ok := minus(x, y)
			if !ok {
				return
			}
			switch c := multipleOf(s, m).(type) {
			case *cfa.Binary:
				needs = append(needs, c)
			case *cfa.Const:
				if c.Val.IsZero() {
					return
				}
			}
		}
		holds, ok := normal(&cfa.Binary{Op: cfa.Le, X: cfa.MkBinary(cfa.Add, x, cfa.ConstOf(m)), Y: y}).(*cfa.Binary)
		if ok && len(needs) > 0 {
			list = append(list, sharper{t, holds, needs})
		}
	}
	switch t.Op {
	case cfa.Lt, cfa.Gt:
		add(x, y)
	case cfa.Ne:
		add(x, y, &cfa.Binary{Op: cfa.Le, X: x, Y: y})
		add(y, x, &cfa.Binary{Op: cfa.Le, X: y, Y: x})
	}
	return list
}

// afterSharp finds facts from which fact k follows after the tests in f.sharp.
func (f *facts) afterSharp(k int32) {
	if f.depth[k] > mostLimited+againSteps {
		return
	}
	list := alternatives(f.list[k])
	for _, z := range f.sharp {
		for i, a := range list {
			var rest *cfa.Binary // has to hold before the test, too; nil: z.holds is enough
			if !impliesSum(z.holds, a) {
				s, ok := difference(a)
				if !ok {
					continue
				}
				if f.depth[k] > mostLimited && z.test.Op != cfa.Ne {
					continue // only a test p != end needs p <= end, which a loop counts
				}
				if rest = s.after(z.holds, false); rest == nil || cfa.SameForm(rest, a) {
					continue
				}
			}
			var needs []int32
			for _, b := range z.needs {
				needs = append(needs, f.add(b, min(f.depth[k], mostLimited)+1))
			}
			switch {
			case slices.Contains(needs, -1):
			case rest == nil:
				f.limits = append(f.limits, limited{k, z.test, needs, nil})
			default:
				if plain(rest) {
					f.limits = append(f.limits, limited{k, z.test, needs, []cfa.Expr{rest}})
				}
				before := slices.Clone(list)
				before[i] = f.x.w.anyFirst(rest)
				if j := f.add(anyOf(before), f.depth[k]+1); j >= 0 {
					f.limits = append(f.limits, limited{k, z.test, append(needs, j), nil})
				}
			}
		}
	}
}

// testEnd adds the test b, which says that a cell is not 0, to f.endTests, if the address of the cell is a sum with one variable.
func (f *facts) testEnd(b *cfa.Binary) {
	s, ok := notNull(b).(*cfa.Select)
	if !ok || s.Arr.Shadow || hasForm(f.endTests, b) {
		return
	}
	if len(addressOf(s).terms) > 0 {
		f.endTests = append(f.endTests, b)
	}
}

// beforeEnd finds facts from which fact k, which bounds a pointer or an index that goes through an array, follows after a test
// that the end of the array is not yet reached: an element that is 0 from the start.
//
//	for (c = commands; c->name; c++)
//
// Where c is at most end, has the remainder of end, and is not end because the cell there is 0, it is at most one element less. A
// fact that is found so is not the end of another search: in an array of zeros, there would be one for each element.
func (f *facts) beforeEnd(k int32) {
	s, ok := difference(f.list[k])
	if !ok || len(s.terms) != 1 || !s.terms[0].by.Equal(num.Of(1)) || f.depth[k] > mostLimited+againSteps || f.upToEnd[k] {
		return
	}
	c, ok := s.terms[0].of.(*cfa.Var)
	if !ok {
		return
	}
	most := s.rest.Neg() // of c
	m := f.strideOf(c)
	if m.IsZero() || mostStride.Less(m) {
		return
	}
	for _, t := range f.endTests {
		cell := notNull(t).(*cfa.Select)
		index := addressOf(cell)
		by := index.factor(c)
		if by.Sign() <= 0 {
			continue
		}
		end := most
		for range mostEnds {
			if end = end.Add(num.Of(1)); most.Add(m).Less(end) {
				break
			}
			at := index.rest.Add(by.Mul(end)) // where the cell is if c is end
			if !f.x.w.startsAt(cell.Arr).zero(at) {
				continue
			}
			upTo := f.add(&cfa.Binary{Op: cfa.Le, X: c, Y: cfa.ConstOf(end)}, min(f.depth[k], mostLimited)+1)
			f.upToEnd[upTo] = true
			needs := []int32{
				upTo,
				f.add(&cfa.Binary{Op: cfa.Eq, X: cfa.MkSelect(cell.Arr, cfa.ConstOf(at)), Y: cfa.ConstInt(0)}, 0),
			}
			if is, ok := multipleOf(sum{terms: []scaled{{c, num.Of(1)}}, rest: end.Neg()}, m).(*cfa.Binary); ok {
				needs = append(needs, f.add(is, min(f.depth[k], mostLimited)+1))
			}
			if !slices.Contains(needs, -1) {
				f.limits = append(f.limits, limited{k, t, needs, nil})
			}
		}
	}
}

// belowEnds returns the comparisons x < n for the variables x that index cells in b, where a test looks for an element that is not 0,
// and the element with the number n is 0 from the start: for (i = 0; names[i] != NULL; i++).
func (f *facts) belowEnds(b *cfa.Binary) (list []*cfa.Binary) {
	for _, t := range f.endTests {
		cell := notNull(t).(*cfa.Select)
		at := addressOf(cell)
		x, ok := at.terms[0].of.(*cfa.Var)
		if !ok || at.terms[0].by.Sign() <= 0 || !indexes(b, x) {
			continue
		}
		for n := num.Of(1); n.Cmp(num.Of(mostEnds)) <= 0; n = n.Add(num.Of(1)) {
			if f.x.w.startsAt(cell.Arr).zero(at.rest.Add(at.terms[0].by.Mul(n))) {
				list = append(list, &cfa.Binary{Op: cfa.Lt, X: x, Y: cfa.ConstOf(n)})
				break
			}
		}
	}
	return list
}

// addressOf returns the address of the cell as the sum of one variable, possibly scaled, and a constant. The sum has no terms if
// the address has another form.
func addressOf(cell *cfa.Select) sum {
	var s sum
	if !s.add(unwrap(cell.Idx), num.Of(1)) || len(s.terms) != 1 {
		return sum{}
	}
	return s
}

// mostEnds limits the elements that beforeEnd looks at.
const mostEnds = 64

// startValues says to what the start sets the cells of a region.
type startValues struct {
	filled []*cfa.Fill      // with 0
	stored map[num.Int]bool // by address: a value other than 0
}

// zero reports whether the start sets the cell at an address to 0.
func (s *startValues) zero(at num.Int) bool {
	return s != nil && !s.stored[at] && slices.ContainsFunc(s.filled, func(op *cfa.Fill) bool {
		if op.Lo == nil {
			return true
		}
		lo, ok1 := cfa.IsConst(op.Lo)
		hi, ok2 := cfa.IsConst(op.Hi)
		return ok1 && ok2 && lo.Cmp(at) <= 0 && at.Less(hi)
	})
}

// whole returns the range of all cells of the region, if the start fills them all at once.
func (s *startValues) whole() (lo, hi cfa.Expr, ok bool) {
	if s == nil || len(s.filled) != 1 || s.filled[0].Lo == nil {
		return nil, nil, false
	}
	lo, hi = s.filled[0].Lo, s.filled[0].Hi
	return lo, hi, isConst(lo) && isConst(hi)
}

// startsAt says to what the start sets the cells of arr; nil: to nothing that is constant.
func (w *program) startsAt(arr *cfa.Array) *startValues {
	if w.setAtStart == nil {
		w.findStartValues()
	}
	return w.setAtStart[arr]
}

// findStartValues sets setAtStart.
func (w *program) findStartValues() {
	w.setAtStart = map[*cfa.Array]*startValues{}
	of := func(a *cfa.Array) *startValues {
		if w.setAtStart[a] == nil {
			w.setAtStart[a] = &startValues{stored: map[num.Int]bool{}}
		}
		return w.setAtStart[a]
	}
	for _, l := range w.p.Start.Locs {
		for _, e := range l.Out {
			switch op := e.Op.(type) {
			case *cfa.Fill:
				if c, ok := cfa.IsConst(op.Val); ok && c.IsZero() && op.Arr.Region {
					v := of(op.Arr)
					v.filled = append(v.filled, op)
				}
			case *cfa.Store:
				if at, known := cfa.IsConst(op.Idx); known && op.Arr.Region {
					val, isConst := cfa.IsConst(op.Val)
					of(op.Arr).stored[at] = !isConst || !val.IsZero()
				}
			}
		}
	}
}
