// This file is the command cfa.

package main

import (
	"bufio"
	"fmt"

	"github.com/whet-mc/whet"
	"github.com/whet-mc/whet/cfa"
)

type cfaCmd struct {
	programArgs

	Options optionFlags `embed:""`

	Dot      bool `help:"Print the graph in the DOT language, for Graphviz." xor:"points-to"`
	PointsTo bool `help:"Print what the pointers of the program may point to, instead of the automata." xor:"points-to,slice"`
	Slice    bool `help:"Print only the part of the program that the properties depend on." xor:"slice"`
	Verbose  bool `short:"v" help:"Print memory as it is modelled: addresses, and the records of what is allocated and stored."`
	colorFlag
}

func (c *cfaCmd) run(e env) int {
	if status := c.missing(e); status != 0 {
		return status
	}
	o, err := c.Options.options("")
	if err != nil {
		return problem(e, err, c.NoColor)
	}
	if c.PointsTo {
		a, err := whet.PointsTo(c.source(), o)
		if err != nil {
			return problem(e, err, c.NoColor)
		}
		if err := a.WriteText(e.stdout); err != nil {
			return fail(e, fmt.Sprintf("cannot write what pointers lead to: %v", err), "")
		}
		return 0
	}
	p, err := whet.Lower(c.source(), o)
	if err != nil {
		return problem(e, err, c.NoColor)
	}
	if c.Slice {
		p, _ = p.Slice()
	}
	w := bufio.NewWriter(e.stdout)
	if c.Dot {
		err = p.WriteDOT(w, cfa.DOTOptions{Source: true, Exact: c.Verbose})
	} else if c.Verbose {
		err = p.WriteText(w)
	} else {
		err = p.WriteWords(w)
	}
	if err == nil {
		err = w.Flush()
	}
	if err != nil {
		return fail(e, fmt.Sprintf("cannot write the automata: %v", err), "")
	}
	return 0
}
