package certify

import (
	"github.com/whet-mc/whet/cert"
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/smt"
)

// Terms of all sorts that a file can name, meaningful in a certificate or not.

// numbers are those at which something may go wrong.
var numbers = []int64{0, 0, 1, 1, 2, 3, 4, 5, 7, 8, 10, 16, 127, 128, 255, 256, 1<<31 - 1, 1 << 31, 1<<32 - 1, 1 << 32, 1<<63 - 1}

func (f *forger) number() num.Rat {
	n := numbers[f.r.IntN(len(numbers))]
	if f.r.IntN(4) == 0 {
		n = -n
	}
	return num.RatOf(n)
}

// fraction is a number that need not be whole.
func (f *forger) fraction() num.Rat {
	switch f.r.IntN(5) {
	case 0:
		return f.number()
	case 1, 2:
		return num.RatFrac(1, int64(1+f.r.IntN(5)))
	}
	return num.RatFrac(int64(f.r.IntN(9)-2), int64(1+f.r.IntN(4)))
}

// chance is true once in so many times.
func (f *forger) chance(in int) bool { return f.r.IntN(in) == 0 }

// variable is a constant for a variable, mostly one that a procedure sees.
func (f *forger) variable() *smt.Term {
	if len(f.vars) == 0 {
		return f.b.IntNum(0)
	}
	v := f.vars[f.r.IntN(len(f.vars))]
	entry := (v.Proc == nil || f.chance(20)) && f.chance(12)
	return cert.Symbol{Var: v, Entry: entry}.Term(f.b)
}

// formula makes a formula that is at most so deep.
func (f *forger) formula(depth int) *smt.Term {
	b := f.b
	if depth <= 0 {
		return b.Le(f.variable(), b.Num(f.number(), b.IntSort()))
	}
	depth--
	switch f.r.IntN(14) {
	case 0:
		return b.Not(f.formula(depth))
	case 1:
		return b.And(f.formula(depth), f.formula(depth))
	case 2:
		return b.Or(f.formula(depth), f.formula(depth))
	case 3:
		return b.Xor(f.formula(depth), f.formula(depth))
	case 4:
		return b.Ite(f.formula(depth), f.formula(depth), f.formula(depth))
	case 5:
		return b.Eq(f.real(depth), f.real(depth))
	case 6:
		return b.Lt(f.real(depth), f.real(depth))
	case 7:
		return b.Le(f.real(depth), f.real(depth))
	case 8:
		return b.Eq(f.integer(depth), f.integer(depth))
	case 9:
		return b.Eq(f.array(depth), f.array(depth))
	case 10:
		w := f.width()
		return b.Eq(f.word(w, depth), f.word(w, depth))
	case 11:
		w := f.width()
		return b.BVUlt(f.word(w, depth), f.word(w, depth))
	case 12:
		return f.comparison()
	}
	return b.Le(f.integer(depth), f.integer(depth))
}

// comparison is one of choices between numbers, which always holds, never, or now and then.
func (f *forger) comparison() *smt.Term {
	b, s, n := f.b, f.b.RealSort(), f.fraction
	if f.chance(3) {
		s, n = b.IntSort(), f.number
	}
	x, y := f.choice(s), f.choice(s)
	if f.chance(3) {
		x = b.Add(b.Scale(n(), x), f.choice(s))
	}
	switch f.r.IntN(6) {
	case 0:
		return b.Eq(x, y)
	case 1:
		return b.Not(b.Eq(x, y))
	case 2:
		return b.Lt(x, y)
	}
	return b.Le(x, y)
}

// choice is one of a few numbers of a sort.
func (f *forger) choice(s *smt.Sort) *smt.Term {
	n := f.number
	if s.Kind == smt.Real {
		n = f.fraction
	}
	t := f.b.Num(n(), s)
	for range f.r.IntN(3) {
		t = f.b.Ite(f.formula(0), f.b.Num(n(), s), t)
	}
	return t
}

func (f *forger) integer(depth int) *smt.Term {
	b := f.b
	if depth <= 0 {
		if f.chance(2) {
			return b.Num(f.number(), b.IntSort())
		}
		return f.variable()
	}
	depth--
	switch f.r.IntN(13) {
	case 0:
		return b.Add(f.integer(depth), f.integer(depth))
	case 1:
		return b.Scale(f.number(), f.integer(depth))
	case 2:
		return b.Mul(f.integer(depth), f.integer(depth))
	case 3:
		return b.Div(f.integer(depth), num.RatOf(int64(1+f.r.IntN(9))))
	case 4:
		return b.Mod(f.integer(depth), num.RatOf(int64(1+f.r.IntN(9))))
	case 5:
		return b.Wrap(f.integer(depth), 1+f.r.IntN(33), f.chance(2))
	case 6:
		return b.Ite(f.formula(depth), f.integer(depth), f.integer(depth))
	case 7:
		return b.Select(f.array(depth), f.integer(depth))
	case 8:
		return b.ToInt(f.real(depth))
	case 9:
		w := f.width()
		return b.BVToInt(f.word(w, depth))
	case 10:
		w := f.width()
		return b.BVToNat(f.word(w, depth))
	case 11: // a function, which has no meaning
		return b.App(b.Func("@div0", []*smt.Sort{b.IntSort()}, b.IntSort()), f.integer(depth))
	}
	return f.integer(0)
}

