// Elements that record the constraints assumed on them, for preimages.

package cells

import (
	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/numeric"
)

// traced is an element together with the constraints that were assumed since the evaluation began. Pre gives it to an
// evaluator to obtain the assumptions of each case, instead of the case itself. It has the methods that evaluation
// needs; the others panic.
type traced[E numeric.Element[E]] struct {
	s     E
	added []linear.Constraint
}

func (t *traced[E]) String() string          { return t.s.String() }
func (t *traced[E]) Dims() int               { return t.s.Dims() }
func (t *traced[E]) Numbers() linear.Numbers { return t.s.Numbers() }
func (t *traced[E]) IsBottom() bool          { return t.s.IsBottom() }
func (t *traced[E]) IsTop() bool             { return t.s.IsTop() }
func (t *traced[E]) Leq(f *traced[E]) bool   { return t.s.Leq(f.s) }
func (t *traced[E]) Equal(f *traced[E]) bool { return t.s.Equal(f.s) }

func (t *traced[E]) AddDims(n int) *traced[E] { return &traced[E]{t.s.AddDims(n), t.added} }

func (t *traced[E]) Assume(cs ...linear.Constraint) *traced[E] {
	return &traced[E]{t.s.Assume(cs...), append(t.added[:len(t.added):len(t.added)], cs...)}
}

func (t *traced[E]) ExactAssume(c linear.Constraint) bool                { return t.s.ExactAssume(c) }
func (t *traced[E]) ExactAssign(v int, by linear.Expr) bool              { return t.s.ExactAssign(v, by) }
func (t *traced[E]) Bounds(e linear.Expr) (linear.Interval, bool)        { return t.s.Bounds(e) }
func (t *traced[E]) Entails(c linear.Constraint) bool                    { return t.s.Entails(c) }
func (t *traced[E]) Constraints() []linear.Constraint                    { return t.s.Constraints() }
func (t *traced[E]) Point() ([]num.Rat, bool)                            { return t.s.Point() }
func (t *traced[E]) Interpolate(b *traced[E]) (linear.Interpolant, bool) { return t.s.Interpolate(b.s) }

// The following methods would lose track of the assumptions.

func (t *traced[E]) only() *traced[E] { panic("cells: an operation changes a traced element") }

func (t *traced[E]) Meet(*traced[E]) *traced[E]                           { return t.only() }
func (t *traced[E]) Join(*traced[E]) *traced[E]                           { return t.only() }
func (t *traced[E]) Widen(*traced[E]) *traced[E]                          { return t.only() }
func (t *traced[E]) WidenUpTo(*traced[E], []linear.Constraint) *traced[E] { return t.only() }
func (t *traced[E]) Narrow(*traced[E]) *traced[E]                         { return t.only() }
func (t *traced[E]) Assign(int, linear.Expr) *traced[E]                   { return t.only() }
func (t *traced[E]) Preassign(int, linear.Expr) *traced[E]                { return t.only() }
func (t *traced[E]) Havoc(...int) *traced[E]                              { return t.only() }
func (t *traced[E]) RemoveDims(...int) *traced[E]                         { return t.only() }
func (t *traced[E]) Permute([]int) *traced[E]                             { return t.only() }
func (t *traced[E]) Rename(int, int) *traced[E]                           { return t.only() }
func (t *traced[E]) Expand(int, int) *traced[E]                           { return t.only() }
func (t *traced[E]) Fold(int, ...int) *traced[E]                          { return t.only() }
func (t *traced[E]) ExactJoin(*traced[E]) (*traced[E], bool)              { return t.only(), false }
