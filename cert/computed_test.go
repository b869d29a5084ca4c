package cert

import (
	"context"
	"math"
	"slices"
	"testing"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/num/fp"
	"github.com/whet-mc/whet/smt"
)

// TestComputed: a definition of known arguments has the values that it has, one or two, and no
// others; with arguments that are not known any that it can have for some, and without a
// value any of the input that stands for it.
func TestComputed(t *testing.T) {
	bitsOf := func(f float64) int64 { return int64(math.Float64bits(f)) }
	of := func(code fp.Code, args ...int64) *cfa.Computed {
		d := &cfa.Computed{Op: fp.Operation{Code: code, F: fp.Double, Int: 8, Signed: true}}
		if d.Op.Rounds() {
			d.Args = append(d.Args, konst(int64(fp.NearestEven)))
		}
		for _, a := range args {
			d.Args = append(d.Args, konst(a))
		}
		return d
	}
	double, small32 := cfa.Range{Bits: 64, Signed: true}, cfa.Range{Bits: 32, Signed: true}
	zeros, three := of(fp.OpMin, 0, math.MinInt64), of(fp.OpAdd, bitsOf(1), bitsOf(2))
	unknown := func(code fp.Code, n int) *cfa.Computed {
		d := of(code, make([]int64, n)...)
		d.Args[len(d.Args)-1] = nil // the input of the line
		return d
	}
	for name, c := range map[string]struct {
		def    *cfa.Computed
		to     cfa.Range
		from   cfa.Range
		values []int64 // nil: any of those that follow
		some   []int64 // of these
		none   []int64 // none of these
	}{
		"a sum":                 {three, double, double, []int64{bitsOf(3)}, nil, nil},
		"another sum":           {of(fp.OpAdd, bitsOf(1), bitsOf(-1)), double, double, []int64{0}, nil, nil},
		"a comparison":          {of(fp.OpLess, bitsOf(1), bitsOf(2)), cfa.Range{Bits: 1}, cfa.Range{Bits: 1}, []int64{1}, nil, nil},
		"one that fails":        {of(fp.OpLess, bitsOf(2), bitsOf(1)), cfa.Range{Bits: 1}, cfa.Range{Bits: 1}, []int64{0}, nil, nil},
		"one of two":            {zeros, double, double, []int64{0, math.MinInt64}, nil, nil},
		"the lesser of two":     {of(fp.OpMin, bitsOf(2), bitsOf(1)), double, double, []int64{bitsOf(1)}, nil, nil},
		"an integer":            {of(fp.OpToInt, bitsOf(-2.5)), small32, small32, []int64{-2}, nil, nil},
		"out of range":          {of(fp.OpToInt, bitsOf(300)), small32, cfa.Range{Bits: 8, Signed: true}, nil, []int64{-128, 0, 44, 127}, []int64{-129, 128, 300}},
		"a wider input":         {of(fp.OpToInt, bitsOf(300)), small32, cfa.Range{Bits: 9, Signed: true}, nil, []int64{-256, 0, 44, 255}, []int64{-257, 256, 300}},
		"not known":             {unknown(fp.OpLess, 2), cfa.Range{Bits: 8}, cfa.Range{Bits: 1}, nil, []int64{0, 1}, []int64{2, 255}},
		"a narrow input":        {unknown(fp.OpToInt, 1), small32, cfa.Range{Bits: 3}, nil, []int64{-128, 7, 8, 127}, []int64{-129, 128}},
		"of a narrow input":     {of(fp.OpToInt, bitsOf(100)), small32, cfa.Range{Bits: 3}, []int64{100}, nil, nil},
		"the first is unknown":  {&cfa.Computed{Op: zeros.Op, Args: []cfa.Expr{nil, konst(0)}}, double, double, nil, []int64{0, bitsOf(-5), math.MinInt64}, []int64{1, 5}},
		"no value fits":         {of(fp.OpToInt, bitsOf(100)), cfa.Range{Bits: 3, Signed: true}, cfa.Range{Bits: 8, Signed: true}, nil, []int64{-4, 3}, []int64{100, 4}},
		"one of two fits":       {zeros, cfa.Range{Bits: 3, Signed: true}, double, nil, []int64{-4, 0, 1, 3}, []int64{4, math.MinInt64}},
		"no definition":         {nil, small32, cfa.Range{Bits: 3}, nil, []int64{0, 7}, []int64{-1, 8}},
		"a rounding mode":       {&cfa.Computed{Op: three.Op, Args: []cfa.Expr{konst(9), konst(0), konst(0)}}, double, double, nil, []int64{0, 7, bitsOf(3)}, nil},
		"rounded to even":       {of(fp.OpAdd, bitsOf(1), bitsOf(0x1p-53)), double, double, []int64{bitsOf(1)}, nil, nil},
		"rounded up":            {&cfa.Computed{Op: three.Op, Args: []cfa.Expr{konst(int64(fp.Upward)), konst(bitsOf(1)), konst(bitsOf(0x1p-53))}}, double, double, []int64{bitsOf(1) + 1}, nil, nil},
		"the other way round":   {of(fp.OpSub, bitsOf(2), bitsOf(1)), double, double, []int64{bitsOf(1)}, nil, nil},
		"of three":              {of(fp.OpFma, bitsOf(2), bitsOf(3), bitsOf(4)), double, double, []int64{bitsOf(10)}, nil, nil},
		"divided by what is it": {of(fp.OpDiv, bitsOf(1), bitsOf(4)), double, double, []int64{bitsOf(0.25)}, nil, nil},
	} {
		all := append(append(append(slices.Clone(c.values), c.some...), c.none...), 12345)
		for _, k := range append(all, math.MaxInt64) {
			l := newLine(double)
			z := l.local(c.to)
			op := &cfa.Havoc{LHS: z, From: &cfa.Input{Kind: cfa.Approx, Range: c.from}}
			if c.def != nil {
				op.Def = &cfa.Computed{Op: c.def.Op, Args: slices.Clone(c.def.Args)}
				for i, a := range op.Def.Args {
					if a == nil {
						op.Def.Args[i] = l.inputs[0]
					}
				}
			}
			l.do(op)
			l.do(&cfa.Assume{Cond: bin(cfa.Eq, z, konst(k))})
			p := l.fail()
			can := slices.Contains(c.values, k) || slices.Contains(c.some, k)
			if known := can || slices.Contains(c.none, k) || c.values != nil; !known {
				continue
			}
			for _, cert := range []*Certificate{everything(p), {Builder: smt.NewBuilder(), Unwind: 1}} {
				if _, err := Check(context.Background(), p, cert); (err != nil) != can {
					t.Errorf("%s: it can be %d: %v; %v", name, k, can, err)
				}
			}
		}
	}
	// What is known in the state is known, and a value that is stands for itself.
	r, v, _ := variables(double, double)
	s := &state{}
	s.set(v[0], r.num(num.Of(bitsOf(1))))
	def := of(fp.OpAdd, 0, bitsOf(2))
	def.Args[1] = v[0]
	r.take(s, &cfa.Edge{Op: &cfa.Havoc{LHS: v[1], From: &cfa.Input{Kind: cfa.Approx, Range: double}, Def: def}})
	if got := r.read(s, v[1]); got != r.int(bitsOf(3)) || len(s.cond) > 0 {
		t.Errorf("1 + 2 is %v, under %v", got, s.cond)
	}
}
