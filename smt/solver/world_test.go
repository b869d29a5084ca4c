package solver

import (
	"fmt"
	"math/rand/v2"

	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/smt"
)

// A world makes random formulas. Its variables have few values, so that all assignments can be
// tried, and every formula comes with a meaning of its own, which shares nothing with the terms:
// the oracle.
//
// A value is a number: of a Bool 0 or 1; of a Real the number times fraction; of a bit-vector the
// natural; of an element of the free sort 0, 1 or 2, which suffices where no function leads back to
// the sort and there are three constants; of an array its elements as the digits of a number, the
// element at the first index lowest.
//
// Arrays and functions over Int are used at indexes t mod 3 only. The arrays' values elsewhere
// still matter to their equality: the digit at index 3 tells which of the values elsewhere it is,
// of as many as there are variables.
type world struct {
	b    *smt.Builder
	pick func(n int) int
	doms []*domain // those that formulas are about; the first is Bool

	cells  []cell
	total  int         // the number of assignments
	limits []*smt.Term // what the assertions must say for the variables to have few values
	consts bool        // there may be constant arrays
}

const (
	fraction       = 64
	maxAssignments = 3000
)

// A domain is a sort with its meaning.
type domain struct {
	sort        *smt.Sort
	size        int // the number of values that variables have
	index, elem *domain
	vars        []tree
	fns         []function // that have their results here
}

// A function has a table as its value, like an array.
type function struct {
	f    *smt.Func
	arg  *domain
	cell int
}

// A cell is a place in an assignment.
type cell struct {
	d     *domain
	t     *smt.Term // the variable
	f     *smt.Func // or the function
	arg   *domain   // of the function
	count int
}

// A tree is a term with its meaning.
type tree struct {
	t    *smt.Term
	eval func(m []int) int
}

// newWorld draws what the formulas are about.
func newWorld(pick func(int) int) *world {
	b := smt.NewBuilder()
	w := &world{b: b, pick: pick, total: 1}
	add := func(d *domain) *domain { w.doms = append(w.doms, d); return d }
	bo := add(&domain{sort: b.BoolSort(), size: 2})
	bit := func(n int) *domain { return &domain{sort: b.BitVecSort(n), size: 1 << n} }
	array := func(i, e *domain) *domain {
		d := &domain{sort: b.ArraySort(i.sort, e.sort), size: power(e.size, i.size), index: i, elem: e}
		if i.sort.Kind == smt.Int {
			d.size *= 2 // elsewhere
		}
		return add(d)
	}
	on := func() bool { return pick(3) == 0 }
	often := func() bool { return pick(9) < 5 }
	in := &domain{sort: b.IntSort(), size: 3}
	if often() {
		add(in)
		if on() {
			array(in, in)
		}
		if on() {
			in.fns = append(in.fns, function{f: b.Func("f", []*smt.Sort{in.sort}, in.sort), arg: in})
		}
	}
	if on() {
		add(&domain{sort: b.RealSort(), size: 5})
		if in.vars == nil && w.doms[1] != in {
			add(in)
		}
	}
	if often() {
		add(bit(1 + pick(4)))
	}
	v1, v2 := bit(1), bit(2)
	if on() {
		add(v1)
		add(v2)
		switch pick(4) {
		case 0:
			array(v1, v2)
		case 1:
			array(v2, bo)
		case 2:
			array(v1, array(v1, v1))
		case 3:
			array(v2, v2)
		}
		if on() {
			bo.fns = append(bo.fns, function{f: b.Func("h", []*smt.Sort{v2.sort}, bo.sort), arg: v2})
		}
		if on() {
			v1.fns = append(v1.fns, function{f: b.Func("k", []*smt.Sort{bo.sort}, v1.sort), arg: bo})
		}
	}
	if on() || len(w.doms) == 1 {
		s := add(&domain{sort: b.FreeSort("S"), size: 3})
		bo.fns = append(bo.fns, function{f: b.Func("q", []*smt.Sort{s.sort}, bo.sort), arg: s})
	}
	w.consts = pick(4) == 0
	return w
}

func power(x, n int) int {
	p := 1
	for range n {
		p *= x
	}
	return p
}

