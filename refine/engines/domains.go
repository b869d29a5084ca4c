// The table of numeric domains.

package engines

import (
	"github.com/whet-mc/whet/numeric"
	"github.com/whet-mc/whet/numeric/box"
	"github.com/whet-mc/whet/octagon"
	"github.com/whet-mc/whet/poly"
	"github.com/whet-mc/whet/refine/arrays"
	"github.com/whet-mc/whet/refine/cells"
	"github.com/whet-mc/whet/refine/widening"
)

// Domain is a line of the table: a numeric domain that engines can use.
type Domain struct {
	Name, Help string
	widening   widening.Domain
	arrays     arrays.Domain
	cells      cells.Domain
}

// domains has the numeric domains, the coarsest first. To add a domain, add its package and a line here.
var domains = []*Domain{
	line("bounds of x", box.Domain()),
	line("bounds of x, x + y and x - y", octagon.Domain()),
	line("any linear constraints", poly.Domain()),
}

// line makes a line of the table.
func line[E numeric.Element[E]](help string, d numeric.Domain[E]) *Domain {
	return &Domain{d.Name, help, widening.In(d), arrays.In(d), cells.In(d)}
}

// Domains returns the numeric domains, the coarsest first.
func Domains() []*Domain { return domains }
