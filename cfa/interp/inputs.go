// Implementations of Inputs: fixed values, random ones, and Plan, which gives values by step and variable. tape.go has
// recorded ones. Numbers and Addresses adapt other Inputs.

package interp

import (
	"math/rand/v2"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/num/fp"
)

// Func is a function that implements Inputs.
type Func func(q Query) (num.Int, bool)

// Next calls f.
func (f Func) Next(q Query) (num.Int, bool) { return f(q) }

// Zero returns Inputs that are always 0.
func Zero() Inputs { return Func(func(Query) (num.Int, bool) { return num.Int{}, true }) }

// Sequence returns Inputs that give the values in order, one for each input, and nothing after the last.
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

// Random returns pseudo-random Inputs that depend only on the seed. They are often small values and values at the ends
// of the range, where programs branch, and otherwise arbitrary.
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

// randomFloat returns a floating-point number of a size that programs compute with, which random words rarely are: a
// small integer, a number with a fraction, a number near a power of 2, or a special value.
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

// Numbers returns Inputs that convert the integers from in to floating-point numbers where the input is one. Without
// the conversion the integers would be the bits of the numbers. Other inputs are passed through.
func Numbers(in Inputs) Inputs {
	return Func(func(q Query) (num.Int, bool) {
		x, ok := in.Next(q)
		if ok && q.Input.Float != (fp.Format{}) {
			x = q.Input.Float.FromInt(fp.NearestEven, x)
		}
		return x, ok
	})
}

// Letters returns Inputs that replace the values from in by letters where the input is a character that the environment
// does not give (cfa.Input.Only). Other inputs are passed through.
func Letters(in Inputs) Inputs {
	return Func(func(q Query) (num.Int, bool) {
		x, ok := in.Next(q)
		if only := q.Input.Only; ok && only != nil && !only.Has(x) {
			k, _ := x.Wrap(4, false).Int64()
			if letter := num.Of('a' + k); only.Has(letter) {
				x = letter
			}
		}
		return x, ok
	})
}

// pointer reports whether the requested value is a pointer in C.
func (q Query) pointer() bool {
	return q.Input.Pointer || q.Var != nil && q.Var.Pointer || q.Arr != nil && q.Arr.Pointer
}

// Addresses returns Inputs that replace the values from in by plausible addresses where the input is a pointer: null,
// or the address of an object that nothing else points to. Other inputs are passed through.
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

// Plan gives values by position: the step and the variable or cell. Values that are not planned come from Else; if that
// is nil, the run ends with OutOfInputs. The zero Plan plans nothing. Variables and arrays are identified by their IDs,
// so that a plan for a path of a slice (cfa.Program.Slice) also fits the same path of the program.
type Plan struct {
	Else Inputs
	read map[site]num.Int // by the step that first reads the value
	born map[site]num.Int // by the step since which the value is unknown
}

// site is a position of a Plan: a step and a variable or cell, by ID.
type site struct {
	step int
	cell bool
	id   int    // of the variable or the array
	near int64  // the cell's index
	far  string // or, if that does not fit 64 bits, in decimal
}

// varSite returns the position of v in a step.
func varSite(step int, v *cfa.Var) site { return site{step: step, id: v.ID} }

// cellSite returns the position of the cell i of a in a step.
func cellSite(step int, a *cfa.Array, i num.Int) site {
	if k, ok := i.Int64(); ok {
		return site{step: step, cell: true, id: a.ID, near: k}
	}
	return site{step: step, cell: true, id: a.ID, far: i.String()}
}

// site returns the position of the variable or cell of q in a step.
func (q Query) site(step int) site {
	if q.Arr != nil {
		return cellSite(step, q.Arr, q.Idx)
	}
	if q.Var == nil {
		return site{step: step, id: -1}
	}
	return varSite(step, q.Var)
}

// set sets (*m)[s] to x, and makes the map if it is nil.
func set(m *map[site]num.Int, s site, x num.Int) {
	if *m == nil {
		*m = map[site]num.Int{}
	}
	(*m)[s] = x
}

// Read plans the value of v for the case that the given step is the first to read it (Query.Step). An input of kind
// Nondet or External is read by the step of its Havoc.
func (p *Plan) Read(step int, v *cfa.Var, x num.Int) { set(&p.read, varSite(step, v), x) }

// ReadCell does what Read does, for the cell i of a.
func (p *Plan) ReadCell(step int, a *cfa.Array, i, x num.Int) { set(&p.read, cellSite(step, a, i), x) }

// Born plans the value of v that is unknown since the given step (Query.Birth).
func (p *Plan) Born(step int, v *cfa.Var, x num.Int) { set(&p.born, varSite(step, v), x) }

// BornCell does what Born does, for the cell i of a.
func (p *Plan) BornCell(step int, a *cfa.Array, i, x num.Int) { set(&p.born, cellSite(step, a, i), x) }

// Next returns the planned value, by the reading step first and then by the birth step; else the value from Else.
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