// variable is one of the domain, a new one while there are few assignments.
func (w *world) variable(d *domain) tree {
	most := 2
	if d.sort.Kind == smt.Free || d.sort.Kind == smt.Int {
		most = 3
	}
	if i := w.pick(most); i < len(d.vars) {
		return d.vars[i]
	}
	if w.total*d.size > maxAssignments && len(d.vars) > 0 {
		return d.vars[0]
	}
	b := w.b
	if w.total*d.size > 8*maxAssignments { // one that is always the same
		c, err := smt.NewModel(b).Eval(b.DefaultValue(d.sort))
		if err != nil {
			panic(err)
		}
		return tree{c, func([]int) int { return 0 }}
	}
	x := b.Var(fmt.Sprintf("%c%d", "birvaf"[d.sort.Kind], len(w.cells)), d.sort)
	k := w.cell(cell{d: d, t: x, count: d.size})
	switch d.sort.Kind {
	case smt.Int:
		w.small(x)
	case smt.Real: // 0, 1/2 … 2
		var half []*smt.Term
		for i := range d.size {
			half = append(half, b.Eq(x, b.Num(num.RatFrac(int64(i), 2), d.sort)))
		}
		w.limits = append(w.limits, b.Or(half...))
	case smt.Array:
		if d.index.sort.Kind == smt.Int {
			for i := range d.index.size {
				w.small(b.Select(x, b.IntNum(int64(i))))
			}
		}
	}
	v := tree{x, func(m []int) int { return m[k] }}
	if d.sort.Kind == smt.Real {
		v.eval = func(m []int) int { return m[k] * fraction / 2 }
	}
	d.vars = append(d.vars, v)
	return v
}

func (w *world) small(x *smt.Term) {
	w.limits = append(w.limits, w.b.Le(w.b.IntNum(0), x), w.b.Le(x, w.b.IntNum(2)))
}

func (w *world) cell(c cell) int {
	w.cells = append(w.cells, c)
	w.total *= c.count
	return len(w.cells) - 1
}

// digit takes digit i off v; with puts it there.
func digit(v, base, i int) int { return v / power(base, i) % base }

func with(v, base, i, e int) int { return v + (e-digit(v, base, i))*power(base, i) }

// constant is a value of the domain.
func (w *world) constant(d *domain) tree {
	b := w.b
	switch k := d.sort.Kind; k {
	case smt.Bool:
		v := w.pick(2)
		return tree{b.Bool(v == 1), func([]int) int { return v }}
	case smt.Int:
		v := w.pick(5) - 1
		return tree{b.IntNum(int64(v)), func([]int) int { return v }}
	case smt.Real:
		v := w.pick(9) - 2
		return tree{b.Num(num.RatFrac(int64(v), 2), d.sort), func([]int) int { return v * fraction / 2 }}
	case smt.BitVec:
		v := w.pick(d.size)
		return tree{b.BV(num.Of(int64(v)), d.sort.Width), func([]int) int { return v }}
	case smt.Array:
		if w.consts && d.index.sort.Kind != smt.Int {
			e := w.term(d.elem, 0)
			return tree{b.ConstArray(d.sort, e.t), func(m []int) int {
				v := 0
				for i := range d.index.size {
					v = with(v, d.elem.size, i, e.eval(m))
				}
				return v
			}}
		}
	}
	return w.variable(d)
}

// at is a term that may be an argument of a function or an index.
func (w *world) at(d *domain, depth int) tree {
	t := w.term(d, depth)
	if d.sort.Kind != smt.Int {
		return t
	}
	return tree{w.b.Mod(t.t, num.RatOf(3)), func(m []int) int { return mod(t.eval(m), 3) }}
}

func mod(x, k int) int { return ((x % k) + k) % k }

