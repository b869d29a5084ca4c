package octagon

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/num"
)

// A source makes choices: rapid's, or those of a fuzzer's bytes.
type source interface {
	below(n int) int
}

type rapidSource struct{ t *rapid.T }

func (s rapidSource) below(n int) int { return rapid.IntRange(0, n-1).Draw(s.t, "choice") }

// byteSource reads choices from bytes, 0 after the last one.
type byteSource struct{ rest []byte }

func (s *byteSource) below(n int) int {
	if len(s.rest) == 0 {
		return 0
	}
	b := s.rest[0]
	s.rest = s.rest[1:]
	return int(b) % n
}

// machine runs random operations on octagons and on the oracle's matrices.
type machine struct {
	source
	of      linear.Numbers
	numbers int // which numbers occur, see number
	n       int
	slots   [3]slot
	log     []string
}

// slot is an octagon with the matrix that it must have. That of a widening's
// result is not closed, and must agree as it is.
type slot struct {
	o       *Octagon
	d       *dense
	widened bool
}

func (s slot) closed() *dense {
	if s.widened && !s.d.empty {
		return s.d.close()
	}
	return s.d
}

const maxDims = 6

func newMachine(s source) *machine {
	m := &machine{source: s}
	m.of = linear.Numbers(m.below(2))
	m.numbers = m.below(5)
	m.n = 1 + m.below(maxDims)
	for i := range m.slots {
		m.slots[i] = slot{o: Top(m.n, m.of), d: newDense(m.n, m.of)}
	}
	if m.below(4) == 0 {
		m.slots[0] = slot{o: Bottom(m.n, m.of), d: newDense(m.n, m.of).bottom()}
	}
	return m
}

// number returns a number: mostly small ones, or mostly such as leave machine
// words in sums, or have denominators whose product does.
func (m *machine) number() num.Rat {
	n := int64(m.below(25) - 8)
	small := num.RatOf(n)
	switch m.numbers {
	case 1:
		return num.RatFrac(n, int64(1+m.below(4)))
	case 2:
		return small.Add(num.RatOfInt(num.Pow2(uint(46 + 8*m.below(3)))))
	case 3:
		return small.Mul(num.RatOfInt(num.Pow2(100 * uint(m.below(2)))))
	case 4:
		primes := []int64{1, 1_000_003, 998_244_353, 2_147_483_647, 67_280_421_310_721}
		return num.RatFrac(n*1_000_000_007, primes[m.below(len(primes))])
	}
	return small
}

// whole is a number that the dimensions can take.
func (m *machine) whole() num.Rat {
	if x := m.number(); m.of == linear.Rationals || x.IsInt() {
		return x
	}
	return num.RatOf(int64(m.below(5)))
}

// entry draws an entry (i, j), not on the diagonal.
func (m *machine) entry() (i, j int) {
	i = m.below(2 * m.n)
	j = m.below(2*m.n - 1)
	if j >= i {
		j++
	}
	return i, j
}

// constraint draws an octagonal constraint, in any multiple, and the bounds it means.
func (m *machine) constraint() (linear.Constraint, func(*dense) *dense) {
	i, j := m.entry()
	c := m.number()
	by := num.RatFrac(int64(1+m.below(3)), int64(1+m.below(2)))
	con := linear.Constraint{Expr: form(i, j).AddConst(c.Neg()).Scale(by), Rel: linear.LE}
	switch m.below(6) {
	case 0:
		con.Rel = linear.EQ
		return con, func(d *dense) *dense {
			if m.of == linear.Integers && !con.Tighten().IsFalse() || m.of == linear.Rationals {
				return d.assume(i, j, rat(c)).assume(j, i, rat(c.Neg()))
			}
			return d.bottom()
		}
	case 1:
		con.Rel = linear.LT
		bound := rat(c)
		if m.of == linear.Integers && c.IsInt() {
			bound = rat(c.Sub(num.RatOf(1)))
		}
		return con, func(d *dense) *dense { return d.assume(i, j, bound) }
	}
	return con, func(d *dense) *dense { return d.assume(i, j, rat(c)) }
}

