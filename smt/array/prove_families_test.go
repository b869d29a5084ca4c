package array

import (
	"fmt"
	"strings"

	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/smt"
)

// A trace writes a path formula in single assignment form.
type trace struct {
	b      *smt.Builder
	count  map[string]int
	now    map[string]*smt.Term
	inputs []*smt.Term
	names  map[*smt.Term]string // of the variables, without their number
}

func newTrace() *trace {
	return &trace{b: smt.NewBuilder(), count: map[string]int{}, now: map[string]*smt.Term{}, names: map[*smt.Term]string{}}
}

func (t *trace) sort(name string) *smt.Sort {
	if name[0] >= 'a' && name[0] <= 'd' {
		return t.b.ArraySort(t.b.IntSort(), t.b.IntSort())
	}
	return t.b.IntSort()
}

// v is the present value of a variable; arrays are called a … d.
func (t *trace) v(name string) *smt.Term {
	if t.now[name] == nil {
		t.havoc(name)
	}
	return t.now[name]
}

// havoc gives a variable an unknown value.
func (t *trace) havoc(name string) *smt.Term {
	x := t.b.Var(fmt.Sprint(name, t.count[name]), t.sort(name))
	t.count[name]++
	t.now[name] = x
	t.names[x] = name
	return x
}

func (t *trace) num(k int) *smt.Term { return t.b.IntNum(int64(k)) }

func (t *trace) assume(f *smt.Term) { t.inputs = append(t.inputs, f) }

func (t *trace) assign(name string, e *smt.Term) {
	t.v(name)
	t.assume(t.b.Eq(t.havoc(name), e))
}

func (t *trace) read(a string, i *smt.Term) *smt.Term { return t.b.Select(t.v(a), i) }

func (t *trace) write(a string, i, e *smt.Term) { t.assign(a, t.b.Store(t.v(a), i, e)) }

func (t *trace) inc(name string) { t.assign(name, t.b.Add(t.v(name), t.num(1))) }

func (t *trace) twice(e *smt.Term) *smt.Term { return t.b.Scale(num.RatOf(2), e) }

// example is the trace of Table 2.
func example() *trace {
	t := newTrace()
	b := t.b
	t.write("a", t.num(1), t.num(9))
	t.assign("i", t.num(0))
	nine := t.num(9)
	t.assume(b.Not(b.Eq(t.read("a", t.v("i")), nine)))
	for range 2 {
		t.write("a", t.v("i"), t.twice(t.v("i")))
		t.inc("i")
		f := b.Not(b.Eq(t.read("a", t.v("i")), nine))
		if t.count["a"] == 4 {
			f = b.Not(f)
		}
		t.assume(f)
	}
	t.assume(b.Not(b.Le(t.v("i"), t.num(1))))
	return t
}

type family struct {
	name string
	make func(n int, unsat bool) *trace
}

