// Interpolants of congruence, after Fuchs, Goel, Grundy, Krstić, Tinelli (TACAS 2009).
//
// Every edge between equal terms gets a colour, the side that has all symbols of both ends. A congruence between terms
// of different sides is split: on the path between two arguments there is a term over the shared symbols, and the
// function applied to these terms stands between the two. A segment is a maximal part of a path with one colour. Its
// ends are shared where it meets the other colour, so the equality of its ends can be part of the interpolant. The
// premises that one side needs for it are segments of the other colour, by which arguments became equal.

package interpolant

import (
	"errors"

	"github.com/whet-mc/whet/smt"
)

// A link is an edge with a colour, in the direction of a path.
type link struct {
	u, v *smt.Term
	why  *reason
}

// A reason says why the ends of a link are equal. It is the same for both directions.
type reason struct {
	side    side
	premise *smt.Term // a shared formula that B knows and a link of A uses, or nil
	pairs   [][]link  // the paths between the arguments
}

// maxNest bounds the nesting of congruences, which is the depth of the recursion.
const maxNest = 5000

var errNest = errors.New("the terms are nested too deeply")

// congruence returns the partial interpolant of step i, whose clause congruence proves.
func (r *replay) congruence(i int, pairs []*smt.Term, cut int) (*smt.Term, error) {
	s := &r.p.Steps[i]
	c := r.closures[i]
	if c == nil {
		var err error
		if c, err = newClosure(r.b, s.Clause, pairs, r.stop); err != nil {
			return nil, err
		}
		r.closures[i] = c
	}
	w := &weaver{r: r, c: c, cut: cut, told: map[*reason]bool{}, merged: map[*edge]coloured{}}
	return w.interpolate()
}

// coloured is the result of colouring an edge.
type coloured struct {
	links []link
	err   error
}

// A weaver makes the interpolant of one closure at one cut.
type weaver struct {
	r      *replay
	c      *closure
	cut    int
	merged map[*edge]coloured
	told   map[*reason]bool // links of B that have been followed
	out    []*smt.Term      // the conjuncts that A gives to B
	nest   int              // the current depth of path
}

// shared reports whether all symbols of t are on both sides.
func (w *weaver) shared(t *smt.Term) bool { return w.r.voc.of(t).shared(w.cut) }

// both returns the side that has all symbols of both terms, or B if both sides do.
func (w *weaver) both(u, v *smt.Term) side {
	switch s := w.r.voc.of(u).and(w.r.voc.of(v)); {
	case s.inB(w.cut):
		return right
	case s.inA(w.cut):
		return left
	}
	return mixed
}

// interpolate returns the partial interpolant of the clause. If the contradiction is B's, it is what A must give to B.
// If it is A's, the interpolant also says that the equalities A needs from B do not all hold.
func (w *weaver) interpolate() (*smt.Term, error) {
	b, c := w.r.b, w.c
	path, err := w.path(c.from, c.to)
	if err != nil {
		return nil, err
	}
	at, ends := right, w.both(c.from, c.to)
	if c.literal != nil {
		at = w.r.side(c.literal, w.cut)
	} else {
		at = ends
	}
	var premises []*smt.Term
	if at == right && ends == left && c.literal != nil && w.shared(c.literal) {
		at = left
		premises = append(premises, c.literal)
	}
	switch {
	case at == mixed || ends == mixed || ends != at && !(w.shared(c.from) && w.shared(c.to)):
		return nil, ErrMixed
	case at == right:
		w.asB(path)
		return b.And(w.out...), nil
	}
	premises = w.asA(path, map[*reason]bool{}, premises)
	return b.And(append(w.out, b.Not(b.And(premises...)))...), nil
}

// segments calls f for every maximal part of the path that has one colour.
func segments(path []link, f func(part []link)) {
	for i := 0; i < len(path); {
		j := i
		for j < len(path) && path[j].why.side == path[i].why.side {
			j++
		}
		f(path[i:j])
		i = j
	}
}

// ends returns the first and the last term of a part of a path.
func ends(part []link) (u, v *smt.Term) { return part[0].u, part[len(part)-1].v }