func (f *forger) real(depth int) *smt.Term {
	b := f.b
	if depth <= 0 {
		if f.chance(2) {
			return b.Num(f.fraction(), b.RealSort())
		}
		return b.ToReal(f.variable())
	}
	depth--
	switch f.r.IntN(6) {
	case 0:
		return b.Add(f.real(depth), f.real(depth))
	case 1:
		return b.Scale(f.fraction(), f.real(depth))
	case 2:
		return b.Mul(f.real(depth), f.real(depth))
	case 3:
		return b.Ite(f.formula(depth), f.real(depth), f.real(depth))
	case 4:
		return f.choice(b.RealSort())
	}
	return b.ToReal(f.integer(depth))
}

func (f *forger) array(depth int) *smt.Term {
	b := f.b
	s := b.ArraySort(b.IntSort(), b.IntSort())
	if depth <= 0 {
		if len(f.p.Arrays) == 0 {
			return b.ConstArray(s, f.integer(0))
		}
		return cert.Symbol{Array: f.p.Arrays[f.r.IntN(len(f.p.Arrays))], Entry: f.chance(12)}.Term(b)
	}
	depth--
	switch f.r.IntN(4) {
	case 0:
		return b.Store(f.array(depth), f.integer(depth), f.integer(depth))
	case 1:
		return b.ConstArray(s, f.integer(depth))
	case 2:
		return b.Ite(f.formula(depth), f.array(depth), f.array(depth))
	}
	return f.array(0)
}

func (f *forger) width() int { return []int{1, 3, 8, 32}[f.r.IntN(4)] }

func (f *forger) word(w, depth int) *smt.Term {
	b := f.b
	if depth <= 0 {
		if f.chance(2) {
			return b.BV(f.number().Num().Wrap(w, false), w)
		}
		return b.NatToBV(f.variable(), w)
	}
	depth--
	x, y := f.word(w, depth), f.word(w, depth)
	ops := []func(x, y *smt.Term) *smt.Term{
		func(x, y *smt.Term) *smt.Term { return b.BVAdd(x, y) },
		func(x, y *smt.Term) *smt.Term { return b.BVMul(x, y) },
		func(x, y *smt.Term) *smt.Term { return b.BVAnd(x, y) },
		func(x, y *smt.Term) *smt.Term { return b.BVXor(x, y) },
		b.BVUdiv, b.BVUrem, b.BVShl, b.BVAshr,
		func(x, y *smt.Term) *smt.Term { return b.Ite(f.formula(depth), x, y) },
		func(x, _ *smt.Term) *smt.Term { return b.BVNot(x) },
	}
	return ops[f.r.IntN(len(ops))](x, y)
}

// term is any term of a sort.
func (f *forger) term(s *smt.Sort, depth int) *smt.Term {
	switch s.Kind {
	case smt.Bool:
		return f.formula(depth)
	case smt.Int:
		return f.integer(depth)
	case smt.Real:
		return f.real(depth)
	case smt.BitVec:
		return f.word(s.Width, depth)
	case smt.Array:
		if s == f.b.ArraySort(f.b.IntSort(), f.b.IntSort()) {
			return f.array(depth)
		}
	}
	return nil
}

// changed is a formula with one of its parts replaced by another of the same sort: anything, or
// what is near.
func (f *forger) changed(t *smt.Term) *smt.Term {
	var parts []*smt.Term
	smt.Walk(t, map[*smt.Term]bool{}, nil, func(p *smt.Term) { parts = append(parts, p) })
	from := parts[f.r.IntN(len(parts))]
	b := f.b
	var to *smt.Term
	switch op := from.Op(); {
	case op == smt.OpNum && f.chance(2):
		one := b.Num(num.RatOf(int64([]int{-1, 1, 2}[f.r.IntN(3)])), from.Sort())
		to = b.Add(from, one)
	case from.IsBool() && f.chance(3):
		to = b.Not(from)
	case op == smt.OpIte && f.chance(2):
		to = b.Ite(from.Arg(0), from.Arg(2), from.Arg(1))
	case from.IsVar() && f.chance(2):
		to = f.renamed(from)
	case op == smt.OpSum && f.chance(2):
		to = b.Neg(from)
	default:
		to = f.term(from.Sort(), 1+f.r.IntN(2))
	}
	if to == nil || to.Sort() != from.Sort() {
		return t
	}
	sub := b.Substitution()
	sub.Set(from, to)
	return sub.Apply(t)
}

// renamed is the value of the same variable at the entry, or of another one.
func (f *forger) renamed(t *smt.Term) *smt.Term {
	for _, v := range f.vars {
		now, old := cert.Symbol{Var: v}, cert.Symbol{Var: v, Entry: true}
		switch t {
		case now.Term(f.b):
			if f.chance(2) && (v.Kind == cfa.ParamVar || v.Proc == nil) {
				return old.Term(f.b)
			}
		case old.Term(f.b):
			return now.Term(f.b)
		}
	}
	return f.term(t.Sort(), 0)
}
