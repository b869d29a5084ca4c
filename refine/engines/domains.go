package engines

import (
	"fmt"
	"strings"

	"github.com/whet-mc/whet/numeric"
	"github.com/whet-mc/whet/numeric/box"
	"github.com/whet-mc/whet/octagon"
	"github.com/whet-mc/whet/poly"
	"github.com/whet-mc/whet/refine/arrays"
	"github.com/whet-mc/whet/refine/quantified"
	"github.com/whet-mc/whet/refine/widening"
)

// Domain is a line of the table of numeric domains: one that engines can be told to use.
type Domain struct {
	Name, Help string
	widening   widening.Domain
	arrays     arrays.Domain
	cells      quantified.Domain
}

// domains has the numeric domains, the coarsest first. A domain is a folder, and a line here.
var domains = []*Domain{
	line("bounds of x", box.Domain()),
	line("bounds of x, x + y and x - y", octagon.Domain()),
	line("any linear constraints", poly.Domain()),
}

// line makes one.
func line[E numeric.Element[E]](help string, d numeric.Domain[E]) *Domain {
	return &Domain{d.Name, help, widening.In(d), arrays.In(d), quantified.In(d)}
}

// Domains lists the numeric domains, the coarsest first.
func Domains() []*Domain { return domains }

// domainCalled returns the domain of a name; none for "" and "auto", where engines use their own.
func domainCalled(name string) (*Domain, error) {
	if name == "" || name == "auto" {
		return &Domain{Name: "auto"}, nil
	}
	var names []string
	for _, d := range domains {
		if d.Name == name {
			return d, nil
		}
		names = append(names, d.Name)
	}
	return nil, fmt.Errorf("unknown domain %q (one of: auto, %s)", name, strings.Join(names, ", "))
}
