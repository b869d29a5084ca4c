// Package option has the options of a run, and the table from which flags, help, completion and the validation of
// values are derived.
package option

import (
	"cmp"
	"encoding/json"
	"runtime"
	"slices"
	"time"

	"github.com/whet-mc/whet/cfa/lower"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/refine/dump"
	"github.com/whet-mc/whet/refine/engines"
	"github.com/whet-mc/whet/report"
)

// Options configure the verification. The zero value selects the defaults.
type Options struct {
	Engine    string // see Choices("engine"); "" is "auto"
	Arith     string // "machine" (the default), "int" or "real"
	DataModel string // "ilp32" or "lp64"; "" is the model of the task, else "lp64"
	Compiler  string // "gcc" (the default) or "clang": which compiler's meaning counts where they differ

	// Checks are the rules of C that are checked in addition to the program's assertions: see Choices("check"), which
	// also has groups of rules. If empty, it means "default". "none" cannot be combined.
	Checks []string
	// NoAsserts turns off the check of the program's assertions: a run that reaches a failing assertion ends there,
	// as in the program.
	NoAsserts bool
	// MallocSucceeds excludes runs in which an allocation fails. Otherwise each allocation may fail, if null pointers
	// or leaks are checked. A failing realloc is excluded only if null pointers are checked, since p = realloc(p, n)
	// is a leak whatever malloc does.
	MallocSucceeds bool
	// NoMemberBounds allows a pointer that was made from a member of a record, or from a row of an array, to move into
	// the rest of the object, as in code that deliberately walks over records.
	NoMemberBounds bool
	// Rounds excludes runs in which a loop makes more rounds after it is entered; 0 excludes none. The loops of library
	// functions, and loops made by computed gotos, have no bound.
	Rounds int

	Entry string // the function in which a run starts; "" is "main"
	// The inputs of an entry function other than main. Globals is "any" (the default) if variables with static storage
	// have any value, or "initial" if they have their initial values. Pointers says what pointers from outside point
	// to: "null" (the default), one object of their type, or they are null; "object", one object; "array:N", an array
	// of N objects; "shared", as "null", but several pointers may point to the same object.
	Globals, Pointers string
	// Contracts are functions that are verified separately: each is proved to keep its contract (ACSL before the
	// function), and the contract replaces the function where it is called. "all" selects all functions that have a
	// contract.
	Contracts []string
	Include   []string // directories searched for headers
	Defines   []string // NAME or NAME=VALUE
	Flags     []string // other compiler flags, as gcc takes them

	// Budgets; a run that exceeds one ends with Unknown. Timeout is CPU time. The system measures it for the whole
	// process: the time used by concurrent runs of Verify is divided in proportion to the work that each counts, and
	// the time of other code in the process is included. Memory bounds the live heap, in bytes. A heap cannot be
	// attributed to runs, so concurrent runs share their memory budgets; if these are used up, the run that has used
	// most CPU time ends; a run without this budget uses up the budgets of others. A program that sets Memory should
	// also set debug.SetMemoryLimit for the process, as the command does.
	Timeout time.Duration
	Memory  uint64

	// First ends the run at the first property that fails. Otherwise each property gets its own verdict.
	First bool
	// Only selects the properties to decide, by their numbers: their positions in Result.Checked, counted from 1. nil
	// selects all. The others stay open, so that the verdict is Unknown, unless a selected property fails: nothing is
	// claimed about the others.
	Only []int

	NoTests bool // no test runs on generated inputs; then only the engine finds bugs

	// The following options apply to some engines only: see Option.Engines. An option that the engine does not have
	// is an error, an *OptionError. The engine "auto" passes each option to the engines that have it.

	Restart bool   // restart the exploration after each refinement instead of pruning
	Scope   string // where a learnt variable is tracked: "scoped" (the default) or "location"
	Order   string // order of exploration: "rpo" (the default), "bfs" or "dfs"
	// NoSelection learns from the first infeasible prefix of a path. Otherwise the prefix is selected whose precision
	// is expected to be cheapest: few variables, no loop counters.
	NoSelection bool

	Abstraction string // the abstraction of predicates: "boolean" (the default) or "cartesian"
	Blocks      string // the size of the blocks between abstractions: "large" (the default) or "single"
	// ValueThreshold is the number of values that a variable may have at a loop head before it is left to predicates;
	// 0 is the default, 60.
	ValueThreshold int

	// Domain is the numeric domain: "box", "octagon", "polyhedra", or "auto" (the default), the engine's choice.
	Domain      string
	Explore     string // "dag" (the default) or "tree"
	Widen       string // "interpolated" (the default) or "plain"
	NoPreimages bool   // forget the error preimages of earlier refinements
	NoSeeds     bool   // do not bound widenings by the program's conditions from the start

	// Method is the method for claims about all cells: "heap", "cells", "backward", or "auto" (the default): one after
	// the other.
	Method string
	NoSums bool // do not keep prefix sums of arrays whose cells the program adds up
	// NoControl turns off the distinction of states by the values of variables that control the program, such as the
	// state of a state machine.
	NoControl     bool
	NoOrders      bool // engine segments does not guess how variables compare
	NoIntervals   bool // engine pdr starts without interval analysis
	NoPolynomials bool // engine segments does not guess that values follow polynomials

	Unwind int // maximal number of rounds of each loop; 0: no limit
	// NoInduction leaves only bounded model checking, which proves nothing about loops with an unknown number of
	// rounds.
	NoInduction bool

	// Jobs is the number of engines that run concurrently, for the engine "auto"; 0 is the number of processors. The
	// result is the same for every number, except for times, and except if a budget ends the run.
	Jobs int

	// Invariants requests Result.Invariants, which can be large.
	Invariants bool
	// History requests Result.History: what each refinement learnt.
	History bool

	// NoCheck omits the second proof of a safe verdict by a checker that shares only the program and the solver with
	// the engines; see package cert.
	NoCheck bool

	// Debug selects what is printed to the standard error at each iteration of the engine: see Choices("debug").
	Debug []string

	// Cache is a folder of earlier results, or "". If it has a verdict for the same program, options and version, the
	// verdict is checked again instead of computed again. The results for an earlier version of the program are a
	// starting point.
	Cache string

	// Progress is called from time to time during the run, by one goroutine at a time.
	Progress func(Progress) `json:"-"`

	// SoFar is called whenever the run has decided more. The function that it gets returns the result as if the run
	// were stopped then, and may be called once, by any goroutine, also while the run goes on. It is for callers that
	// may have to give up a run that does not end in time.
	SoFar func(result func() *report.Result) `json:"-"`

	// Bodies and Vacuous are for package run/modular. Bodies uses the bodies of functions even where contracts could
	// replace them. Vacuous asks whether no call satisfies what the entry's contract requires.
	Bodies, Vacuous bool `json:"-"`
}

