// This file has the checks of operands that domains share.

package numeric

import (
	"fmt"

	"github.com/whet-mc/whet/linear"
)

// Shape holds the properties of an element that decide whether it fits an operation. An operand that does not fit is a
// programming error and panics.
type Shape struct {
	Domain, Op string // the names of the domain and the operation, for the panic message
	Dims       int
	Of         linear.Numbers
}

// Same panics unless two elements can be operands of the operation.
func (s Shape) Same(t Shape) {
	if s.Dims != t.Dims || s.Of != t.Of {
		panic(fmt.Sprintf("%s: %s of elements with %d and %d dimensions over %v and %v", s.Domain, s.Op, s.Dims, t.Dims, s.Of, t.Of))
	}
}

// Has panics unless the element has the dimensions vs.
func (s Shape) Has(vs ...int) {
	for _, v := range vs {
		if v < 0 || v >= s.Dims {
			panic(fmt.Sprintf("%s: %s of dimension %d in %d dimensions", s.Domain, s.Op, v, s.Dims))
		}
	}
}

// Spans panics unless the element has all dimensions of e.
func (s Shape) Spans(e linear.Expr) {
	if e.Dims() > s.Dims {
		panic(fmt.Sprintf("%s: %s of %v in %d dimensions", s.Domain, s.Op, e, s.Dims))
	}
}