// term is a random term of a domain.
func (w *world) term(d *domain, depth int) tree {
	if depth <= 0 {
		if w.pick(5) == 0 {
			return w.constant(d)
		}
		return w.variable(d)
	}
	b := w.b
	sub := func() tree { return w.term(d, depth-1-w.pick(2)) }
	switch w.pick(8) {
	case 0:
		return w.variable(d)
	case 1:
		c, x, y := w.formula(depth-1), sub(), sub()
		return tree{b.Ite(c.t, x.t, y.t), func(m []int) int {
			if c.eval(m) == 1 {
				return x.eval(m)
			}
			return y.eval(m)
		}}
	case 2, 3: // what other domains have to say
		var as []*domain
		for _, a := range w.doms {
			if a.elem == d {
				as = append(as, a)
			}
		}
		k := len(as) + len(d.fns)
		if k == 0 {
			break
		}
		if k = w.pick(k); k < len(as) {
			dom := as[k]
			a, i := w.term(dom, depth-1), w.at(dom.index, depth-1)
			return tree{b.Select(a.t, i.t), func(m []int) int { return digit(a.eval(m), d.size, i.eval(m)) }}
		}
		if t, ok := w.apply(d, &d.fns[k-len(as)], depth); ok {
			return t
		}
	}
	two := func(t func(x, y *smt.Term) *smt.Term, eval func(x, y int) int) tree {
		x, y := sub(), sub()
		return tree{t(x.t, y.t), func(m []int) int { return eval(x.eval(m), y.eval(m)) }}
	}
	switch d.sort.Kind {
	case smt.Bool:
		return w.formula(depth)
	case smt.Int, smt.Real:
		return w.number(d, depth, two)
	case smt.BitVec:
		return w.vector(d, depth, two)
	case smt.Array:
		a, i, e := sub(), w.at(d.index, depth-1), w.at(d.elem, depth-1)
		return tree{b.Store(a.t, i.t, e.t), func(m []int) int { return with(a.eval(m), d.elem.size, i.eval(m), e.eval(m)) }}
	}
	return w.variable(d)
}

func (w *world) apply(d *domain, f *function, depth int) (tree, bool) {
	if f.cell == 0 {
		n := power(d.size, f.arg.size)
		if w.total*n > 2*maxAssignments {
			return tree{}, false
		}
		f.cell = w.cell(cell{d: d, f: f.f, arg: f.arg, count: n}) + 1
		if d.sort.Kind == smt.Int {
			for i := range f.arg.size {
				w.small(w.b.App(f.f, w.b.IntNum(int64(i))))
			}
		}
	}
	x, k := w.at(f.arg, depth-1), f.cell-1
	return tree{w.b.App(f.f, x.t), func(m []int) int { return digit(m[k], d.size, x.eval(m)) }}, true
}

type binary = func(t func(x, y *smt.Term) *smt.Term, eval func(x, y int) int) tree

func (w *world) number(d *domain, depth int, two binary) tree {
	b := w.b
	one := func() tree { return w.term(d, depth-1) }
	other := func(k smt.Kind) *domain {
		for _, o := range w.doms {
			if o.sort.Kind == k {
				return o
			}
		}
		return nil
	}
	switch w.pick(7) {
	case 0, 1:
		return two(func(x, y *smt.Term) *smt.Term { return b.Add(x, y) }, func(x, y int) int { return x + y })
	case 2:
		return two(b.Sub, func(x, y int) int { return x - y })
	case 3:
		k, x := w.pick(6)-2, one()
		return tree{b.Scale(num.RatOf(int64(k)), x.t), func(m []int) int { return k * x.eval(m) }}
	case 4, 5:
		if d.sort.Kind == smt.Real {
			x := w.term(other(smt.Int), depth-1)
			return tree{b.ToReal(x.t), func(m []int) int { return x.eval(m) * fraction }}
		}
		k := w.pick(3) + 2
		x := one()
		if w.pick(2) == 0 {
			return tree{b.Div(x.t, num.RatOf(int64(k))), func(m []int) int { return (x.eval(m) - mod(x.eval(m), k)) / k }}
		}
		return tree{b.Mod(x.t, num.RatOf(int64(k))), func(m []int) int { return mod(x.eval(m), k) }}
	}
	if r := other(smt.Real); r != nil && d.sort.Kind == smt.Int {
		x := w.term(r, depth-1)
		return tree{b.ToInt(x.t), func(m []int) int { return (x.eval(m) - mod(x.eval(m), fraction)) / fraction }}
	}
	return w.constant(d)
}