// Progress is the information for a status line of a run.
type Progress struct {
	Engine      string        // the engine that is working
	Phase       string        // what the engine is doing: "reading", "lowering", "exploring", …
	Refinements int           // number of refinements so far
	States      int           // number of abstract states so far
	Frontier    int           // number of abstract states still to be explored
	Elapsed     time.Duration // wall time since the start of the run or the engine
	Memory      uint64        // the memory of the process in bytes
}

// EffectiveChecks returns the names of what a run with the options checks, in the order of Choices("check") and
// without groups: "assert" unless NoAsserts is set, and the rules of Checks or of the default.
func (o Options) EffectiveChecks() []string {
	if len(o.Checks) == 0 {
		o.Checks = []string{byDefault}
	}
	rules := func(given []string) lower.Check {
		var s Settings
		for _, c := range checkChoices {
			if c.set != nil && slices.Contains(given, c.Name) {
				c.set(&s)
			}
		}
		return s.Lower.Check
	}
	asked, list := rules(o.Checks), []string{}
	for _, c := range checkChoices {
		if r := rules([]string{c.Name}); r.Single() && asked.Has(r) || c.Name == Assert && !o.NoAsserts {
			list = append(list, c.Name)
		}
	}
	return list
}

// Settings are options in evaluated form.
type Settings struct {
	Engine engines.Options
	Lower  lower.Options
	Model  lang.DataModel
	Clang  bool
	Debug  dump.What
}

// Settings evaluates the options, which Check must have accepted.
func (o Options) Settings() *Settings {
	s := &Settings{
		Engine: engines.Options{
			Restart: o.Restart, Selection: !o.NoSelection, ValueThreshold: o.ValueThreshold, NoPreimages: o.NoPreimages,
			NoSeeds: o.NoSeeds, NoSums: o.NoSums, NoControl: o.NoControl, NoPolynomials: o.NoPolynomials, NoOrders: o.NoOrders, NoIntervals: o.NoIntervals, Unwind: o.Unwind, NoInduction: o.NoInduction, Jobs: cmp.Or(o.Jobs, runtime.GOMAXPROCS(0)),
		},
	}
	s.Lower.MallocSucceeds, s.Lower.NoAsserts, s.Lower.NoMemberBounds = o.MallocSucceeds, o.NoAsserts, o.NoMemberBounds
	s.Lower.Rounds = int64(o.Rounds)
	o.Checks = o.EffectiveChecks()
	for _, t := range table {
		given := t.names(t.of(o))
		for _, c := range t.Choices {
			if c.set != nil && slices.Contains(given, c.Name) {
				c.set(s)
			}
		}
	}
	return s
}

// Default returns value, or the option's default if value is "".
func Default(value, option string) string { return cmp.Or(value, optionCalled(option).Choices[0].Name) }

// Kept returns the options that a cached result depends on, as JSON. An option that does not affect the meaning of a
// verdict may be included, because it may affect the result: another engine may answer differently.
func (o Options) Kept() ([]byte, error) {
	o.Progress, o.SoFar, o.Cache, o.Jobs, o.Invariants, o.Timeout, o.Memory, o.Debug = nil, nil, "", 0, false, 0, 0, nil
	return json.Marshal(o)
}
