package smt

import (
	"fmt"
	"math/big"
	"slices"
	"strings"
	"testing"

	"github.com/whet-mc/whet/num"
	"pgregory.net/rapid"
)

// A naive value: a bool, a *big.Rat (numbers and elements of free sorts) or a naiveArray. Values
// are equal when their texts are.
type naive any

type naiveArray struct {
	s   *Sort
	def naive
	at  map[string]naive // by the text of the index
}

func text(v naive) string {
	a, ok := v.(naiveArray)
	if !ok {
		if r, ok := v.(*big.Rat); ok {
			return r.RatString()
		}
		return fmt.Sprint(v)
	}
	switch a.s.Index.Kind {
	case Bool:
		return "[" + text(a.sel(false)) + "," + text(a.sel(true)) + "]"
	case Array:
		if a.s.Index.Index.Kind == Bool && a.s.Index.Elem.Kind == Bool { // four indexes
			all := ""
			for _, k := range []string{"[false,false]", "[false,true]", "[true,false]", "[true,true]"} {
				e, ok := a.at[k]
				if !ok {
					e = a.def
				}
				all += text(e) + ","
			}
			return "[" + all + "]"
		}
	}
	var parts []string
	for k, e := range a.at {
		if e := text(e); e != text(a.def) {
			parts = append(parts, k+":"+e)
		}
	}
	slices.Sort(parts)
	return "[" + strings.Join(parts, ",") + ",else " + text(a.def) + "]"
}

func (a naiveArray) sel(i naive) naive {
	if e, ok := a.at[text(i)]; ok {
		return e
	}
	return a.def
}

func (a naiveArray) store(i, e naive) naive {
	at := map[string]naive{text(i): e}
	for k, v := range a.at {
		if k != text(i) {
			at[k] = v
		}
	}
	return naiveArray{a.s, a.def, at}
}

// naiveOf reads a value term.
func naiveOf(t *Term) naive {
	switch {
	case t.IsBool():
		return t.IsTrue()
	case t.sort.Kind == Array:
		def, entries := ArrayValueParts(t)
		var a naive = naiveArray{t.sort, naiveOf(def), nil}
		for _, e := range entries {
			a = a.(naiveArray).store(naiveOf(e.Args[0]), naiveOf(e.Value))
		}
		return a
	}
	return t.val.Big()
}

// world is a pool of terms whose values are known because they were computed while the terms were
// built.
type world struct {
	t     *rapid.T
	b     *Builder
	m     *Model
	sorts []*Sort
	pool  map[*Sort][]sample
	f, g  *Func
	terms map[string]*Term // values by sort and text: canonicity
}

type sample struct {
	term *Term
	val  naive
}

func (w *world) pick(s *Sort) sample { return rapid.SampledFrom(w.pool[s]).Draw(w.t, s.String()) }
func (w *world) int(lo, hi int) int  { return rapid.IntRange(lo, hi).Draw(w.t, "n") }

func rat(n, d int) *big.Rat { return big.NewRat(int64(n), int64(d)) }

func floor(x *big.Rat) *big.Rat {
	q := new(big.Int).Div(x.Num(), x.Denom()) // Euclidean, and the denominator is positive
	return new(big.Rat).SetInt(q)
}