func (w *world) vector(d *domain, depth int, two binary) tree {
	b, n, mask := w.b, d.sort.Width, d.size-1
	signed := func(x int) int {
		if x > mask/2 {
			return x - d.size
		}
		return x
	}
	bvDiv := func(x, y int) int {
		if y == 0 {
			return mask
		}
		return x / y
	}
	bvRem := func(x, y int) int {
		if y == 0 {
			return x
		}
		return x % y
	}
	switch w.pick(16) {
	case 0:
		return two(func(x, y *smt.Term) *smt.Term { return b.BVAdd(x, y) }, func(x, y int) int { return (x + y) & mask })
	case 1:
		return two(func(x, y *smt.Term) *smt.Term { return b.BVMul(x, y) }, func(x, y int) int { return x * y & mask })
	case 2:
		return two(b.BVSub, func(x, y int) int { return (x - y) & mask })
	case 3:
		return two(b.BVUdiv, bvDiv)
	case 4:
		return two(b.BVUrem, bvRem)
	case 5:
		return two(b.BVSdiv, func(x, y int) int {
			if y == 0 {
				if signed(x) < 0 {
					return 1
				}
				return mask
			}
			return signed(x) / signed(y) & mask
		})
	case 6:
		return two(b.BVSrem, func(x, y int) int {
			if y == 0 {
				return x
			}
			return signed(x) % signed(y) & mask
		})
	case 7:
		return two(b.BVShl, func(x, y int) int { return x << y & mask })
	case 8:
		return two(b.BVLshr, func(x, y int) int { return x >> y })
	case 9:
		return two(b.BVAshr, func(x, y int) int { return signed(x) >> y & mask })
	case 10:
		return two(func(x, y *smt.Term) *smt.Term { return b.BVAnd(x, y) }, func(x, y int) int { return x & y })
	case 11:
		return two(func(x, y *smt.Term) *smt.Term { return b.BVOr(x, y) }, func(x, y int) int { return x | y })
	case 12:
		return two(func(x, y *smt.Term) *smt.Term { return b.BVXor(x, y) }, func(x, y int) int { return x ^ y })
	case 13:
		x := w.term(d, depth-1)
		return tree{b.BVNot(x.t), func(m []int) int { return ^x.eval(m) & mask }}
	case 14:
		x := w.term(d, depth-1)
		return tree{b.BVNeg(x.t), func(m []int) int { return -x.eval(m) & mask }}
	}
	// Bits of another vector, with a sign before them.
	for _, o := range w.doms {
		if o.sort.Kind == smt.BitVec && o.sort.Width != n {
			x := w.term(o, depth-1)
			k := o.sort.Width
			if k < n {
				return tree{b.SignExtend(x.t, n-k), func(m []int) int {
					v := x.eval(m)
					if v > (o.size-1)/2 {
						v -= o.size
					}
					return v & mask
				}}
			}
			return tree{b.Extract(x.t, k-1, k-n), func(m []int) int { return x.eval(m) >> (k - n) }}
		}
	}
	return w.constant(d)
}

// formula is a random formula.
func (w *world) formula(depth int) tree {
	b := w.b
	sub := func() tree { return w.formula(depth - 1 - w.pick(2)) }
	truth := func(v bool) int {
		if v {
			return 1
		}
		return 0
	}
	if depth > 0 {
		switch w.pick(10) {
		case 0, 1:
			x, y, z := sub(), sub(), sub()
			return tree{b.And(x.t, y.t, z.t), func(m []int) int { return x.eval(m) & y.eval(m) & z.eval(m) }}
		case 2, 3:
			x, y, z := sub(), sub(), sub()
			return tree{b.Or(x.t, y.t, z.t), func(m []int) int { return x.eval(m) | y.eval(m) | z.eval(m) }}
		case 4:
			x := sub()
			return tree{b.Not(x.t), func(m []int) int { return 1 - x.eval(m) }}
		case 5:
			x, y := sub(), sub()
			return tree{b.Xor(x.t, y.t), func(m []int) int { return x.eval(m) ^ y.eval(m) }}
		}
	}
	d := w.doms[w.pick(len(w.doms))]
	if d.sort.Kind == smt.Bool {
		if depth <= 0 {
			return w.variable(d)
		}
		return w.term(d, depth-1)
	}
	x, y := w.term(d, depth-1), w.term(d, depth-1)
	if w.pick(2) == 0 {
		return tree{b.Eq(x.t, y.t), func(m []int) int { return truth(x.eval(m) == y.eval(m)) }}
	}
	switch d.sort.Kind {
	case smt.Int, smt.Real:
		if w.pick(2) == 0 {
			return tree{b.Le(x.t, y.t), func(m []int) int { return truth(x.eval(m) <= y.eval(m)) }}
		}
		return tree{b.Lt(x.t, y.t), func(m []int) int { return truth(x.eval(m) < y.eval(m)) }}
	case smt.BitVec:
		if w.pick(2) == 0 {
			return tree{b.BVUlt(x.t, y.t), func(m []int) int { return truth(x.eval(m) < y.eval(m)) }}
		}
		flip := d.size / 2 // turns the order of two's complement into that of naturals
		return tree{b.BVSle(x.t, y.t), func(m []int) int { return truth(x.eval(m)^flip <= y.eval(m)^flip) }}
	}
	return tree{b.Not(b.Eq(x.t, y.t)), func(m []int) int { return truth(x.eval(m) != y.eval(m)) }}
}

