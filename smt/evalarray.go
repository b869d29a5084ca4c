package smt

import "cmp"

// Arrays during evaluation. A chain of n stores has n values, which would take n² stores if they were terms. So they
// are search trees that share their common parts: treaps (Seidel and Aragon, Randomized search trees, 1996) whose
// priorities are hashes of the keys. The shape of such a tree depends on its contents only, and the nodes are
// hash-consed, so two trees with the same contents are the same pointer.

// A value is either a value term that is not an array, or an array. Equal scalars are equal with ==, and so are equal
// arrays that [Model.canonical] has returned.
type value struct {
	term  *Term
	array *arrayValue
}

type arrayValue struct {
	arrayKey
	serial int         // the position of the array among the arrays that the model has made
	term   *Term       // the array as a term, if it was requested
	canon  *arrayValue // the representative of the arrays equal to it; nil if not known yet
}

type arrayKey struct {
	sort *Sort
	def  value
	root *node
}

// A node of a treap. Smaller keys are to the left, larger ones to the right, and both have lower priority.
type node struct {
	nodeKey
	size int
}

type nodeKey struct {
	key, val    value
	left, right *node
}

func (n *node) len() int {
	if n == nil {
		return 0
	}
	return n.size
}

// compareKeys orders the keys of one sort in a treap.
func compareKeys(x, y value) int {
	if x.array != nil {
		return cmp.Compare(x.array.serial, y.array.serial)
	}
	return compareValues(x.term, y.term)
}

// above reports whether key x has higher priority than key y, that is, belongs nearer to the root. x and y must differ.
func above(x, y value) bool {
	hx, hy := priority(x), priority(y)
	if hx != hy {
		return hx > hy
	}
	return compareKeys(x, y) < 0
}

func priority(x value) uint64 {
	h := uint64(0)
	if x.array != nil {
		h = uint64(x.array.serial)
	} else {
		h = x.term.val.Hash() + uint64(x.term.op)
	}
	h = (h ^ h>>30) * 0xbf58476d1ce4e5b9
	h = (h ^ h>>27) * 0x94d049bb133111eb
	return h ^ h>>31
}

func (m *Model) node(key, val value, left, right *node) *node {
	k := nodeKey{key, val, left, right}
	if n := m.nodes[k]; n != nil {
		return n
	}
	n := &node{k, left.len() + right.len() + 1}
	m.nodes[k] = n
	return n
}

func (n *node) find(key value) (value, bool) {
	for n != nil {
		switch c := compareKeys(key, n.key); {
		case c == 0:
			return n.val, true
		case c < 0:
			n = n.left
		default:
			n = n.right
		}
	}
	return value{}, false
}

func (m *Model) insert(n *node, key, val value) *node {
	if n == nil {
		return m.node(key, val, nil, nil)
	}
	switch c := compareKeys(key, n.key); {
	case c == 0:
		return m.node(key, val, n.left, n.right)
	case above(key, n.key):
		// The key is not below n, because all keys there have lower priority than n's key.
		l, r := m.split(n, key)
		return m.node(key, val, l, r)
	case c < 0:
		return m.node(n.key, n.val, m.insert(n.left, key, val), n.right)
	}
	return m.node(n.key, n.val, n.left, m.insert(n.right, key, val))
}

// split divides n into the keys less than and greater than key, which is not in n.
func (m *Model) split(n *node, key value) (l, r *node) {
	switch {
	case n == nil:
		return nil, nil
	case compareKeys(key, n.key) < 0:
		l, r = m.split(n.left, key)
		return l, m.node(n.key, n.val, r, n.right)
	}
	l, r = m.split(n.right, key)
	return m.node(n.key, n.val, n.left, l), r
}

func (m *Model) remove(n *node, key value) *node {
	if n == nil {
		return nil
	}
	switch c := compareKeys(key, n.key); {
	case c == 0:
		return m.join(n.left, n.right)
	case c < 0:
		return m.node(n.key, n.val, m.remove(n.left, key), n.right)
	}
	return m.node(n.key, n.val, n.left, m.remove(n.right, key))
}

