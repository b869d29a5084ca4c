package cfa

import (
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/num/fp"
)

// Floating-point operations, as definitions of the values of Havocs.

// Computed is an operation on floating-point numbers, which the program model represents as words: their bits. It is
// not an expression, since few engines can reason about it. It defines the value of a Havoc, and engines that do not
// compute it assume any value in the range. This is sound for SAFE. The interpreter computes the value, so it rejects
// a run that relies on a different one.
type Computed struct {
	Op   fp.Operation
	Args []Expr
}

// Value returns the result for known arguments. It returns false if the operation has no result, or if two results
// are possible (fp.Variant).
func (d *Computed) Value(args []num.Int) (num.Int, bool) {
	r, ok := d.Op.Apply(fp.A, args...)
	return r.Val, ok && !r.Open
}

// Values returns the possible results for known arguments, one or two, or nil if the operation has none.
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

// Eval evaluates the arguments with eval and returns Value's result. It returns false if eval does for an argument, or
// if d is nil.
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

// Map returns the same operation with f applied to the arguments; nil if d is nil.
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

// total reports whether the arguments are known to be defined in every state; false if d is nil.
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
