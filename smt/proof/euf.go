// The rule euf: congruence closure refutes the negation of the clause. Classes are a plain union-find, and congruence
// goes over all terms until nothing changes (Nelson and Oppen, JACM 1980, without what makes it fast on many terms).

package proof

import (
	"cmp"
	"errors"
	"math"
	"slices"

	"github.com/whet-mc/whet/smt"
)

// A closure is a set of classes of equal terms. It is made for one step: the step's literals are false, which makes
// some terms equal and others different, and functions of equal arguments are equal.
type closure struct {
	// By the number of a term: a term nearer to the representative of its class, or nil if it is not in the closure.
	class []*smt.Term
	depth []int32                 // by number: the number of levels from the literals down to the term
	in    []*smt.Term             // the terms of the closure
	value map[*smt.Term]*smt.Term // by representative: the value in its class
	apart [][2]*smt.Term          // the pairs of terms that must differ
}

// euf checks that the negations of the literals are inconsistent if every operator is treated as an unknown function
// and different values differ. s.Terms lists pairs of terms. If the equality of a pair is the atom of a literal, the
// literal determines whether the terms are equal, even if the constructors have given the equality another form.
func (c *checker) euf(s *Step) error {
	if len(s.Terms)%2 != 0 {
		return errors.New("half a pair of terms")
	}
	for i := 0; i < len(s.Terms); i += 2 {
		if s.Terms[i].Sort() != s.Terms[i+1].Sort() {
			return errors.New("a pair of terms of two sorts")
		}
	}
	defer c.forget()
	if c.refute(s.Clause) {
		return nil
	}
	// Deep subterms seldom matter, and there may be many of them, so the search goes deeper step by step.
	for limit := int32(1); limit < 1<<20; limit *= 4 {
		left, conflict, err := c.close(s, limit)
		switch {
		case err != nil:
			return err
		case conflict:
			return nil
		case !left:
			return errNoConflict
		}
	}
	_, conflict, err := c.close(s, math.MaxInt32)
	if err == nil && !conflict {
		err = errNoConflict
	}
	return err
}

var errNoConflict = errors.New("congruence finds no conflict")

// close looks for a conflict among the terms that are at most limit levels below those in the literals. It does not look
// into a term that was made before all equated terms other than values, because such a term contains none of these.
// left reports whether arguments were left out for one of these two reasons. With the limit math.MaxInt32 none are left
// out.
func (c *checker) close(s *Step, limit int32) (left, conflict bool, err error) {
	e, b := &c.closure, c.b
	defer e.clear()
	e.value = map[*smt.Term]*smt.Term{}
	e.apart = e.apart[:0]
	var equal [][2]*smt.Term
	first := b.Len()
	fact := func(x, y *smt.Term, v int8) {
		if v < 0 {
			e.apart = append(e.apart, [2]*smt.Term{x, y})
		} else if v > 0 {
			equal = append(equal, [2]*smt.Term{x, y})
			for _, t := range []*smt.Term{x, y} {
				if !t.IsValue() {
					first = min(first, t.ID())
				}
			}
		}
	}
	for i := 0; i < len(s.Terms); i += 2 {
		x, y := s.Terms[i], s.Terms[i+1]
		fact(x, y, c.value(b.Eq(x, y)))
	}
	for _, l := range s.Clause {
		if a, _ := l.Atom(); a.Op() == smt.OpEq {
			fact(a.Arg(0), a.Arg(1), c.value(a))
		} else {
			first = min(first, a.ID())
		}
	}
	e.grow(b.Len())
	var work []*smt.Term
	add := func(t *smt.Term, depth int32) {
		if e.class[t.ID()] == nil {
			e.class[t.ID()] = t
			e.in = append(e.in, t)
			if t.IsValue() {
				e.value[t] = t
			}
			if v := c.value(t); t.IsBool() && v != 0 {
				equal = append(equal, [2]*smt.Term{t, b.Bool(v > 0)})
			}
		} else if e.depth[t.ID()] <= depth {
			return
		}
		e.depth[t.ID()] = depth
		work = append(work, t)
	}
	add(b.True(), 0)
	add(b.False(), 0)
	for _, l := range s.Clause {
		a, _ := l.Atom()
		add(a, 0)
	}
	for _, p := range slices.Concat(equal, e.apart) {
		add(p[0], 0)
		add(p[1], 0)
	}
	for len(work) > 0 {
		if c.poll() {
			return false, false, ErrStopped
		}
		t := work[len(work)-1]
		work = work[:len(work)-1]
		d := e.depth[t.ID()]
		switch {
		case t.NumArgs() == 0:
		case limit < math.MaxInt32 && (d >= limit || t.ID() < first):
			left = true
		default:
			for _, a := range t.Args() {
				add(a, min(d+1, limit))
			}
		}
	}
	for _, p := range equal {
		if !e.merge(p[0], p[1]) {
			return left, true, nil
		}
	}
	conflict, err = c.congruence()
	return left, conflict, err
}