// join returns the union of l and r. All keys of l must be less than all keys of r.
func (m *Model) join(l, r *node) *node {
	switch {
	case l == nil:
		return r
	case r == nil:
		return l
	case above(l.key, r.key):
		return m.node(l.key, l.val, l.left, m.join(l.right, r))
	}
	return m.node(r.key, r.val, m.join(l, r.left), r.right)
}

func (n *node) each(visit func(key, val value)) {
	for ; n != nil; n = n.right {
		n.left.each(visit)
		visit(n.key, n.val)
	}
}

func (m *Model) array(s *Sort, def value, root *node) value {
	k := arrayKey{s, def, root}
	a := m.arrays[k]
	if a == nil {
		a = &arrayValue{arrayKey: k, serial: len(m.arrays)}
		m.arrays[k] = a
	}
	return value{array: a}
}

func (m *Model) selectValue(a, i value) value {
	if v, ok := a.array.root.find(m.canonical(i)); ok {
		return v
	}
	return a.array.def
}

func (m *Model) storeValue(a, i, e value) value {
	i, e = m.canonical(i), m.canonical(e)
	root := a.array.root
	if e == a.array.def {
		root = m.remove(root, i)
	} else {
		root = m.insert(root, i, e)
	}
	return m.array(a.array.sort, a.array.def, root)
}

// canonical returns v itself or, if v is an array whose index sort has so few values that another default is possible,
// the equal array with the default that the normal form of array values requires.
func (m *Model) canonical(v value) value {
	a := v.array
	if a == nil {
		return v
	}
	if a.canon == nil {
		a.canon = a
		n := int64(a.root.len())
		if size, finite := a.sort.Index.size(); finite && n >= size-n {
			a.canon = m.literal(m.term(v)).array
			a.canon.canon = a.canon
		}
	}
	return value{array: a.canon}
}

// term converts v to a term.
func (m *Model) term(v value) *Term {
	a := v.array
	if a == nil {
		return v.term
	}
	if a.term == nil {
		entries := make([]Entry, 0, a.root.len())
		a.root.each(func(key, val value) {
			entries = append(entries, Entry{[]*Term{m.term(key)}, m.term(val)})
		})
		a.term = m.b.ArrayValue(a.sort, m.term(a.def), entries)
	}
	return a.term
}

// literal converts t to a value. t must be a value, or stores of values over a constant array; literal panics
// otherwise.
func (m *Model) literal(t *Term) value {
	if t.IsValue() {
		return value{term: t}
	}
	var stores []*Term
	for ; t.op == OpStore; t = t.args[0] {
		stores = append(stores, t)
	}
	if t.op != OpConstArray {
		panic("smt: a model was given a term with operator " + t.op.String() + " as a value")
	}
	v := m.array(t.sort, m.canonical(m.literal(t.args[0])), nil)
	for i := len(stores) - 1; i >= 0; i-- {
		v = m.storeValue(v, m.literal(stores[i].args[1]), m.literal(stores[i].args[2]))
	}
	return v
}

// different returns an index at which the arrays x and y differ. It is the first such key, in the order of keys, that
// has an entry in one of them; if all entries agree, an index without an entry. For equal arrays it is the default
// value of the index sort. The result does not depend on the order of x and y.
func (m *Model) different(x, y value) value {
	x, y = m.canonical(x), m.canonical(y)
	index := x.array.sort.Index
	if x == y {
		return m.literal(m.b.DefaultValue(index))
	}
	var first value
	found := false
	look := func(key, _ value) {
		if m.selectValue(x, key) != m.selectValue(y, key) && (!found || compareKeys(key, first) < 0) {
			first, found = key, true
		}
	}
	x.array.root.each(look)
	y.array.root.each(look)
	for n := int64(0); !found; n++ {
		// All entries agree, so the defaults differ, and so do the arrays at any index without an entry.
		first = m.canonical(m.literal(m.b.NthValue(index, n)))
		found = m.selectValue(x, first) != m.selectValue(y, first)
	}
	return first
}