// families are path formulas of about size statements, refutable and not.
var families = []family{
	{"copy", func(n int, unsat bool) *trace {
		t := newTrace()
		t.assign("i", t.num(0))
		for range n {
			t.write("a", t.v("i"), t.havoc("x"))
			t.inc("i")
		}
		t.write("a", t.num(n-1), t.num(0))
		t.assign("i", t.num(0))
		m := n
		if !unsat {
			m = n - 1
		}
		for range m {
			t.assume(t.b.Not(t.b.Eq(t.read("a", t.v("i")), t.num(0))))
			t.write("c", t.v("i"), t.read("a", t.v("i")))
			t.inc("i")
		}
		if !unsat {
			t.assume(t.b.Eq(t.read("a", t.v("i")), t.num(0)))
		}
		return t
	}},
	{"reverse", func(n int, unsat bool) *trace {
		// c is the reverse of a, d that of c; d differs from a.
		t := newTrace()
		for _, pair := range [][2]string{{"a", "c"}, {"c", "d"}} {
			t.assign("i", t.num(0))
			t.assign("j", t.num(n-1))
			for range n {
				t.assume(t.b.Lt(t.v("i"), t.num(n)))
				t.write(pair[1], t.v("j"), t.read(pair[0], t.v("i")))
				t.inc("i")
				t.assign("j", t.b.Sub(t.v("j"), t.num(1)))
			}
			t.assume(t.b.Ge(t.v("i"), t.num(n)))
		}
		t.assign("i", t.num(0))
		for k := range n {
			f := t.b.Eq(t.read("d", t.v("i")), t.read("a", t.v("i")))
			if unsat && k == n/2 {
				f = t.b.Not(f)
			}
			t.assume(f)
			t.inc("i")
		}
		return t
	}},
	{"shift", func(n int, unsat bool) *trace {
		// Every element moves one place up, from an unknown place on; the first is then compared
		// with the last.
		t := newTrace()
		t.havoc("i")
		first := t.v("i")
		t.write("a", first, t.num(7))
		for range n {
			t.write("a", t.b.Add(t.v("i"), t.num(1)), t.read("a", t.v("i")))
			t.inc("i")
		}
		f := t.b.Eq(t.read("a", t.v("i")), t.num(7))
		if unsat {
			f = t.b.Not(f)
		}
		t.assume(f)
		return t
	}},
	{"bubble", func(size int, unsat bool) *trace {
		// About size statements: n²/2 steps of 3 statements on the average.
		n := 2
		for n*n*2 < size {
			n++
		}
		t := newTrace()
		value := make([]int, n)
		for i := range value {
			value[i] = (i*7919 + 13) % 10007
		}
		t.havoc("a")
		for i := range n - 1 {
			t.assign("j", t.num(0))
			for j := range n - 1 - i {
				x, y := t.read("a", t.v("j")), t.read("a", t.b.Add(t.v("j"), t.num(1)))
				if value[j] > value[j+1] {
					value[j], value[j+1] = value[j+1], value[j]
					t.assume(t.b.Gt(x, y))
					t.assign("t", x)
					t.write("a", t.v("j"), y)
					t.write("a", t.b.Add(t.v("j"), t.num(1)), t.v("t"))
				} else {
					t.assume(t.b.Not(t.b.Gt(x, y)))
				}
				t.inc("j")
			}
		}
		var bad []*smt.Term
		for k := range n - 1 {
			bad = append(bad, t.b.Gt(t.read("a", t.num(k)), t.read("a", t.num(k+1))))
		}
		f := t.b.Or(bad...)
		if !unsat {
			f = t.b.Not(f)
		}
		t.assume(f)
		return t
	}},
	{"partition", func(n int, unsat bool) *trace {
		// a is parted into c (at least 0) and d; an element of d is then not below 0.
		t := newTrace()
		t.assign("i", t.num(0))
		t.assign("l", t.num(0))
		t.assign("m", t.num(0))
		for k := range n {
			e := t.read("a", t.v("i"))
			f := t.b.Ge(e, t.num(0))
			if k%3 == 1 {
				t.assume(f)
				t.write("c", t.v("l"), e)
				t.inc("l")
			} else {
				t.assume(t.b.Not(f))
				t.write("d", t.v("m"), e)
				t.inc("m")
			}
			t.inc("i")
		}
		f := t.b.Ge(t.read("d", t.b.Sub(t.v("m"), t.num((n+2)/3))), t.num(0))
		if !unsat {
			f = t.b.Not(f)
		}
		t.assume(f)
		return t
	}},
	{"sum", func(n int, unsat bool) *trace {
		// The sum of the elements upwards and downwards.
		t := newTrace()
		t.assign("s", t.num(0))
		t.assign("i", t.num(0))
		for range n {
			t.write("a", t.v("i"), t.havoc("x"))
			t.inc("i")
		}
		t.assign("i", t.num(0))
		for range n {
			t.assign("s", t.b.Add(t.v("s"), t.read("a", t.v("i"))))
			t.assume(t.b.Ge(t.read("a", t.v("i")), t.num(1)))
			t.inc("i")
		}
		if unsat {
			t.assume(t.b.Lt(t.v("s"), t.num(n)))
		} else {
			t.assume(t.b.Le(t.v("s"), t.num(n)))
		}
		return t
	}},
	{"swap", func(n int, unsat bool) *trace {
		// n exchanges at places that are all different, in c in one order and in d in the other:
		// the results are the same array.
		n = min(n, 5)
		t := newTrace()
		t.assume(t.b.Eq(t.v("c"), t.v("d")))
		var at []*smt.Term
		for range 2 * n {
			at = append(at, t.havoc("x"))
		}
		t.assume(t.b.Distinct(at...))
		for _, a := range []string{"c", "d"} {
			for k := range n {
				if a == "d" {
					k = n - 1 - k
				}
				x, y := at[2*k], at[2*k+1]
				e := t.read(a, x)
				t.write(a, x, t.read(a, y))
				t.write(a, y, e)
			}
		}
		if !unsat {
			t.write("d", at[0], t.b.Add(t.read("d", at[0]), t.num(1)))
		}
		t.assume(t.b.Not(t.b.Eq(t.v("c"), t.v("d"))))
		return t
	}},
	{"fill", func(n int, unsat bool) *trace {
		t := newTrace()
		t.assign("i", t.num(0))
		for range n {
			t.write("a", t.v("i"), t.twice(t.v("i")))
			t.inc("i")
		}
		k := t.havoc("k")
		if unsat {
			t.assume(t.b.Le(t.num(0), k))
		} else {
			t.assume(t.b.Lt(k, t.num(0)))
		}
		t.assume(t.b.Lt(k, t.v("i")))
		t.assume(t.b.Not(t.b.Eq(t.read("a", k), t.twice(k))))
		return t
	}},
}

// marks are the selects of a leaf, with the arrays of the program instead of their versions.
func (t *trace) marks(leaf *Sequent) []Mark {
	out := Selects(leaf)
	for i, m := range out {
		out[i].Array = t.b.Var(t.names[m.Array], m.Array.Sort())
	}
	return out
}

// show is the proof with labels.
func (t *trace) show(proof *Sequent) string {
	var out strings.Builder
	if err := proof.Print(&out, proof.Label(t.b, t.marks), nil); err != nil {
		return err.Error()
	}
	return out.String()
}