// step runs an operation and compares what comes out.
func (m *machine) step() error {
	a, b := m.slots[m.below(3)], m.slots[m.below(3)]
	to := m.below(3)
	var r slot
	switch op := m.below(16); op {
	case 0, 1, 2, 3:
		r = slot{o: a.o, d: a.closed()}
		var cs []linear.Constraint
		for range 1 + m.below(3) {
			c, on := m.constraint()
			cs = append(cs, c)
			r.d = on(r.d)
		}
		r.o = a.o.Assume(cs...)
		m.note("%v = assume %v", to, cs)
	case 4:
		r = slot{o: a.o.Join(b.o), d: a.closed().join(b.closed())}
		m.note("%v = join", to)
	case 5:
		r = slot{o: a.o.Meet(b.o), d: a.closed().meet(b.closed())}
		m.note("%v = meet", to)
	case 6, 7:
		r = m.widen(a, b)
		m.note("%v = widen", to)
	case 8:
		v := m.below(m.n)
		r = slot{o: a.o.Havoc(v), d: a.closed()}
		if !r.d.empty {
			r.d = r.d.forget(v)
		}
		m.note("%v = havoc %d", to, v)
	case 9, 10, 11:
		v, w, c := m.below(m.n), m.below(2*m.n+1)-1, m.whole()
		by := linear.Const(c)
		if w >= 0 {
			by = signed(w).AddConst(c)
		}
		if !a.o.ExactAssign(v, by) {
			return fmt.Errorf("x%d := %v is not exact", v, by)
		}
		if op == 11 {
			r = slot{o: a.o.Preassign(v, by), d: a.closed().preassign(v, w, rat(c))}
		} else {
			r = slot{o: a.o.Assign(v, by), d: a.closed().assign(v, w, rat(c))}
		}
		m.note("%v = assign (or back, %d) %d := %v", to, op, v, by)
	case 12:
		return m.questions(a, b)
	case 13:
		return m.dimensions()
	case 14:
		next := slot{o: a.o.Meet(b.o), d: a.closed().meet(b.closed())}
		if !a.widened {
			a.o = a.o.closed()
		}
		r = slot{o: a.o.Narrow(next.o), d: a.d.narrow(next.d)}
		if !next.o.Leq(r.o) || !r.o.Leq(a.o) {
			return fmt.Errorf("narrowing %v by %v gives %v", a.o, next.o, r.o)
		}
		m.note("%v = narrow by the meet", to)
	case 15:
		return m.constraints(a)
	}
	m.slots[to] = r
	return m.check(r)
}

func (m *machine) note(format string, args ...any) {
	m.log = append(m.log, fmt.Sprintf(format, args...))
}

func (m *machine) check(s slot) error {
	if s.widened && !s.d.empty {
		if err := s.o.sane(); err != nil {
			return err
		}
		if err := boundsAre(s.o, s.d); err != nil {
			return fmt.Errorf("not closed: %w", err)
		}
	}
	return same(s.o, s.closed())
}

// widen goes on with a's matrix as it is where it comes from a widening; else
// widenings start from a closed element.
func (m *machine) widen(a, b slot) slot {
	if b.closed().empty {
		return slot{o: a.o.Widen(b.o), d: a.closed()}
	}
	if a.closed().empty {
		return slot{o: a.o.Widen(b.o), d: b.closed()}
	}
	if !a.widened {
		a.o = a.o.closed()
	}
	return slot{o: a.o.Widen(b.o), d: a.d.widen(b.closed()), widened: true}
}

// questions asks what does not make an element.
func (m *machine) questions(a, b slot) error {
	ad, bd := a.closed(), b.closed()
	if got := a.o.Leq(b.o); got != ad.leq(bd) {
		return fmt.Errorf("Leq is %v:\n%v\n%v", got, a.o, b.o)
	}
	if got := a.o.Equal(b.o); got != (ad.leq(bd) && bd.leq(ad)) {
		return fmt.Errorf("Equal is %v:\n%v\n%v", got, a.o, b.o)
	}
	i, j := m.entry()
	bounds, ok := a.o.Bounds(form(i, j))
	if ok == ad.empty {
		return fmt.Errorf("Bounds of %v: %v", a.o, ok)
	}
	if !ok {
		return nil
	}
	if up := ad.m[i][j]; (up != nil) != (bounds.Hi.Kind == linear.Closed) || up != nil && up.Cmp(rat(bounds.Hi.At)) != 0 {
		return fmt.Errorf("%v has %v for %v, want at most %v", a.o, bounds, form(i, j), up)
	}
	if down := ad.m[j][i]; (down != nil) != (bounds.Lo.Kind == linear.Closed) || down != nil && down.Cmp(rat(bounds.Lo.At.Neg())) != 0 {
		return fmt.Errorf("%v has %v for %v, want at least -%v", a.o, bounds, form(i, j), down)
	}
	limit := m.number()
	holds := ad.m[i][j] != nil && ad.m[i][j].Cmp(rat(limit)) <= 0
	if c := form(i, j).LE(linear.Const(limit)); a.o.Entails(c) != holds {
		return fmt.Errorf("%v entails %v: %v", a.o, c, !holds)
	}
	return nil
}

