// Package intervals provides Env, a map from variables to the intervals that their values lie in. Interval analyses
// share it.
package intervals

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/num/interval"
)

// Env maps variables to intervals. It is a Patricia tree over the bits of the variables' IDs (C. Okasaki, A. Gill: Fast
// mergeable integer maps. ML 1998). A tree is immutable, so that states share subtrees, and the join of two states
// skips the subtrees that they share. A variable that is missing can have any value of its type. nil is the empty map.
type Env struct {
	key  int32  // in a leaf, the variable's ID; else the bits above `bit`, which all keys of the subtree share
	bit  int32  // the bit that the node branches on; 0 in a leaf
	of   *value // set in leaves only; a pointer keeps the inner nodes small
	l, r *Env
}

// value is the content of a leaf: a variable and its interval.
type value struct {
	v   *cfa.Var
	val interval.Interval
}

// newLeaf returns a leaf that maps v to val.
func newLeaf(v *cfa.Var, val interval.Interval) *Env {
	l := &struct {
		Env
		value
	}{Env{key: int32(v.ID)}, value{v, val}} // the leaf and its value share one allocation
	l.of = &l.value
	return &l.Env
}

// Get returns the interval of v. It returns false if v can have any value of its type.
func (e *Env) Get(v *cfa.Var) (interval.Interval, bool) {
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

// above returns the bits of key above bit, the common prefix of all keys under a node that branches on bit.
func above(key, bit int32) int32 { return key &^ (2*bit - 1) }

// branch returns a node that branches on bit, with the subtrees l and r. If one of them is empty, it returns the other.
func branch(key, bit int32, l, r *Env) *Env {
	switch {
	case l == nil:
		return r
	case r == nil:
		return l
	}
	return &Env{key: above(key, bit), bit: bit, l: l, r: r}
}

// both returns the union of a and b, whose keys differ in a bit above all bits that a or b branches on.
func both(a, b *Env) *Env {
	bit := int32(1)
	for x := a.key ^ b.key; x > 1; x >>= 1 {
		bit <<= 1
	}
	if a.key&bit == 0 {
		return branch(a.key, bit, a, b)
	}
	return branch(a.key, bit, b, a)
}

// With returns e with v mapped to val. If val contains every value of v's type, the result has no entry for v.
func (e *Env) With(v *cfa.Var, val interval.Interval) *Env {
	if v.Range.Interval().Within(val) {
		return e.without(int32(v.ID))
	}
	if old, ok := e.Get(v); ok && old.Equal(val) {
		return e
	}
	return e.put(newLeaf(v, val))
}

// put returns e with the leaf added, which replaces an older leaf of the same variable.
func (e *Env) put(leaf *Env) *Env {
	switch {
	case e == nil:
		return leaf
	case e.bit == 0 && e.key == leaf.key:
		return leaf
	case e.bit == 0 || above(leaf.key, e.bit) != e.key:
		return both(e, leaf)
	case leaf.key&e.bit == 0:
		return &Env{key: e.key, bit: e.bit, l: e.l.put(leaf), r: e.r}
	}
	return &Env{key: e.key, bit: e.bit, l: e.l, r: e.r.put(leaf)}
}

// without returns e without the variable whose ID is key, or e itself if it has no such variable.
func (e *Env) without(key int32) *Env {
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

// Drop returns e without the variables for which gone is true.
func (e *Env) Drop(gone func(*cfa.Var) bool) *Env {
	switch {
	case e == nil:
		return nil
	case e.bit == 0:
		if gone(e.of.v) {
			return nil
		}
		return e
	}
	l, r := e.l.Drop(gone), e.r.Drop(gone)
	if l == e.l && r == e.r {
		return e
	}
	return branch(e.key, e.bit, l, r)
}

// Only returns the entries of e for the variables vs.
func (e *Env) Only(vs []*cfa.Var) *Env {
	var out *Env
	for _, v := range vs {
		if val, ok := e.Get(v); ok {
			out = out.With(v, val)
		}
	}
	return out
}

// Merge returns a map of the variables that are in both e and o, each with the interval that f returns for its two
// intervals. It takes shared subtrees over unchanged without calling f, so that f(v, x, x) must be x.
func (e *Env) Merge(o *Env, f func(v *cfa.Var, a, b interval.Interval) interval.Interval) *Env {
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
		l, r := e.l.Merge(o.l, f), e.r.Merge(o.r, f)
		if l == e.l && r == e.r {
			return e
		}
		return branch(e.key, e.bit, l, r)
	case e.bit > o.bit && above(o.key, e.bit) == e.key:
		if o.key&e.bit == 0 {
			return e.l.Merge(o, f)
		}
		return e.r.Merge(o, f)
	case o.bit > e.bit && above(e.key, o.bit) == o.key:
		if e.key&o.bit == 0 {
			return e.Merge(o.l, f)
		}
		return e.Merge(o.r, f)
	}
	return nil
}

// leaf is Merge for the leaf e: f gets e's interval first.
func (e *Env) leaf(o *Env, f func(a, b interval.Interval) interval.Interval) *Env {
	b, ok := o.Get(e.of.v)
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

// Equal reports whether e and o have the same entries. It is fast if they share most of their subtrees.
func (e *Env) Equal(o *Env) bool {
	switch {
	case e == o:
		return true
	case e == nil || o == nil || e.bit != o.bit || e.key != o.key:
		return false
	case e.bit == 0:
		return e.of.val.Equal(o.of.val)
	}
	return e.l.Equal(o.l) && e.r.Equal(o.r)
}

// Each calls visit for each entry, in ascending order of the variables' IDs.
func (e *Env) Each(visit func(*cfa.Var, interval.Interval)) {
	switch {
	case e == nil:
	case e.bit == 0:
		visit(e.of.v, e.of.val)
	default:
		e.l.Each(visit)
		e.r.Each(visit)
	}
}

// Join returns the least upper bound of e and o: the variables that both have, each with the join of its intervals.
func (e *Env) Join(o *Env) *Env {
	return e.Merge(o, func(_ *cfa.Var, a, b interval.Interval) interval.Interval { return a.Join(b) })
}

// Var returns the interval of v; its type's interval if e has no entry for it. With Cell it makes Env a cfa.Env.
func (e *Env) Var(v *cfa.Var) interval.Interval {
	if val, ok := e.Get(v); ok {
		return val
	}
	return v.Range.Interval()
}

// Cell returns the interval of a's element type: Env knows nothing about cells.
func (*Env) Cell(a *cfa.Array, _ num.Int) interval.Interval { return a.Elem.Interval() }
