package engines

import (
	"fmt"

	"github.com/whet-mc/whet/cfa/interp"
	"github.com/whet-mc/whet/mc/value"
	"github.com/whet-mc/whet/refine"
	"github.com/whet-mc/whet/refine/arrays"
	"github.com/whet-mc/whet/refine/auto"
	"github.com/whet-mc/whet/refine/bmc"
	"github.com/whet-mc/whet/refine/composite"
	"github.com/whet-mc/whet/refine/exhaustive"
	"github.com/whet-mc/whet/refine/heap"
	"github.com/whet-mc/whet/refine/predicate"
	"github.com/whet-mc/whet/refine/quantified"
	refinevalue "github.com/whet-mc/whet/refine/value"
	"github.com/whet-mc/whet/refine/widening"
)

// Options are those of all engines, as people write them. The zero value asks for the default of everything.
type Options struct {
	Scope       string // value, predicate and both: "scoped", "location"
	Order       string // "rpo", "bfs", "dfs"
	Explore     string // widening: "dag", "tree"
	Widen       string // widening: "interpolated", "plain"
	Domain      string // widening, arrays, quantified: see Domains; "auto": what the engine chooses
	Abstraction string // predicate: "boolean", "cartesian"
	Blocks      string // predicate: "large", "single"
	Method      string // quantified: "auto", "cells", "backward", "heap"
	Restart     bool   // value, predicate and both
	Selection   bool   // value, also with predicate
	NoCache     bool   // widening
	NoSeeds     bool   // widening
	NoInduction bool   // bmc

	ValueThreshold int // value with predicate
	Unwind         int // bmc
	Jobs           int // auto
}

// entry is an engine's line in the table.
type entry struct {
	name string
	make func(*settings) refine.Engine
}

// table has the engines in the order in which they are listed. What an engine is not given there it does not have.
var table = []entry{
	{"value", func(o *settings) refine.Engine { return o.value(o.values) }},
	{"value-full", func(o *settings) refine.Engine { return o.value(value.Full) }},
	{"arrays", func(o *settings) refine.Engine { return arrays.Engine{Orders: o.orders, Domain: o.domain.arrays} }},
	{"widening", func(o *settings) refine.Engine {
		return widening.Engine{Tree: o.tree, Plain: o.plain, Domain: o.domain.widening, NoCache: o.NoCache, NoSeeds: o.NoSeeds}
	}},
	{"predicate", func(o *settings) refine.Engine {
		return predicate.Engine{Scope: o.predicates, Order: o.order, Cartesian: o.cartesian, Single: o.single, Restart: o.Restart}
	}},
	{"value+predicate", func(o *settings) refine.Engine { return o.composite(false) }},
	{"value-full+predicate", func(o *settings) refine.Engine { return o.composite(true) }},
	{"quantified", func(o *settings) refine.Engine {
		return quantified.Engine{Method: o.method, Domain: o.domain.cells, Orders: o.orders}
	}},
	{"bmc", func(o *settings) refine.Engine { return bmc.Engine{Unwind: o.Unwind, NoInduction: o.NoInduction} }},
	{"exhaustive", func(*settings) refine.Engine { return exhaustive.Engine{} }},
}

const chooser = "auto" // the engine that chooses from the others

// Names lists the engines.
func Names() []string {
	var names []string
	for _, e := range table {
		names = append(names, e.name)
	}
	return append(names, chooser)
}

// New makes the engine of a name. It is an error if there is none, or if an option has no such value.
func New(name string, o Options) (refine.Engine, error) {
	s, err := read(o)
	if err != nil {
		return nil, err
	}
	if name == chooser {
		return s.auto(), nil
	}
	for _, e := range table {
		if e.name == name {
			return e.make(s), nil
		}
	}
	return nil, fmt.Errorf("unknown engine %q", name)
}

// Must is New for names and options that are known to exist.
func Must(name string, o Options) refine.Engine {
	e, err := New(name, o)
	if err != nil {
		panic(err)
	}
	return e
}

// exhaustiveSteps is what the engine exhaustive may do of the engine auto's budget.
const exhaustiveSteps = 200_000_000

// auto chooses from all other engines, with the same options.
func (o *settings) auto() refine.Engine {
	a := auto.Engine{
		Jobs: o.Jobs, First: exhaustive.All, BuildsHeap: heap.Builds,
	}
	for _, e := range table {
		x := e.make(o)
		if _, ok := x.(exhaustive.Engine); ok {
			x = exhaustive.Engine{Limits: interp.Limits{Steps: exhaustiveSteps}}
		}
		a.Engines = append(a.Engines, x)
	}
	return a
}

func (o *settings) value(scope value.Scope) refine.Engine {
	return refinevalue.Engine{Scope: scope, Order: o.order, Selection: o.Selection, Restart: o.Restart}
}

func (o *settings) composite(full bool) refine.Engine {
	return composite.Engine{
		Full: full, ByLocation: o.values == value.ByLocation, Order: o.order, Selection: o.Selection, Restart: o.Restart,
		Cartesian: o.cartesian, Single: o.single, ValueThreshold: o.ValueThreshold,
	}
}
