// Package option has the options of a run, and the table from which flags, help, completion and checks of
// values are made.
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
)

// Options say how to verify. The zero value asks for the default of everything.
type Options struct {
	Engine    string // see Choices("engine"); "" is "auto"
	Arith     string // "machine" (the default), "int" or "real"
	DataModel string // "ilp32" or "lp64"; "" is what the task says, else "lp64"
	Compiler  string // "gcc" (the default) or "clang": whose meaning counts where they differ

	// Checks are the rules of C that are properties of the program, besides what it asserts: see
	// Choices("check"), and groups of them. None given: "default". "none" stands alone.
	Checks []string
	// NoAsserts leaves out what the program asserts: a run that comes to a failing assertion ends
	// there, as the program does.
	NoAsserts bool
	// MallocSucceeds leaves out the runs in which an allocation fails. Otherwise each may, where null
	// pointers or leaks are checked. A realloc that fails is left out only where null pointers are
	// checked, since p = realloc(p, n) is a leak whatever malloc does.
	MallocSucceeds bool
	// NoMemberBounds lets pointers move from the member of a record, or the row of an array, that they
	// were made from into the rest of the object, as code does that walks over records on purpose.
	NoMemberBounds bool

	Entry string // the function that a run starts in; "" is "main"
	// What an entry function other than main finds. Globals: variables with static storage have "any"
	// value (the default) or their "initial" one. Pointers: those from outside lead to one object of
	// their type, or nowhere: "null" (the default), to an "object", to an array of N: "array:N", or, as
	// with "null", to one that others may lead to, too: "shared".
	Globals, Pointers string
	// Contracts are functions that are verified by themselves: that each keeps its contract (ACSL in
	// front of it) is proved, and the contract stands for it where it is called. "all" stands for
	// all functions that have one.
	Contracts []string
	Include   []string // directories searched for headers
	Defines   []string // NAME or NAME=VALUE
	Flags     []string // a compiler's other flags, as gcc takes them

	// Budgets; a run that exceeds one ends with Unknown. Timeout is CPU time. The system counts it
	// for the whole process: of what runs of Verify use at the same time each is given a part in
	// proportion to the work that it counts, and what else the process does counts with them.
	// Memory bounds the live heap, in bytes. Nobody can say whose a heap is: runs at the same time
	// have their budgets together, and when these are used up the one ends that has used most CPU
	// time; a run without this budget uses up those of others. A program that sets Memory should set
	// debug.SetMemoryLimit for the process, too, as the command does.
	Timeout time.Duration
	Memory  uint64

	// First ends the run at the first property that fails. Otherwise each property has its own
	// verdict.
	First bool
	// Only are the properties that are to be decided, by their numbers: their places in Result.Checked,
	// counted from 1. nil: all. The others stay open, so that the verdict is Unknown, unless one of
	// these fails: what was not asked is not claimed.
	Only []int

	NoTests bool // no test runs on inputs made up beforehand; an engine alone finds the bugs then

	// What follows is for some engines only: see Option.Engines. An option that the engine does not
	// have is an error, an *OptionError. The engine "auto" passes each to those that have it.

	Restart bool   // explore anew after each refinement instead of pruning
	Scope   string // where a learnt variable is tracked: "scoped" (the default) or "location"
	Order   string // order of exploration: "rpo" (the default), "bfs" or "dfs"
	// NoSelection takes the first infeasible prefix of a path to learn from. Otherwise it is the
	// one whose precision promises most: few variables, no loop counters.
	NoSelection bool

	Abstraction string // of predicates: "boolean" (the default) or "cartesian"
	Blocks      string // between abstractions: "large" (the default) or "single"
	// ValueThreshold is how many values a variable may have at a loop head before it is left to
	// predicates; 0 is the default, 60.
	ValueThreshold int

	// numeric domain: "box", "octagon", "polyhedra", or "auto" (the default): what the engine
	// chooses
	Domain      string
	Explore     string // "dag" (the default) or "tree"
	Widen       string // "interpolated" (the default) or "plain"
	NoPreimages bool   // forget the error preimages of earlier refinements
	NoSeeds     bool   // do not bound widenings by the program's conditions from the start

	// for claims about all cells: "heap", "cells", "backward", or "auto" (the default): one after
	// the other
	Method string
	NoSums bool // keep no prefix sums of arrays whose cells the program adds up
	// do not tell states apart by the values of what steers the program, such as the state of a
	// state machine
	NoControl     bool
	NoOrders      bool // engine segments does not guess how variables compare
	NoIntervals   bool // engine pdr begins without interval analysis
	NoPolynomials bool // engine segments does not guess that values follow polynomials

	Unwind int // how many rounds of each loop are looked at, at most; 0: no limit
	// only bounded model checking, which proves nothing of loops whose rounds it cannot count
	NoInduction bool

	// Jobs is how many engines run at the same time, for the engine "auto"; 0 is as many as there
	// are processors. The result is the same for every number, but where a budget ends it, and so
	// is what it says but for times.
	Jobs int

	// Invariants asks for Result.Invariants, which can be large.
	Invariants bool
	// History asks for Result.History: what each refinement learnt.
	History bool

	// NoCheck leaves out the second proof of a safe verdict by a checker that uses no code of
	// the engines but the program and the solver; see package cert.
	NoCheck bool

	// Debug says what is printed to the standard error at each iteration of the engine: see
	// Choices("debug").
	Debug []string

	// Cache is a folder of earlier results, "" for none. A verdict that is in it for the same
	// program, options and version is checked again instead of found again; what an earlier version
	// of the program was verified with is a start.
	Cache string

	// Progress is called now and then during the run, always from one goroutine at a time.
	Progress func(Progress) `json:"-"`

	// Bodies and Vacuous are for package run/modular: the bodies of functions count where contracts could
	// stand for them; what is asked is whether no call satisfies what the entry's contract requires.
	Bodies, Vacuous bool `json:"-"`
}