func newWorld(t *rapid.T) *world {
	b := NewBuilder()
	w := &world{t: t, b: b, m: NewModel(b), pool: map[*Sort][]sample{}, terms: map[string]*Term{}}
	in, re, bo, u := b.IntSort(), b.RealSort(), b.BoolSort(), b.FreeSort("U")
	ints := b.ArraySort(in, in)
	w.sorts = []*Sort{
		bo, in, re, u, ints, b.ArraySort(bo, in), b.ArraySort(bo, bo), b.ArraySort(in, ints), b.ArraySort(ints, bo),
		b.ArraySort(b.ArraySort(bo, bo), bo),
	}
	for _, s := range w.sorts {
		for i := range 2 {
			v := b.Var(fmt.Sprint("v", i, s), s)
			val := b.NthValue(s, int64(w.int(0, 5)))
			if w.int(0, 3) > 0 {
				w.m.Set(v, val)
			} else {
				val = b.DefaultValue(s)
			}
			w.put(v, naiveOf(val))
		}
	}
	for i := -3; i <= 3; i++ {
		w.put(b.IntNum(int64(i)), rat(i, 1))
		w.put(b.Num(num.RatFrac(int64(i), 2), re), rat(i, 2))
	}
	w.put(b.True(), true)
	w.put(b.False(), false)
	w.put(b.NthValue(u, 1), rat(1, 1))
	w.f = b.Func("f", []*Sort{in}, in)
	w.g = b.Func("g", []*Sort{u, ints}, bo)
	var fv, gv FuncValue
	for range w.int(0, 4) {
		fv.Entries = append(fv.Entries, Entry{[]*Term{b.IntNum(int64(w.int(-2, 2)))}, b.IntNum(int64(w.int(-2, 2)))})
		gv.Entries = append(gv.Entries, Entry{[]*Term{b.NthValue(u, int64(w.int(0, 2))), b.NthValue(ints, int64(w.int(0, 2)))}, b.True()})
	}
	if w.int(0, 1) == 1 {
		fv.Default = b.IntNum(2)
	}
	w.m.SetFunc(w.f, &fv)
	w.m.SetFunc(w.g, &gv)
	return w
}

func (w *world) apply(f *Func, args ...naive) naive {
	fv := w.m.Func(f)
next:
	for _, e := range fv.Entries {
		for i, a := range e.Args {
			if text(naiveOf(a)) != text(args[i]) {
				continue next
			}
		}
		return naiveOf(e.Value)
	}
	if fv.Default != nil {
		return naiveOf(fv.Default)
	}
	return naiveOf(w.b.DefaultValue(f.Result))
}

func (w *world) put(t *Term, v naive) {
	got, err := w.m.Eval(t)
	if err != nil {
		w.t.Fatalf("%v: %v", dump(t), err)
	}
	if text(naiveOf(got)) != text(v) {
		w.t.Fatalf("%s has the value %s, want %s", dump(t), text(naiveOf(got)), text(v))
	}
	if !IsGroundValue(got) {
		w.t.Fatalf("%s is no value", dump(got))
	}
	key := got.sort.String() + text(v)
	if old := w.terms[key]; old != nil && old != got {
		w.t.Fatalf("%s and %s are the same value", dump(old), dump(got))
	}
	w.terms[key] = got
	w.pool[t.sort] = append(w.pool[t.sort], sample{t, v})
}

// dump is a term for messages.
func dump(t *Term) string {
	switch {
	case t.IsVar():
		return t.fn.Name
	case t.op == OpNum || t.op == OpElem || t.op == OpBVConst:
		return t.val.String()
	}
	s := "(" + t.op.String()
	if !t.val.IsZero() {
		s += "#" + t.val.String()
	}
	for i, a := range t.args {
		s += " "
		if t.op == OpSum {
			s += t.coefs[i].String() + "*"
		}
		s += dump(a)
	}
	return s + ")"
}

// number is a random sum, product, quotient … of sort s.
func (w *world) number(s *Sort) (*Term, naive) {
	b := w.b
	x, y, z := w.pick(s), w.pick(s), w.pick(s)
	xv, yv, zv := x.val.(*big.Rat), y.val.(*big.Rat), z.val.(*big.Rat)
	op := func() *big.Rat { return new(big.Rat) }
	switch w.int(0, 6) {
	case 0:
		return b.Add(x.term, y.term, z.term), op().Add(op().Add(xv, yv), zv)
	case 1:
		return b.Sub(x.term, y.term), op().Sub(xv, yv)
	case 2:
		return b.Neg(x.term), op().Neg(xv)
	case 3:
		return b.Abs(x.term), op().Abs(xv)
	case 4:
		if xv.Num().BitLen()+yv.Num().BitLen()+xv.Denom().BitLen()+yv.Denom().BitLen() < 1000 {
			return b.Mul(x.term, y.term), op().Mul(xv, yv)
		}
	}
	n := w.int(-4, 4)
	if s.Kind == Real {
		switch w.int(0, 1) {
		case 0:
			i := w.pick(b.IntSort())
			return b.ToReal(i.term), i.val
		}
		d := w.int(1, 3)
		return b.Scale(num.RatFrac(int64(n), int64(d)), x.term), op().Mul(rat(n, d), xv)
	}
	k := n
	if k == 0 {
		k = 6
	}
	quo := floor(op().Quo(xv, rat(max(k, -k), 1)))
	if k < 0 {
		quo.Neg(quo)
	}
	mod := op().Sub(xv, op().Mul(rat(k, 1), quo))
	switch w.int(0, 6) {
	case 0:
		return b.Div(x.term, num.RatOf(int64(k))), quo
	case 1:
		return b.Mod(x.term, num.RatOf(int64(k))), mod
	case 2:
		bits, signed := w.int(1, 4), w.int(0, 1) == 1
		return b.Wrap(x.term, bits, signed), op().SetInt(num.OfBig(xv.Num()).Wrap(bits, signed).Big())
	case 3:
		return b.App(w.f, x.term), w.apply(w.f, xv)
	case 4:
		r := w.pick(b.RealSort())
		return b.ToInt(r.term), floor(r.val.(*big.Rat))
	case 5:
		a := w.pick(w.sorts[4+w.int(0, 1)])
		i := w.pick(a.term.sort.Index)
		return b.Select(a.term, i.term), a.val.(naiveArray).sel(i.val)
	}
	return b.Linear(s, num.RatOf(2), []num.Rat{num.RatOf(int64(n)), num.RatOf(-1)}, []*Term{x.term, y.term}),
		op().Sub(op().Add(rat(2, 1), op().Mul(rat(n, 1), xv)), yv)
}