// dimensions changes the dimensions of all slots alike.
func (m *machine) dimensions() error {
	v, w, k := m.below(m.n), m.below(m.n), m.below(6)
	all := make([]int, m.n)
	for i := range all {
		all[i] = i
	}
	var on func(s slot) slot
	n := m.n
	switch {
	case k == 0 && m.n < maxDims:
		n++
		on = func(s slot) slot { return slot{o: s.o.AddDims(1), d: s.closed().pick(append(all, -1)...)} }
	case k == 1 && m.n > 1:
		n--
		rest := slices.Delete(slices.Clone(all), v, v+1)
		on = func(s slot) slot { return slot{o: s.o.RemoveDims(v), d: s.closed().pick(rest...)} }
	case k == 2 && m.n < maxDims:
		n++
		on = func(s slot) slot {
			d := s.closed().pick(append(all, v)...)
			if !d.empty {
				d = d.without([][2]int{{v, m.n}})
			}
			return slot{o: s.o.Expand(v, 1), d: d}
		}
	case k == 3 && v != w:
		n--
		rest := slices.Delete(slices.Clone(all), w, w+1)
		other := slices.Clone(rest)
		other[slices.Index(rest, v)] = w
		on = func(s slot) slot {
			return slot{o: s.o.Fold(v, w), d: s.closed().pick(rest...).join(s.closed().pick(other...))}
		}
	case k == 4 && v != w:
		from := slices.Clone(all)
		from[w], from[v] = v, -1
		on = func(s slot) slot { return slot{o: s.o.Rename(v, w), d: s.closed().pick(from...)} }
	default:
		to := slices.Clone(all)
		to[v], to[w] = to[w], to[v]
		to = append(to[1:], to[0])
		from := make([]int, m.n)
		for i, x := range to {
			from[x] = i
		}
		on = func(s slot) slot { return slot{o: s.o.Permute(to), d: s.closed().pick(from...)} }
	}
	for i, s := range m.slots {
		m.slots[i] = on(s)
		if err := m.checkAt(n, m.slots[i]); err != nil {
			return fmt.Errorf("dimensions, %d, of %v with %d, %d: %w", k, s.o, v, w, err)
		}
	}
	m.n = n
	return nil
}

func (m *machine) checkAt(n int, s slot) error {
	if s.o.Dims() != n {
		return fmt.Errorf("%d dimensions, want %d", s.o.Dims(), n)
	}
	return m.check(s)
}

// constraints checks that the constraints of an octagon are a minimal system,
// and that its point is one.
func (m *machine) constraints(a slot) error {
	cs := a.o.Constraints()
	if err := same(Of(m.n, m.of, cs...), a.closed()); err != nil {
		return fmt.Errorf("of its constraints: %w", err)
	}
	for i := range cs {
		if fewer := Of(m.n, m.of, slices.Delete(slices.Clone(cs), i, i+1)...); fewer.Leq(a.o) {
			return fmt.Errorf("%v is redundant in %v", cs[i], cs)
		}
	}
	at, ok := a.o.Point()
	if ok == a.closed().empty {
		return fmt.Errorf("point of %v: %v", a.o, ok)
	}
	for _, c := range cs {
		if ok && !c.Holds(at) {
			return fmt.Errorf("%v is not in %v", at, a.o)
		}
	}
	for _, x := range at {
		if m.of == linear.Integers && !x.IsInt() {
			return fmt.Errorf("%v is not an integer point of %v", at, a.o)
		}
	}
	return nil
}

// run makes up to so many steps.
func (m *machine) run(steps int) error {
	for range steps {
		if err := m.step(); err != nil {
			return fmt.Errorf("over %v, numbers %d:\n%v\n%w", m.of, m.numbers, m.log, err)
		}
	}
	return nil
}

// TestOracle runs random sequences of all operations that are exact.
func TestOracle(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		if err := newMachine(rapidSource{t}).run(rapid.IntRange(1, 25).Draw(t, "steps")); err != nil {
			t.Fatal(err)
		}
	})
}

// FuzzOctagon does the same with the choices that a fuzzer makes.
func FuzzOctagon(f *testing.F) {
	f.Add([]byte("\x00\x02\x03 some octagons"))
	f.Add([]byte{1, 0, 2, 0, 0, 1, 0, 3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3, 2, 3, 8, 4, 6})
	f.Fuzz(func(t *testing.T, data []byte) {
		s := &byteSource{data}
		m := newMachine(s)
		for range 20 {
			if len(s.rest) == 0 {
				return
			}
			if err := m.run(1); err != nil {
				t.Fatal(err)
			}
		}
	})
}
