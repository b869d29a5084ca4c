package settled

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/num/interval"
)

// env maps variables to intervals. It is a tree by the bits of the variables' IDs (C. Okasaki, A.
// Gill: Fast mergeable integer maps. ML 1998), never changed: what two states have in common they
// share, and the join of two passes over what they share. A variable that is missing can have any
// value of its type. nil is empty.
type env struct {
	key  int32  // a leaf: the variable's ID; else what the keys below have in common above the bit
	bit  int32  // 0: a leaf
	of   *value // of a leaf: most nodes are no leaves, and need none
	l, r *env
}

type value struct {
	v   *cfa.Var
	val interval.Interval
}

func newLeaf(v *cfa.Var, val interval.Interval) *env {
	l := &struct {
		env
		value
	}{env{key: int32(v.ID)}, value{v, val}} // in one allocation
	l.of = &l.value
	return &l.env
}

func (e *env) get(v *cfa.Var) (interval.Interval, bool) {
	key := int32(v.ID)
	for e != nil && e.bit != 0 {
		if key&e.bit == 0 {
			e = e.l
		} else {
			e = e.r
		}
	}
	if e != nil && e.key == key {
		return e.of.val, true
	}
	return interval.Interval{}, false
}

func above(key, bit int32) int32 { return key &^ (2*bit - 1) }

func branch(key, bit int32, l, r *env) *env {
	switch {
	case l == nil:
		return r
	case r == nil:
		return l
	}
	return &env{key: above(key, bit), bit: bit, l: l, r: r}
}

// both joins two trees whose keys differ in a bit above all that either branches at.
func both(a, b *env) *env {
	bit := int32(1)
	for x := a.key ^ b.key; x > 1; x >>= 1 {
		bit <<= 1
	}
	if a.key&bit == 0 {
		return branch(a.key, bit, a, b)
	}
	return branch(a.key, bit, b, a)
}

// with is e with a value for v; without one if it is every value of v's type.
func (e *env) with(v *cfa.Var, val interval.Interval) *env {
	if v.Range.Interval().Within(val) {
		return e.without(int32(v.ID))
	}
	if old, ok := e.get(v); ok && old.Equal(val) {
		return e
	}
	return e.put(newLeaf(v, val))
}

func (e *env) put(leaf *env) *env {
	switch {
	case e == nil:
		return leaf
	case e.bit == 0 && e.key == leaf.key:
		return leaf
	case e.bit == 0 || above(leaf.key, e.bit) != e.key:
		return both(e, leaf)
	case leaf.key&e.bit == 0:
		return &env{key: e.key, bit: e.bit, l: e.l.put(leaf), r: e.r}
	}
	return &env{key: e.key, bit: e.bit, l: e.l, r: e.r.put(leaf)}
}

func (e *env) without(key int32) *env {
	switch {
	case e == nil || e.bit == 0 && e.key != key:
		return e
	case e.bit == 0:
		return nil
	case above(key, e.bit) != e.key:
		return e
	case key&e.bit == 0:
		if l := e.l.without(key); l != e.l {
			return branch(key, e.bit, l, e.r)
		}
	default:
		if r := e.r.without(key); r != e.r {
			return branch(key, e.bit, e.l, r)
		}
	}
	return e
}

// drop leaves out variables.
func (e *env) drop(gone func(*cfa.Var) bool) *env {
	switch {
	case e == nil:
		return nil
	case e.bit == 0:
		if gone(e.of.v) {
			return nil
		}
		return e
	}
	l, r := e.l.drop(gone), e.r.drop(gone)
	if l == e.l && r == e.r {
		return e
	}
	return branch(e.key, e.bit, l, r)
}

// merge has the variables that both have, with what f makes of their values.
func (e *env) merge(o *env, f func(v *cfa.Var, a, b interval.Interval) interval.Interval) *env {
	switch {
	case e == o:
		return e
	case e == nil || o == nil:
		return nil
	case e.bit == 0:
		return e.leaf(o, func(a, b interval.Interval) interval.Interval { return f(e.of.v, a, b) })
	case o.bit == 0:
		return o.leaf(e, func(b, a interval.Interval) interval.Interval { return f(o.of.v, a, b) })
	case e.bit == o.bit && e.key == o.key:
		l, r := e.l.merge(o.l, f), e.r.merge(o.r, f)
		if l == e.l && r == e.r {
			return e
		}
		return branch(e.key, e.bit, l, r)
	case e.bit > o.bit && above(o.key, e.bit) == e.key:
		if o.key&e.bit == 0 {
			return e.l.merge(o, f)
		}
		return e.r.merge(o, f)
	case o.bit > e.bit && above(e.key, o.bit) == o.key:
		if e.key&o.bit == 0 {
			return e.merge(o.l, f)
		}
		return e.merge(o.r, f)
	}
	return nil
}

func (e *env) leaf(o *env, f func(a, b interval.Interval) interval.Interval) *env {
	b, ok := o.get(e.of.v)
	if !ok {
		return nil
	}
	val := f(e.of.val, b)
	switch {
	case val.Equal(e.of.val):
		return e
	case e.of.v.Range.Interval().Within(val):
		return nil
	}
	return newLeaf(e.of.v, val)
}

// equal reports whether both have the same values; o has come of e.
func (e *env) equal(o *env) bool {
	switch {
	case e == o:
		return true
	case e == nil || o == nil || e.bit != o.bit || e.key != o.key:
		return false
	case e.bit == 0:
		return e.of.val.Equal(o.of.val)
	}
	return e.l.equal(o.l) && e.r.equal(o.r)
}

// Var and Cell make it a cfa.Env.
func (e *env) Var(v *cfa.Var) interval.Interval {
	if val, ok := e.get(v); ok {
		return val
	}
	return v.Range.Interval()
}

// Cell returns the range of the cells.
func (*env) Cell(a *cfa.Array, _ num.Int) interval.Interval { return a.Elem.Interval() }