// A set is a set of assignments.
type set []uint64

func (s set) empty() bool {
	for _, x := range s {
		if x != 0 {
			return false
		}
	}
	return true
}

func (s set) and(o set) set {
	out := make(set, len(s))
	for i := range s {
		out[i] = s[i] & o[i]
	}
	return out
}

// all has every assignment.
func (w *world) all() set {
	s := make(set, (w.total+63)/64)
	for i := range w.total {
		s[i/64] |= 1 << (i % 64)
	}
	return s
}

// solutions are the assignments that make each formula true.
func (w *world) solutions(fs []tree) []set {
	out := make([]set, len(fs))
	for i := range out {
		out[i] = make(set, (w.total+63)/64)
	}
	m := make([]int, len(w.cells))
	for i := range w.total {
		k := i
		for j, c := range w.cells {
			m[j] = k % c.count
			k /= c.count
		}
		for j, f := range fs {
			if f.eval(m) == 1 {
				out[j][i/64] |= 1 << (i % 64)
			}
		}
	}
	return out
}

// number of the assignment that a model of the solver is.
func (w *world) assignment(model *smt.Model) ([]int, error) {
	b := w.b
	elements := map[*smt.Term]int{}
	rest := map[*smt.Term]int{}
	var bad error
	var value func(d *domain, t *smt.Term) int
	table := func(d, index *domain, at func(i *smt.Term) *smt.Term) int {
		v := 0
		for i := range index.size {
			var it *smt.Term
			switch index.sort.Kind {
			case smt.Bool:
				it = b.Bool(i == 1)
			case smt.Int:
				it = b.IntNum(int64(i))
			case smt.BitVec:
				it = b.BV(num.Of(int64(i)), index.sort.Width)
			case smt.Free:
				for e, k := range elements {
					if k == i {
						it = e
					}
				}
			}
			if it != nil {
				v = with(v, d.size, i, value(d, at(it)))
			}
		}
		return v
	}
	value = func(d *domain, t *smt.Term) int {
		v, err := model.Eval(t)
		if err != nil {
			bad = err
			return 0
		}
		switch d.sort.Kind {
		case smt.Bool:
			if v.IsTrue() {
				return 1
			}
			return 0
		case smt.Real:
			v = b.Num(v.Value().Mul(num.RatOf(2)), d.sort)
		case smt.Free:
			if _, ok := elements[v]; !ok {
				elements[v] = len(elements)
			}
			return elements[v]
		case smt.Array:
			k := table(d.elem, d.index, func(i *smt.Term) *smt.Term { return b.Select(v, i) })
			if d.index.sort.Kind == smt.Int { // elsewhere
				e := v
				for i := range d.index.size {
					e = b.Store(e, b.IntNum(int64(i)), b.IntNum(0))
				}
				if e, err = model.Eval(e); err != nil {
					bad = err
				}
				if _, ok := rest[e]; !ok {
					rest[e] = len(rest)
				}
				k += rest[e] * power(d.elem.size, d.index.size)
			}
			return k
		}
		n, ok := v.Value().Int64()
		if !ok || n < 0 || n >= int64(d.size) {
			bad = fmt.Errorf("%v is %v", t, v)
		}
		return int(n)
	}
	m := make([]int, len(w.cells))
	for _, fns := range []bool{false, true} { // the functions know the elements that variables are
		for i, c := range w.cells {
			switch {
			case c.t != nil && !fns:
				m[i] = value(c.d, c.t)
			case c.f != nil && fns:
				m[i] = table(c.d, c.arg, func(x *smt.Term) *smt.Term { return b.App(c.f, x) })
			}
		}
	}
	return m, bad
}

// newRand draws without rapid: for tests that need no smaller example.
func newRand(seed uint64) func(int) int { return rand.New(rand.NewPCG(seed, 1)).IntN }
