// The table of engines.

package engines

import (
	"fmt"

	"github.com/whet-mc/whet/cfa/interp"
	scope "github.com/whet-mc/whet/mc/predicate"
	"github.com/whet-mc/whet/mc/value"
	"github.com/whet-mc/whet/refine"
	"github.com/whet-mc/whet/refine/arrays"
	"github.com/whet-mc/whet/refine/auto"
	"github.com/whet-mc/whet/refine/bmc"
	"github.com/whet-mc/whet/refine/cells"
	"github.com/whet-mc/whet/refine/exhaustive"
	"github.com/whet-mc/whet/refine/heap"
	"github.com/whet-mc/whet/refine/pdr"
	"github.com/whet-mc/whet/refine/predicate"
	"github.com/whet-mc/whet/refine/quantified"
	"github.com/whet-mc/whet/refine/segments"
	refinevalue "github.com/whet-mc/whet/refine/value"
	"github.com/whet-mc/whet/refine/widening"
)

// Engine is a line of the table of engines.
type Engine struct {
	Name, Help string
	make       func(Options) refine.Engine
}

// table has the engines in the order in which they are listed. The line of an engine determines which options it has.
var table = []Engine{
	{"value", "values of the variables that matter, refined by interpolants: state machines, flags, protocols", func(o Options) refine.Engine {
		e := refinevalue.Engine{Order: o.order(), Selection: o.Selection, Restart: o.Restart}
		if o.ByLocation {
			e.Scope = value.ByLocation
		}
		return e
	}},
	{"value-full", "values of every variable, without refinement", func(o Options) refine.Engine {
		return refinevalue.Engine{Scope: value.Full, Order: o.order()}
	}},
	{"arrays", "variables and array cells with linear relations, refined by proofs: arrays of a known length", func(o Options) refine.Engine {
		return arrays.Engine{Orders: o.Orders, Domain: o.domain().arrays}
	}},
	{"widening", "octagons and polyhedra with widening, refined by interpolants: loops without bounds over numbers", func(o Options) refine.Engine {
		return widening.Engine{Tree: o.Tree, Plain: o.Plain, Domain: o.domain().widening, NoPreimages: o.NoPreimages, NoSeeds: o.NoSeeds}
	}},
	{"predicate", "predicate abstraction of large blocks, refined by interpolants: conditions that many places share", func(o Options) refine.Engine {
		e := predicate.Engine{Order: o.order(), Cartesian: o.Cartesian, Single: o.Single, Restart: o.Restart}
		if o.ByLocation {
			e.Scope = scope.ByLocation
		}
		return e
	}},
	{"value+predicate", "values and predicates side by side, each refined where it can say why", func(o Options) refine.Engine {
		return o.composite(false)
	}},
	{"value-full+predicate", "values of every variable beside predicates; the predicates are refined", func(o Options) refine.Engine {
		return o.composite(true)
	}},
	{"quantified", "cells at quantified indexes, and predicates backwards from the error: statements about all elements of an array or a list", func(o Options) refine.Engine {
		return quantified.Engine{Method: o.Method, Cells: cells.Options{Domain: o.domain().cells, NoSums: o.NoSums, NoControl: o.NoControl}, Orders: o.Orders}
	}},
	{"segments", "claims about segments of arrays, and about pairs of their cells, guessed from runs and proved: sorting, searching, sums, recursion", func(o Options) refine.Engine {
		return segments.Engine{NoPolynomials: o.NoPolynomials, NoOrders: o.NoOrders}
	}},
	{"bmc", "loops written out deeper and deeper, and induction: bugs, short loops, bits", func(o Options) refine.Engine {
		return bmc.Engine{Unwind: o.Unwind, NoInduction: o.NoInduction, Inductive: o.Inductive}
	}},
	{"pdr", "clauses that exclude what leads to errors, until they are inductive: schedulers, protocols", func(o Options) refine.Engine { return pdr.Engine{NoIntervals: o.NoIntervals} }},
	{"exhaustive", "all runs, or all paths with inputs as symbols, one after the other: programs whose inputs have few values or bounds", func(Options) refine.Engine { return exhaustive.Engine{} }},
}

// Engines returns the engines, the default first.
func Engines() []Engine {
	chooser := Engine{"auto", "several engines in turns; the first checked answer counts", choose}
	return append([]Engine{chooser}, table...)
}

// New returns the engine with the given name. It returns an error for an unknown name.
func New(name string, o Options) (refine.Engine, error) {
	for _, e := range Engines() {
		if e.Name == name {
			return e.make(o), nil
		}
	}
	return nil, fmt.Errorf("unknown engine %q", name)
}

// Must does what New does, for names that are known to exist.
func Must(name string, o Options) refine.Engine {
	e, err := New(name, o)
	if err != nil {
		panic(err)
	}
	return e
}

// exhaustiveSteps bounds the steps of the engine exhaustive within the engine auto.
const exhaustiveSteps = 200_000_000

// choose returns the engine auto, which chooses from all others, with the same options.
func choose(o Options) refine.Engine {
	a := auto.Engine{Jobs: o.Jobs, Inductive: o.Inductive, Before: o.Before, First: exhaustive.First, BuildsHeap: heap.Builds}
	for _, e := range table {
		x := e.make(o)
		if _, ok := x.(exhaustive.Engine); ok {
			x = exhaustive.Engine{Limits: interp.Limits{Steps: exhaustiveSteps}}
		}
		a.Engines = append(a.Engines, x)
	}
	return a
}