func (w *world) formula() (*Term, naive) {
	b := w.b
	p, q, r := w.pick(b.BoolSort()), w.pick(b.BoolSort()), w.pick(b.BoolSort())
	pv, qv, rv := p.val.(bool), q.val.(bool), r.val.(bool)
	switch w.int(0, 5) {
	case 0:
		switch w.int(0, 5) {
		case 0:
			return b.Not(p.term), !pv
		case 1:
			return b.And(p.term, q.term, r.term), pv && qv && rv
		case 2:
			return b.Or(p.term, q.term, r.term), pv || qv || rv
		case 3:
			return b.Xor(p.term, q.term), pv != qv
		case 4:
			return b.Iff(p.term, q.term), pv == qv
		}
		return b.Implies(p.term, q.term), !pv || qv
	case 1, 2:
		s := w.sorts[1+w.int(0, 1)]
		x, y := w.pick(s), w.pick(s)
		c := x.val.(*big.Rat).Cmp(y.val.(*big.Rat))
		switch w.int(0, 4) {
		case 0:
			return b.Le(x.term, y.term), c <= 0
		case 1:
			return b.Lt(x.term, y.term), c < 0
		case 2:
			return b.Ge(x.term, y.term), c >= 0
		case 3:
			return b.Gt(x.term, y.term), c > 0
		}
		if s.Kind == Real {
			return b.IsInt(x.term), x.val.(*big.Rat).IsInt()
		}
	case 3:
		s := w.sorts[w.int(0, len(w.sorts)-1)]
		x, y, z := w.pick(s), w.pick(s), w.pick(s)
		xt, yt, zt := text(x.val), text(y.val), text(z.val)
		return b.Distinct(x.term, y.term, z.term), xt != yt && xt != zt && yt != zt
	case 4:
		switch w.int(0, 2) {
		case 0:
			u, a := w.pick(w.sorts[3]), w.pick(w.sorts[4])
			return b.App(w.g, u.term, a.term), w.apply(w.g, u.val, a.val)
		case 1:
			s := w.sorts[w.int(4, len(w.sorts)-1)]
			x, y := w.pick(s), w.pick(s)
			d := b.Diff(x.term, y.term)
			return b.Or(b.Eq(x.term, y.term), b.Not(b.Eq(b.Select(x.term, d), b.Select(y.term, d)))), true
		}
		a := w.pick([]*Sort{w.sorts[6], w.sorts[8], w.sorts[9]}[w.int(0, 2)])
		i := w.pick(a.term.sort.Index)
		return b.Select(a.term, i.term), a.val.(naiveArray).sel(i.val)
	}
	s := w.sorts[w.int(0, len(w.sorts)-1)]
	x, y := w.pick(s), w.pick(s)
	return b.Eq(x.term, y.term), text(x.val) == text(y.val)
}