// asB lets B derive that the ends of the path are equal. It adds to w.out what A must give to B for that.
func (w *weaver) asB(path []link) {
	b := w.r.b
	segments(path, func(part []link) {
		if part[0].why.side == left {
			premises := w.asA(part, map[*reason]bool{}, nil)
			u, v := ends(part)
			w.out = append(w.out, b.Implies(b.And(premises...), b.Eq(u, v)))
			return
		}
		for _, l := range part {
			if w.told[l.why] {
				continue
			}
			w.told[l.why] = true
			for _, p := range l.why.pairs {
				w.asB(p)
			}
		}
	})
}

// asA lets A derive that the ends of the path are equal. It adds what A needs from B to the premises and returns them.
func (w *weaver) asA(path []link, seen map[*reason]bool, premises []*smt.Term) []*smt.Term {
	segments(path, func(part []link) {
		if part[0].why.side == right {
			u, v := ends(part)
			premises = append(premises, w.r.b.Eq(u, v))
			w.asB(part)
			return
		}
		for _, l := range part {
			if seen[l.why] {
				continue
			}
			seen[l.why] = true
			if l.why.premise != nil {
				premises = append(premises, l.why.premise)
			}
			for _, p := range l.why.pairs {
				premises = w.asA(p, seen, premises)
			}
		}
	})
	return premises
}

// path returns the coloured path from u to v.
func (w *weaver) path(u, v *smt.Term) ([]link, error) {
	if w.nest++; w.nest > maxNest {
		return nil, errNest
	}
	defer func() { w.nest-- }()
	if w.r.poll() {
		return nil, ErrStopped
	}
	var out []link
	edges, from := w.c.path(u, v)
	for i, e := range edges {
		m, ok := w.merged[e]
		if !ok {
			m.links, m.err = w.colour(e)
			w.merged[e] = m
		}
		if m.err != nil {
			return nil, m.err
		}
		if from[i] == e.u {
			out = append(out, m.links...)
			continue
		}
		for j := len(m.links) - 1; j >= 0; j-- {
			l := m.links[j]
			out = append(out, link{l.v, l.u, l.why})
		}
	}
	return out, nil
}

// colour returns the edge from e.u to e.v as one link or two links with colours.
func (w *weaver) colour(e *edge) ([]link, error) {
	at := w.both(e.u, e.v)
	if e.literal != nil {
		why := &reason{side: at}
		switch {
		case at == mixed:
			return nil, ErrMixed
		case w.r.side(e.literal, w.cut) == at || at == left && w.shared(e.literal):
			if at == left && w.shared(e.literal) {
				why.premise = e.literal // B knows it
			}
		case at == right && w.shared(e.u) && w.shared(e.v):
			why.side = left // A's literal
		default:
			return nil, ErrMixed
		}
		return []link{{e.u, e.v, why}}, nil
	}
	var pairs [][]link
	for _, p := range e.pairs {
		path, err := w.path(p[0], p[1])
		if err != nil {
			return nil, err
		}
		pairs = append(pairs, path)
	}
	if at != mixed {
		return []link{{e.u, e.v, &reason{side: at, pairs: pairs}}}, nil
	}
	su, sv := w.both(e.u, e.u), w.both(e.v, e.v)
	if su == mixed || sv == mixed || len(e.pairs) == 0 || e.u.NumArgs() != len(e.pairs) {
		return nil, ErrMixed
	}
	// f(x…) is of one side and f(y…) of the other. f(c…) with shared c… is between them.
	args := make([]*smt.Term, len(pairs))
	first, second := &reason{side: su}, &reason{side: sv}
	for i, path := range pairs {
		n := 0
		args[i] = e.pairs[i][0]
		for !w.shared(args[i]) {
			if n == len(path) {
				return nil, ErrMixed
			}
			args[i] = path[n].v
			n++
		}
		first.pairs = append(first.pairs, path[:n])
		second.pairs = append(second.pairs, path[n:])
	}
	middle := w.r.b.Rebuild(e.u, args)
	return []link{{e.u, middle, first}, {middle, e.v, second}}, nil
}
