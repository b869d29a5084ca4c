package pointsto

import "github.com/whet-mc/whet/lang"

// Union of classes: B. Steensgaard (POPL 1996, figure 6), with the fields of his CC 1996 paper.
// Unions are queued and never nested, so that long chains of structures cost no stack.

func (a *Analysis) fresh() *Class {
	n := &Class{}
	a.all = append(a.all, n)
	return n
}

// target returns the class that values stored in n point to.
func (a *Analysis) target(n *Class) *Class {
	n = n.Find()
	if n.pointee == nil {
		n.pointee = a.fresh()
	}
	return n.pointee.Find()
}

// setTarget records that values stored in n may point to t.
func (a *Analysis) setTarget(n, t *Class) {
	if t == nil {
		return
	}
	n = n.Find()
	if n.pointee == nil {
		n.pointee = t
		return
	}
	a.unify(n.pointee, t)
}

// unify unites the classes m and n, and all classes that must be united in consequence.
func (a *Analysis) unify(m, n *Class) {
	a.queue = append(a.queue, [2]*Class{m, n})
	a.flush()
}

func (a *Analysis) flush() {
	for len(a.queue) > 0 {
		q := a.queue[len(a.queue)-1]
		a.queue = a.queue[:len(a.queue)-1]
		a.merge(q[0].Find(), q[1].Find())
	}
}

// merge makes one of the two representatives the representative of both. It queues the unions that follow.
func (a *Analysis) merge(m, n *Class) {
	if m == n {
		return
	}
	if m.rank < n.rank {
		m, n = n, m
	}
	if m.rank == n.rank {
		m.rank++
	}
	n.parent = m
	if m.pointee == nil {
		m.pointee = n.pointee
	} else if n.pointee != nil {
		a.queue = append(a.queue, [2]*Class{m.pointee, n.pointee})
	}
	m.flags |= n.flags
	v, ok := mergeView(m.View, n.View)
	m.View = v
	m.setIf(Collapsed, !ok)
	m.setIf(Overlapping, v != nil && v.Kind == lang.Record && v.Union)
	m.Alignment.Join(n.Alignment)
	for _, x := range n.Accesses {
		m.addAccess(x)
	}
	for _, f := range n.Functions {
		m.addFunc(f)
	}
	for _, k := range n.fields {
		if same := m.field(k.field); same != nil {
			a.queue = append(a.queue, [2]*Class{same, k.class})
		} else {
			m.fields = append(m.fields, k)
		}
	}
	m.enclosing = append(m.enclosing, n.enclosing...)
	if m.minSize == 0 || n.minSize > 0 && n.minSize < m.minSize {
		m.minSize = n.minSize
	}
	n.fields, n.enclosing, n.Accesses, n.Functions, n.pointee = nil, nil, nil, nil, nil
	switch {
	case m.Has(Collapsed):
		a.absorb(m)
	case m.Has(Overlapping):
		a.absorbFields(m)
	}
}