// Progress is what a status line shows of a run.
type Progress struct {
	Engine      string        // that is at work
	Phase       string        // what it does: "reading", "lowering", "exploring", …
	Refinements int           // so far
	States      int           // abstract states, so far
	Frontier    int           // of these, those that are to be explored
	Elapsed     time.Duration // wall time since the run, or the engine, has begun
	Memory      uint64        // bytes, of the process
}

// EffectiveChecks are the names of what a run with the options checks, in the order of
// Choices("check") and without groups: "assert" but for NoAsserts, and the rules of Checks, or the
// default.
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

// Settings are options that have been read.
type Settings struct {
	Engine engines.Options
	Lower  lower.Options
	Model  lang.DataModel
	Clang  bool
	Debug  dump.What
}

// Settings reads the options, which Check has found right.
func (o Options) Settings() *Settings {
	s := &Settings{
		Engine: engines.Options{
			Restart: o.Restart, Selection: !o.NoSelection, ValueThreshold: o.ValueThreshold, NoPreimages: o.NoPreimages,
			NoSeeds: o.NoSeeds, NoSums: o.NoSums, NoControl: o.NoControl, NoPolynomials: o.NoPolynomials, NoOrders: o.NoOrders, NoIntervals: o.NoIntervals, Unwind: o.Unwind, NoInduction: o.NoInduction, Jobs: cmp.Or(o.Jobs, runtime.GOMAXPROCS(0)),
		},
	}
	s.Lower.MallocSucceeds, s.Lower.NoAsserts, s.Lower.NoMemberBounds = o.MallocSucceeds, o.NoAsserts, o.NoMemberBounds
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

// Default is the value, or the option's default.
func Default(value, option string) string { return cmp.Or(value, optionCalled(option).Choices[0].Name) }

// Kept are the options that a verdict depends on, as JSON. What does not change a verdict's meaning
// may change what is kept all the same: another engine has another answer.
func (o Options) Kept() ([]byte, error) {
	o.Progress, o.Cache, o.Jobs, o.Invariants, o.Timeout, o.Memory, o.Debug = nil, "", 0, false, 0, 0, nil
	return json.Marshal(o)
}