// step adds a random term to the pool.
func (w *world) step() {
	b := w.b
	s := w.sorts[rapid.SampledFrom([]int{0, 0, 0, 1, 1, 1, 2, 2, 3, 4, 5, 6, 7, 8, 9}).Draw(w.t, "sort")]
	if w.int(0, 4) == 0 {
		p, x, y := w.pick(b.BoolSort()), w.pick(s), w.pick(s)
		v := y.val
		if p.val.(bool) {
			v = x.val
		}
		w.put(b.Ite(p.term, x.term, y.term), v)
		return
	}
	switch s.Kind {
	case Bool:
		w.put(w.formula())
	case Int, Real:
		w.put(w.number(s))
	case Array:
		a, i, e := w.pick(s), w.pick(s.Index), w.pick(s.Elem)
		switch w.int(0, 4) {
		case 0:
			w.put(b.ConstArray(s, e.term), naiveArray{s, e.val, nil})
		case 1:
			w.put(b.Store(a.term, i.term, b.Select(a.term, i.term)), a.val)
		default:
			w.put(b.Store(a.term, i.term, e.term), a.val.(naiveArray).store(i.val, e.val))
		}
	}
}

// What the constructors make of random terms has the values that the definitions of the operators
// give.
func TestEval(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := newWorld(t)
		for range 60 {
			w.step()
		}
	})
}

// A term in which a free constant is replaced has the value that the term has where the constant
// has the value of what replaced it.
func TestSubstitutionKeepsValues(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := newWorld(t)
		for range 60 {
			w.step()
		}
		b := w.b
		sub, m := b.Substitution(), NewModel(b)
		for _, v := range w.m.Vars() {
			val, _ := w.m.Eval(v)
			if w.int(0, 1) == 1 {
				by := w.pick(v.sort)
				sub.Set(v, by.term)
				val, _ = w.m.Eval(by.term)
			}
			m.Set(v, val)
		}
		m.SetFunc(w.f, w.m.Func(w.f))
		m.SetFunc(w.g, w.m.Func(w.g))
		for _, s := range w.sorts {
			for _, x := range w.pool[s] {
				if slices.ContainsFunc(FreeVars(x.term), func(v *Term) bool { _, ok := w.m.given[v]; return !ok }) {
					continue
				}
				want, _ := m.Eval(x.term)
				if got, err := w.m.Eval(sub.Apply(x.term)); got != want {
					t.Fatalf("%s became %s: its value is %s, want %s (%v)", dump(x.term), dump(sub.Apply(x.term)), dump(got), dump(want), err)
				}
			}
		}
	})
}

// Array values are the same term whatever way they came about.
func TestArrayValueIsCanonical(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := NewBuilder()
		index := rapid.SampledFrom([]*Sort{b.BoolSort(), b.BitVecSort(2), b.IntSort(), b.ArraySort(b.BoolSort(), b.BoolSort())}).Draw(t, "index")
		s := b.ArraySort(index, b.IntSort())
		seen := map[string]*Term{}
		for range 40 {
			var entries []Entry
			for range rapid.IntRange(0, 6).Draw(t, "entries") {
				entries = append(entries, Entry{
					[]*Term{b.NthValue(index, rapid.Int64Range(0, 3).Draw(t, "at"))},
					b.IntNum(rapid.Int64Range(0, 2).Draw(t, "value")),
				})
			}
			def := b.IntNum(rapid.Int64Range(0, 2).Draw(t, "default"))
			v := b.ArrayValue(s, def, entries)
			m := NewModel(b)
			chain := b.ConstArray(s, def)
			at := map[*Term]*Term{}
			for _, e := range entries {
				chain = b.Store(chain, e.Args[0], e.Value)
				at[e.Args[0]] = e.Value
			}
			if got, _ := m.Eval(chain); got != v || !IsArrayValue(v) {
				t.Fatalf("%s evaluates to %s, and its array value is %s", dump(chain), dump(got), dump(v))
			}
			if IsArrayValue(chain) && chain != v {
				t.Fatalf("%s counts as a value, but %s is", dump(chain), dump(v))
			}
			// The function written out: at the four indexes used and, if there are more, elsewhere.
			name := ""
			for i := range int64(4) {
				e := at[b.NthValue(index, i)]
				if e == nil {
					e = def
				}
				name += e.val.String() + " "
			}
			if index.Kind == Int {
				name += def.val.String()
			}
			if old := seen[name]; old != nil && old != v {
				t.Fatalf("%s and %s are both %s", dump(old), dump(v), name)
			}
			seen[name] = v
		}
	})
}