// congruence merges the terms that congruence makes equal, and reports whether a conflict arises. Arguments are older
// than the terms made of them, so one round in the order of age suffices for a chain of consequences from the inside
// out.
func (c *checker) congruence() (conflict bool, err error) {
	e := &c.closure
	var apps []*smt.Term
	for _, t := range e.in {
		if t.NumArgs() > 0 && e.known(t) {
			apps = append(apps, t)
		}
	}
	slices.SortFunc(apps, func(x, y *smt.Term) int { return cmp.Compare(x.ID(), y.ID()) })
	for again := true; again; {
		again = false
		look := make(map[uint64][]*smt.Term, len(apps))
		for _, t := range apps {
			if c.poll() {
				return false, ErrStopped
			}
			if t.Op() == smt.OpEq && e.find(t.Arg(0)) == e.find(t.Arg(1)) && e.find(t) != e.find(c.b.True()) {
				if !e.merge(t, c.b.True()) {
					return true, nil
				}
				again = true
			}
			h := e.hash(t)
			found := false
			for _, u := range look[h] {
				if e.congruent(t, u) {
					found = true
					if e.find(t) != e.find(u) {
						if !e.merge(t, u) {
							return true, nil
						}
						again = true
					}
					break
				}
			}
			if !found {
				look[h] = append(look[h], t)
			}
		}
	}
	for _, p := range e.apart {
		if e.find(p[0]) == e.find(p[1]) {
			return true, nil
		}
	}
	return false, nil
}

// known reports whether all arguments of t are in the closure.
func (e *closure) known(t *smt.Term) bool {
	for _, a := range t.Args() {
		if e.class[a.ID()] == nil {
			return false
		}
	}
	return true
}

// grow makes room for n terms.
func (e *closure) grow(n int) {
	if n > len(e.class) {
		e.class = append(e.class, make([]*smt.Term, n-len(e.class))...)
		e.depth = append(e.depth, make([]int32, n-len(e.depth))...)
	}
}

// clear removes all terms.
func (e *closure) clear() {
	for _, t := range e.in {
		e.class[t.ID()] = nil
	}
	e.in = e.in[:0]
}

// find returns the representative of the class of t.
func (e *closure) find(t *smt.Term) *smt.Term {
	for {
		up := e.class[t.ID()]
		if up == t || up == nil {
			return t
		}
		e.class[t.ID()] = e.class[up.ID()] // halves the path
		t = e.class[t.ID()]
	}
}

// merge makes two terms equal. It returns false if they are in classes with different values.
func (e *closure) merge(x, y *smt.Term) bool {
	x, y = e.find(x), e.find(y)
	if x == y {
		return true
	}
	vx, vy := e.value[x], e.value[y]
	if vx != nil && vy != nil {
		return false
	}
	if vx == nil {
		x, y = y, x // the class with a value keeps its representative
	}
	e.class[y.ID()] = x
	return true
}

// congruent reports whether two terms have the same operator, and arguments in the same classes.
func (e *closure) congruent(t, u *smt.Term) bool {
	if t.Op() != u.Op() || t.Sort() != u.Sort() || t.Func() != u.Func() || t.I() != u.I() || t.J() != u.J() ||
		t.NumArgs() != u.NumArgs() || !t.Value().Equal(u.Value()) {
		return false
	}
	for i, a := range t.Args() {
		if e.find(a) != e.find(u.Arg(i)) || t.Op() == smt.OpSum && !t.Coef(i).Equal(u.Coef(i)) {
			return false
		}
	}
	return true
}

// hash returns a hash that congruent terms share.
func (e *closure) hash(t *smt.Term) uint64 {
	h := uint64(t.Op()) + 1
	for _, a := range t.Args() {
		h = (h ^ uint64(e.find(a).ID())) * 0x9e3779b97f4a7c15
		h ^= h >> 29
	}
	return h
}
