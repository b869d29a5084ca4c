// Constructors of array terms.

package smt

// Select returns the element of the array a at index i.
func (b *Builder) Select(a, i *Term) *Term {
	wantArray(a)
	want(i, a.sort.Index)
	// A store to the same index yields its element. Stores to indexes known to be different are skipped.
	for {
		switch {
		case a.op == OpStore && a.args[1] == i:
			return a.args[2]
		case a.op == OpStore && b.unequal(a.args[1], i):
			a = a.args[0]
			continue
		case a.op == OpConstArray:
			return a.args[0]
		}
		return b.intern(Term{op: OpSelect, sort: a.sort.Elem, args: []*Term{a, i}})
	}
}

// unequal reports whether the index terms x and y are seen to differ in every model: they are distinct values, or their
// difference is a number other than 0.
func (b *Builder) unequal(x, y *Term) bool {
	if x == y {
		return false
	}
	if x.IsValue() && y.IsValue() {
		return true
	}
	if x.sort.Arithmetic() && (x.op == OpSum || y.op == OpSum) {
		return sameUpToConstant(x, y)
	}
	return false
}

// sameUpToConstant reports whether x - y is a constant. It makes no term.
func sameUpToConstant(x, y *Term) bool {
	if x.op == OpSum && y.op == OpSum {
		if len(x.args) != len(y.args) {
			return false
		}
		for i, a := range x.args {
			if a != y.args[i] || !x.coefs[i].Equal(y.coefs[i]) {
				return false
			}
		}
		return true
	}
	if y.op == OpSum {
		x, y = y, x
	}
	return x.op == OpSum && len(x.args) == 1 && x.coefs[0].IsOne() && x.args[0] == y
}

// Store returns the array a with the element e at index i.
func (b *Builder) Store(a, i, e *Term) *Term {
	wantArray(a)
	want(i, a.sort.Index)
	want(e, a.sort.Elem)
	if a.op == OpStore && a.args[1] == i {
		a = a.args[0] // the inner store is overwritten
	}
	if e.op == OpSelect && e.args[0] == a && e.args[1] == i {
		return a // the element is written back unchanged
	}
	return b.intern(Term{op: OpStore, sort: a.sort, args: []*Term{a, i, e}})
}

// ConstArray returns the array of sort s that has e at every index.
func (b *Builder) ConstArray(s *Sort, e *Term) *Term {
	if s.Kind != Array {
		panic("smt: a constant array of sort " + s.String())
	}
	want(e, s.Elem)
	return b.intern(Term{op: OpConstArray, sort: s, args: []*Term{e}})
}

// Diff returns an index at which the arrays a and c differ, if they differ, and an arbitrary index otherwise: the
// witness of extensionality.
func (b *Builder) Diff(a, c *Term) *Term {
	wantArray(a)
	want(c, a.sort)
	if a.id > c.id {
		a, c = c, a
	}
	return b.intern(Term{op: OpDiff, sort: a.sort.Index, args: []*Term{a, c}})
}

func wantArray(a *Term) {
	if a.sort.Kind != Array {
		panic("smt: a term of sort " + a.sort.String() + " where an array is needed")
	}
}
