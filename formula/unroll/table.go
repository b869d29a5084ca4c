// Persistent tables for the variables and arrays of a state.

package unroll

// table is a persistent map from small natural numbers to pointers: a tree whose nodes have 16 children.
// The nil *table is empty. A table never changes: set returns a new table that shares everything except the
// path to the new entry.
type table[T any] struct {
	height int           // the height of the tree; keys are below 16^(height+1)
	kids   [16]*table[T] // the children, if height > 0
	vals   [16]*T        // the values, if height is 0
}

func (t *table[T]) get(k int) *T {
	if t == nil || k>>(4*(t.height+1)) != 0 {
		return nil
	}
	for ; t != nil && t.height > 0; t = t.kids[k>>(4*t.height)&15] {
	}
	if t == nil {
		return nil
	}
	return t.vals[k&15]
}

// set returns the table t with v, which may be nil, at k.
func (t *table[T]) set(k int, v *T) *table[T] {
	if t.get(k) == v {
		return t
	}
	if t == nil {
		t = &table[T]{}
	}
	for k>>(4*(t.height+1)) != 0 {
		up := &table[T]{height: t.height + 1}
		up.kids[0] = t
		t = up
	}
	return t.put(k, v, t.height)
}

func (t *table[T]) put(k int, v *T, height int) *table[T] {
	c := &table[T]{height: height}
	if t != nil {
		*c = *t
	}
	if height == 0 {
		c.vals[k&15] = v
	} else {
		i := k >> (4 * height) & 15
		c.kids[i] = c.kids[i].put(k, v, height-1)
	}
	return c
}

// merge merges two tables. Where t and o differ, the result has the value of f, whose arguments x and y are
// their entries, possibly nil. The calls of f are in ascending order of keys. Subtrees that the tables
// share are skipped.
func (t *table[T]) merge(o *table[T], f func(k int, x, y *T) *T) *table[T] {
	if t == o {
		return t
	}
	h := max(t.tall(), o.tall())
	return mergeAt(t.raise(h), o.raise(h), h, 0, f)
}

func (t *table[T]) tall() int {
	if t == nil {
		return 0
	}
	return t.height
}

func (t *table[T]) raise(h int) *table[T] {
	for t != nil && t.height < h {
		up := &table[T]{height: t.height + 1}
		up.kids[0] = t
		t = up
	}
	return t
}

func mergeAt[T any](t, o *table[T], height, key int, f func(k int, x, y *T) *T) *table[T] {
	if t == o {
		return t
	}
	var none table[T]
	if t == nil {
		t = &none
	}
	if o == nil {
		o = &none
	}
	c := &table[T]{height: height}
	like := true // whether c has the same entries as t
	for i := range 16 {
		k := key<<4 | i
		if height > 0 {
			c.kids[i] = mergeAt(t.kids[i], o.kids[i], height-1, k, f)
			like = like && c.kids[i] == t.kids[i]
			continue
		}
		c.vals[i] = t.vals[i]
		if t.vals[i] != o.vals[i] {
			c.vals[i] = f(k, t.vals[i], o.vals[i])
		}
		like = like && c.vals[i] == t.vals[i]
	}
	if like && t != &none {
		return t
	}
	return c
}
