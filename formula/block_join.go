// Joins of points.

package formula

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/smt"
)

// Join returns a point that the run passes if it passes one of the points ps. All of ps must have the same
// location and the same stack of calls. Points with a False guard are ignored. If one point is left, it is
// returned; if none is left, the first one is returned. Where the versions of a variable or array differ,
// the join has a new version, which equals the version of the predecessor by which the run came. Values of
// variables that are not read after the location are forgotten.
func (c *Coder) Join(ps ...*Point) *Point {
	if live := slices.DeleteFunc(slices.Clone(ps), func(p *Point) bool { return p.Guard.IsFalse() }); len(live) > 0 {
		ps = live
	} else {
		ps = ps[:1]
	}
	if len(ps) == 1 {
		return ps[0]
	}
	first := ps[0]
	p := &Point{
		Preds: ps, Loc: first.Loc, place: "j" + strconv.Itoa(first.Loc.ID) + c.tag, root: first.root,
		global: first.global, frozen: first.frozen, told: first.told,
	}
	for _, q := range ps {
		if q.Loc != p.Loc || q.root != p.root {
			panic(fmt.Sprintf("formula: a join of different places, %s and %s", first.place, q.place))
		}
	}
	c.ways(p)
	j := &joining{c: c, p: p, scopes: make([]*binding, len(ps))}
	j.merge(&p.global, p.root, c.liveSet(p.Loc), func(q *Point) *binding { return &q.global })
	j.merge(&p.frozen, p.root, nil, func(q *Point) *binding { return &q.frozen })
	p.top = j.stack(func(q *Point) *activation { return q.top }, c.liveSet(p.Loc))
	for _, q := range ps[1:] {
		p.told.differ(q.told, func(key int) {
			if q.told.get(key) == 0 {
				p.told = p.told.set(key, 0)
			}
		})
	}
	return c.number(p)
}

// ways makes the guard of a join. The guards of the predecessors show by which one the run came, if no two
// of them can be true in one run. This holds for guards of different edges out of one location, but not if
// one guard is on the way to another. So a predecessor gets a new selector if it shares its guard with
// another, or if its guard may be on another way to the join (see guarded).
func (c *Coder) ways(p *Point) {
	b := c.b
	own := map[*smt.Term]int{}
	for _, q := range p.Preds {
		own[q.Guard]++
	}
	for i, q := range p.Preds {
		g := q.Guard
		if own[g] > 1 || !q.guarded() {
			g = b.Var("@"+p.place+"."+strconv.Itoa(i), b.BoolSort())
			p.fact(b.Implies(g, q.Guard))
		}
		p.via = append(p.via, g)
	}
	p.Guard = b.Var("@"+p.place, b.BoolSort())
	p.fact(b.Implies(p.Guard, b.Or(p.via...)))
}

// guarded reports whether the guard of p belongs to p, or to a point from which only a chain of single
// steps leads to p. Then the guard is true in no run that reaches p's location by another way.
func (p *Point) guarded() bool {
	for len(p.Preds) == 1 && p.Guard == p.Preds[0].Guard {
		p = p.Preds[0]
	}
	return len(p.Preds) > 0
}

// joining makes the versions of a join. scopes holds the bindings of the predecessors that are being
// merged.
type joining struct {
	c      *Coder
	p      *Point
	scopes []*binding
}

// merge joins the bindings of one scope into the binding `out`. The argument live, if not nil, is the set
// of variables whose values matter; place is where the scope was entered. The function `of` returns the
// binding of a predecessor.
func (j *joining) merge(out *binding, place string, live *cfa.VarSet, of func(*Point) *binding) {
	c, b := j.c, j.c.b
	for i, q := range j.p.Preds {
		j.scopes[i] = of(q)
	}
	first := j.scopes[0]
	j.joinSpans(out)
	var vars, arrays []int
	for _, s := range j.scopes[1:] {
		first.vars.differ(s.vars, func(id int) { vars = append(vars, id) })
		first.arrays.differ(s.arrays, func(id int) { arrays = append(arrays, id) })
	}
	for _, id := range sorted(vars) {
		v := c.prog.Vars[id]
		values := make([]*smt.Term, len(j.scopes))
		same := true
		for i, s := range j.scopes {
			if values[i] = s.vars.get(id); values[i] == nil {
				values[i] = c.version(v, place)
			}
			same = same && values[i] == values[0]
		}
		if same {
			out.vars = out.vars.set(id, nil) // v was read on some ways only, and never set: forget that it was read
			continue
		}
		t := c.version(v, j.p.place)
		out.vars = out.vars.set(id, t)
		if live != nil && !live.Has(v) && !v.Ghost && !slices.Contains(c.kept, v) {
			continue
		}
		for i, value := range values {
			if k := slices.Index(values, value); k < i {
				continue
			}
			var when []*smt.Term
			for k, other := range values {
				if other == value {
					when = append(when, j.p.via[k])
				}
			}
			j.p.fact(b.Implies(b.Or(when...), b.Eq(t, value)))
			if value == c.version(v, place) {
				// If value was not read before, no fact states its range yet, and it is not recorded as an
				// input.
				j.p.Facts = c.ranges(j.p.Facts, value, v.Range)
				j.p.given = append(j.p.given, givenAt{value, v, place})
			}
		}
	}
	for _, id := range sorted(arrays) {
		a := c.prog.Arrays[id]
		l := &layer{arr: a, all: true, from: j.p.place}
		same := true
		for i, s := range j.scopes {
			m := s.arrays.get(id)
			if m == nil {
				m = c.unset(a, place)
			}
			l.ways = append(l.ways, way{j.p.via[i], m})
			l.deepen(m)
			same = same && m.term == l.ways[0].is.term && m.base == l.ways[0].is.base
		}
		if same {
			out.arrays = out.arrays.set(id, l.ways[0].is)
			continue
		}
		l.term = c.arrayVersion(a, j.p.place)
		out.arrays = out.arrays.set(id, &memory{l.term, l})
	}
}

// stack joins the activations that the function `of` returns, and the activations further down the stack.
// The variables that are read later are known only for the procedure of the join's location; so live is
// nil for the activations further down.
func (j *joining) stack(of func(*Point) *activation, live *cfa.VarSet) *activation {
	first := of(j.p.Preds[0])
	same := true
	for _, q := range j.p.Preds[1:] {
		a := of(q)
		same = same && a == first
		if (a == nil) != (first == nil) || a != nil && (a.proc != first.proc || a.place != first.place) {
			panic("formula: a join of different stacks")
		}
	}
	if same {
		return first
	}
	out := &activation{proc: first.proc, place: first.place, by: first.by, is: first.is}
	j.merge(&out.is, first.place, live, func(q *Point) *binding { return &of(q).is })
	out.up = j.stack(func(q *Point) *activation { return of(q).up }, nil)
	return out
}

func sorted(ids []int) []int {
	slices.Sort(ids)
	return slices.Compact(ids)
}

// liveSet returns the variables that may be read after l before they are set.
func (c *Coder) liveSet(l *cfa.Loc) *cfa.VarSet {
	if c.live == nil {
		c.live = c.prog.Liveness()
	}
	s := c.liveAt[l]
	if s == nil {
		set := c.live.LiveAt(l)
		s = &set
		c.liveAt[l] = s
	}
	return s
}
