package cfa

import (
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/num/fp"
)

// Computed is an operation on floating numbers, which are words here, their bits. It is no
// expression, as hardly any engine can reason about it: it defines the value of a Havoc, which
// those engines take for any value in its range. That is sound for SAFE, and a run that rests on
// another value than the definition's is no run for the interpreter, which computes it.
type Computed struct {
	Op   fp.Operation
	Args []Expr
}

// Value is the result for known arguments; false where the operation has none, or where it is open
// which of two it is (fp.Variant).
func (d *Computed) Value(args []num.Int) (num.Int, bool) {
	r, ok := d.Op.Apply(fp.A, args...)
	return r.Val, ok && !r.Open
}

// Values are the results that there may be for known arguments, one or two; none where the
// operation has none.
func (d *Computed) Values(args []num.Int) []num.Int {
	r, ok := d.Op.Apply(fp.A, args...)
	switch {
	case !ok:
		return nil
	case r.Open:
		if s, _ := d.Op.Apply(fp.B, args...); !s.Val.Equal(r.Val) {
			return []num.Int{r.Val, s.Val}
		}
	}
	return []num.Int{r.Val}
}

// Eval is Value where eval knows all arguments.
func (d *Computed) Eval(eval func(Expr) (num.Int, bool)) (num.Int, bool) {
	if d == nil {
		return num.Int{}, false
	}
	args := make([]num.Int, len(d.Args))
	for i, a := range d.Args {
		x, ok := eval(a)
		if !ok {
			return num.Int{}, false
		}
		args[i] = x
	}
	return d.Value(args)
}

// Map is the same operation on the images of the arguments; nil of nil.
func (d *Computed) Map(f func(Expr) Expr) *Computed {
	if d == nil {
		return nil
	}
	out := &Computed{d.Op, make([]Expr, len(d.Args))}
	for i, a := range d.Args {
		out.Args[i] = f(a)
	}
	return out
}

// total reports whether the arguments are defined, always.
func (d *Computed) total() bool {
	if d == nil {
		return false
	}
	for _, a := range d.Args {
		if !total(a) {
			return false
		}
	}
	return true
}