func TestNthValueDiffers(t *testing.T) {
	b := NewBuilder()
	bits, u := b.BitVecSort(2), b.FreeSort("U")
	for _, s := range []*Sort{
		b.IntSort(), b.RealSort(), u, b.BitVecSort(4), b.ArraySort(b.BoolSort(), bits), b.ArraySort(bits, bits), b.ArraySort(u, b.BoolSort()),
		b.ArraySort(b.ArraySort(b.BoolSort(), b.BoolSort()), b.BoolSort()),
	} {
		seen := map[*Term]bool{}
		for i := range int64(16) {
			v := b.NthValue(s, i)
			if seen[v] || !IsGroundValue(v) || v.sort != s {
				t.Errorf("%v: value %d is %s again", s, i, dump(v))
			}
			seen[v] = true
		}
	}
}

// A chain of stores at constants, read everywhere, must take about linear time, not only in the
// chain.
func TestEvalLongStoreChain(t *testing.T) {
	const n = 20_000
	b := NewBuilder()
	m := NewModel(b)
	a := b.Var("a", b.ArraySort(b.IntSort(), b.IntSort()))
	var sum []*Term
	for i := range n {
		x := b.Var(fmt.Sprint("x", i), b.IntSort())
		m.Set(x, b.IntNum(int64(i*7%n)))
		a = b.Store(a, x, b.IntNum(int64(i)))
		sum = append(sum, b.Select(a, b.Var(fmt.Sprint("x", i/2), b.IntSort())))
	}
	got, err := m.Eval(b.Add(sum...))
	want := int64(0)
	for i := range n {
		want += int64(i / 2)
	}
	if err != nil || got != b.IntNum(want) {
		t.Fatalf("got %s %v, want %d", dump(got), err, want)
	}
}

func TestEvalDeep(t *testing.T) {
	b := NewBuilder()
	f := b.Func("f", []*Sort{b.IntSort()}, b.IntSort())
	x := b.Var("x", b.IntSort())
	for range 300_000 {
		x = b.App(f, b.Add(x, b.IntNum(1)))
	}
	m := NewModel(b)
	m.SetFunc(f, &FuncValue{Entries: []Entry{{[]*Term{b.IntNum(1)}, b.IntNum(5)}}, Default: b.IntNum(7)})
	if got, err := m.Eval(x); err != nil || got != b.IntNum(7) {
		t.Fatal(got, err)
	}
}

func TestEvalRefusesHugeProducts(t *testing.T) {
	b := NewBuilder()
	x := b.Add(b.Var("x", b.IntSort()), b.IntNum(3))
	for range 100 {
		x = b.Add(b.Mul(x, x), b.IntNum(1))
	}
	if _, err := NewModel(b).Eval(x); err != errTooLarge {
		t.Fatal(err)
	}
}

func TestModelForgets(t *testing.T) {
	b := NewBuilder()
	m := NewModel(b)
	x := b.Var("x", b.IntSort())
	y := b.Add(x, b.IntNum(1))
	for i := range int64(3) {
		if got, _ := m.Eval(y); got != b.IntNum(i+1) {
			t.Fatal(dump(got))
		}
		m.Set(x, b.IntNum(i+1))
	}
	if vs := m.Vars(); len(vs) != 1 || vs[0] != x {
		t.Fatal(vs)
	}
}

func BenchmarkEval(bench *testing.B) {
	const n = 10_000
	b := NewBuilder()
	a := b.Var("a", b.ArraySort(b.IntSort(), b.IntSort()))
	sum := b.IntNum(0)
	m := NewModel(b)
	for i := range n {
		x := b.Var(fmt.Sprint("x", i), b.IntSort())
		m.Set(x, b.IntNum(int64(i)))
		a = b.Store(a, x, b.Add(b.IntNum(int64(i)), x))
	}
	for i := range n {
		sum = b.Ite(b.Lt(b.Select(a, b.Var(fmt.Sprint("x", i), b.IntSort())), b.IntNum(n)), b.Select(a, sum), sum)
	}
	for bench.Loop() {
		m.forget()
		if _, err := m.Eval(sum); err != nil {
			bench.Fatal(err)
		}
	}
}
