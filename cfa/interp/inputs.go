package interp

import (
	"math/rand/v2"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/num/fp"
)

// Func makes Inputs of a function.
type Func func(q Query) (num.Int, bool)

// Next calls f.
func (f Func) Next(q Query) (num.Int, bool) { return f(q) }

// Zero answers 0, whatever is asked.
func Zero() Inputs { return Func(func(Query) (num.Int, bool) { return num.Int{}, true }) }

// Sequence gives the values in order, one an input, and none after the last.
func Sequence(values ...num.Int) Inputs {
	return Func(func(Query) (num.Int, bool) {
		if len(values) == 0 {
			return num.Int{}, false
		}
		x := values[0]
		values = values[1:]
		return x, true
	})
}

// Recorded gives what another run of the same program took, in the same order, and nothing more.
func Recorded(taken []Taken) Inputs {
	values := make([]num.Int, len(taken))
	for i, t := range taken {
		values[i] = t.Value
	}
	return Sequence(values...)
}

// Random gives values that depend on the seed alone: often small ones and those at the ends of the
// range, where programs branch, else any.
func Random(seed uint64) Inputs {
	r := rand.New(rand.NewPCG(seed, 0x9e3779b97f4a7c15))
	return Func(func(q Query) (num.Int, bool) {
		if q.Input.Float != (fp.Format{}) && r.IntN(4) > 0 {
			return randomFloat(r, q.Input.Float), true
		}
		small := num.Of(r.Int64N(21) - 10)
		wide := num.OfUint(r.Uint64()).Shl(64).Add(num.OfUint(r.Uint64()))
		min, hasMin, max, hasMax := q.Input.Range.Bounds()
		switch r.IntN(8) {
		case 0, 1, 2, 3:
			return small, true
		case 4:
			if hasMin {
				return min.Add(num.Of(r.Int64N(3))), true
			}
		case 5:
			if hasMax {
				return max.Sub(num.Of(r.Int64N(3))), true
			}
		case 6:
			return num.Of(r.Int64N(2001) - 1000), true
		}
		if q.Input.Range.Bits == 0 {
			return wide.Shr(96).Sub(num.Pow2(31)), true
		}
		return wide.Wrap(q.Input.Range.Bits, q.Input.Range.Signed), true
	})
}

// randomFloat is a number of a size that programs compute with, for words drawn at random are hardly
// ever: a small integer or one with a fraction, a large one whose neighbours are no integers, or one
// that is special.
func randomFloat(r *rand.Rand, f fp.Format) num.Int {
	neg := r.IntN(2) == 0
	switch r.IntN(6) {
	case 0, 1:
		return f.FromInt(fp.NearestEven, num.Of(r.Int64N(21)-10))
	case 2, 3:
		return f.FromRat(fp.NearestEven, num.RatFrac(r.Int64N(200_001)-100_000, 1000))
	case 4:
		x := num.Pow2(uint(r.IntN(90))).Add(num.Of(r.Int64N(9) - 4))
		if neg {
			x = x.Neg()
		}
		return f.FromInt(fp.NearestEven, x)
	}
	switch r.IntN(5) {
	case 0:
		return f.NaN(false)
	case 1:
		return f.Inf(neg)
	case 2:
		return f.Max(neg)
	case 3:
		return f.Zero(true)
	}
	return num.Of(1) // the smallest number
}

// Numbers gives inputs that are floating numbers the integers that the given inputs would give as
// words. The rest is as given.
func Numbers(in Inputs) Inputs {
	return Func(func(q Query) (num.Int, bool) {
		x, ok := in.Next(q)
		if ok && q.Input.Float != (fp.Format{}) {
			x = q.Input.Float.FromInt(fp.NearestEven, x)
		}
		return x, ok
	})
}

// pointer reports whether C knows the value that is asked for as an address.
func (q Query) pointer() bool {
	return q.Input.Pointer || q.Var != nil && q.Var.Pointer || q.Arr != nil && q.Arr.Pointer
}

// Addresses gives inputs that are pointers values that make sense, where the given inputs would
// give any: null, or the address of an object that nothing else points to. The rest is as given.
func Addresses(in Inputs) Inputs {
	next := num.Of(0x70000000)
	return Func(func(q Query) (num.Int, bool) {
		x, ok := in.Next(q)
		if !ok || !q.pointer() {
			return x, ok
		}
		if k, _ := x.Int64(); x.IsZero() || k%4 == 3 {
			return num.Int{}, true
		}
		x = next
		next = next.Add(num.Of(0x10000))
		return x, true
	})
}

// Plan gives values by position. The zero value plans nothing; what is not planned comes from Else,
// and there is no such value where that is nil. Variables and arrays are distinguished by their IDs,
// so that a plan for a path of a slice (cfa.Program.Slice) is one for the same path of the program.
type Plan struct {
	Else Inputs
	read map[site]num.Int
	born map[site]num.Int
}

// site is a position: a step, and the variable or cell concerned, by ID: a plan made for a slice is
// one for its program.
type site struct {
	step int
	cell bool
	id   int    // of the variable or the array
	near int64  // the cell's index
	far  string // or, if that does not fit 64 bits, in decimal
}

func varSite(step int, v *cfa.Var) site { return site{step: step, id: v.ID} }

func cellSite(step int, a *cfa.Array, i num.Int) site {
	if k, ok := i.Int64(); ok {
		return site{step: step, cell: true, id: a.ID, near: k}
	}
	return site{step: step, cell: true, id: a.ID, far: i.String()}
}

func (q Query) site(step int) site {
	if q.Arr != nil {
		return cellSite(step, q.Arr, q.Idx)
	}
	if q.Var == nil {
		return site{step: step, id: -1}
	}
	return varSite(step, q.Var)
}

func set(m *map[site]num.Int, s site, x num.Int) {
	if *m == nil {
		*m = map[site]num.Int{}
	}
	(*m)[s] = x
}

// Read plans the value of v where the step is the first to read it (Query.Step). An input of kind
// Nondet or External is read by the step of its Havoc.
func (p *Plan) Read(step int, v *cfa.Var, x num.Int) { set(&p.read, varSite(step, v), x) }

// ReadCell is Read for a cell.
func (p *Plan) ReadCell(step int, a *cfa.Array, i, x num.Int) { set(&p.read, cellSite(step, a, i), x) }

// Born plans the value of v that is unknown since the step (Query.Birth).
func (p *Plan) Born(step int, v *cfa.Var, x num.Int) { set(&p.born, varSite(step, v), x) }

// BornCell is Born for a cell.
func (p *Plan) BornCell(step int, a *cfa.Array, i, x num.Int) { set(&p.born, cellSite(step, a, i), x) }

// Next gives what is planned.
func (p *Plan) Next(q Query) (num.Int, bool) {
	if x, ok := p.read[q.site(q.Step)]; ok {
		return x, true
	}
	if x, ok := p.born[q.site(q.Birth)]; ok {
		return x, true
	}
	if p.Else != nil {
		return p.Else.Next(q)
	}
	return num.Int{}, false
}
