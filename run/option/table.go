// The table of options.

package option

import (
	"reflect"
	"slices"
	"strings"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/cfa/lower"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/mc"
	"github.com/whet-mc/whet/refine/engines"
	"github.com/whet-mc/whet/refine/quantified"
	"github.com/whet-mc/whet/rule"
)

// Option is a line of the table of options. Flags, help, completion, the manual and the validation of values are
// derived from the table.
type Option struct {
	Name  string // the name of the flag, without dashes
	Short string // the letter of the short flag, or ""
	// Field is the name of the field of Options. A field No… whose flag does not begin with no- is a switch that is
	// on by default.
	Field   string
	Value   string   // placeholder for the value in help: "NAME", "DIR", "N", …; "": a switch
	Help    string   // a sentence; the choices follow it if there are any
	Choices []Choice // the possible values, the default first; nil: any value
	// engines that have the option, except auto, which passes it on; nil: it is independent of engines
	Engines []string
	Use     Use
	Hidden  bool // not shown in help
}

// Use is the purpose of an option.
type Use int

// The uses of options.
const (
	Reading Use = iota // how the program is read
	Budgets            // when to give up
	Engines            // how to verify
	Results            // what is kept and reported
)

// Choice is a value that an option can take.
type Choice struct {
	Name, Help string
	set        func(*Settings) // nil: nothing to set
}

const (
	Assert    = rule.Asserted // the check of the program's assertions
	byDefault = rule.Default
	None      = "none"
)

// checkChoices has the values of the option check: first the rules, then groups of rules.
var checkChoices = func() []Choice {
	list := []Choice{{Assert, "what the program asserts; always on", nil}}
	of := func(group string) string {
		return strings.Join(rule.Names(func(r *rule.Rule) bool { return r.Group == group }), ", ")
	}
	for i, r := range rule.All() {
		list = append(list, Choice{r.Name, r.Choice, check(lower.Check(1) << i)})
	}
	return append(list,
		Choice{rule.Float, of(rule.Float), check(lower.Float)},
		Choice{rule.Memory, of(rule.Memory), check(lower.Memory)},
		Choice{byDefault, "assert, memory, " + of(rule.Default), check(lower.Default)},
		Choice{"all", "every rule", check(lower.All)},
		Choice{None, "only what the program asserts", nil},
	)
}()

func check(rules lower.Check) func(*Settings) {
	return func(s *Settings) { s.Lower.Check |= rules }
}

var (
	values     = []string{"value", "value+predicate", "value-full+predicate"}
	predicates = []string{"predicate", "value+predicate", "value-full+predicate"}
	learning   = []string{"value", "predicate", "value+predicate", "value-full+predicate"}
	ordering   = []string{"value", "value-full", "arrays", "predicate", "value+predicate", "value-full+predicate", "quantified"}
)

// table has all options, in the order of help.
var table = []Option{
	{Name: "arith", Field: "Arith", Value: "NAME", Help: "Arithmetic", Use: Reading, Choices: []Choice{
		{"machine", "C's widths; unsigned and signed arithmetic wrap", nil},
		{"int", "mathematical integers", func(s *Settings) { s.Lower.Arith = cfa.Int }},
		{"real", "as int, and engines may relax integers to rationals", func(s *Settings) { s.Lower.Arith = cfa.Real }},
	}},
	{Name: "check", Field: "Checks", Value: "NAME", Help: "What to check, one or several", Use: Reading, Choices: checkChoices},
	{Name: "asserts", Field: "NoAsserts", Use: Reading, Help: "Check what the program asserts."},
	{Name: "malloc-succeeds", Field: "MallocSucceeds", Use: Reading,
		Help: "malloc and its relatives never fail. By default they may return null where null, leak or cleanup is checked (realloc where leak or cleanup is: p = realloc(p, n) can lose p)."},
	{Name: "rounds", Field: "Rounds", Value: "N", Use: Reading,
		Help: "No loop makes more than N rounds each time that it is entered, apart from the loops of library functions. It leaves out failures that need billions of rounds, such as the overflow of a counter."},
	{Name: "member-bounds", Field: "NoMemberBounds", Use: Reading,
		Help: "Pointers to a member of a record, or into a row of an array of arrays, stay in it, where bounds is checked."},
	{Name: "data-model", Field: "DataModel", Value: "NAME", Help: "Sizes of the types, where the task definition does not say",
		Use: Reading, Choices: []Choice{
			{"lp64", "long and pointers have 64 bits", nil},
			{"ilp32", "int, long and pointers have 32 bits; floating numbers as with -mfpmath=sse", func(s *Settings) { s.Model = lang.ILP32 }},
		}},
	{Name: "compiler", Field: "Compiler", Value: "NAME", Help: "Whose meaning counts where compilers differ", Use: Reading, Choices: []Choice{
		{"gcc", "values of bit-fields wider than int have just their width", nil},
		{"clang", "values of bit-fields wider than int have their declared type", func(s *Settings) { s.Clang = true }},
	}},
	{Name: "define", Short: "D", Field: "Defines", Value: "NAME[=VALUE]", Help: "Define a macro.", Use: Reading},
	{Name: "cflag", Field: "Flags", Value: "FLAG", Use: Reading,
		Help: "A flag of the compiler, as gcc takes it, for how the files are read; most can be given as they are (-isystem DIR, -std=c99, -m32, -funsigned-char)."},
	{Name: "entry", Field: "Entry", Value: "FUNCTION", Help: "The function that a run starts in (default: main).", Use: Reading},
	{Name: "globals", Field: "Globals", Value: "NAME", Help: "Variables with static storage, where --entry is not main", Use: Reading, Choices: []Choice{
		{"any", "have any value", nil},
		{"initial", "have the value that a program starts with", nil},
	}},
	{Name: "pointers", Field: "Pointers", Value: "RULE", Use: Reading,
		Help: "What pointers from outside lead to, where --entry is not main: null (the default: an object of their type, or nowhere), object (an object), shared (an object to which others may lead, or nowhere), array:N (an array of N objects)."},
	{Name: "contracts", Field: "Contracts", Value: "FUNCTION", Use: Reading,
		Help: "Prove that these functions keep their contracts (ACSL), and use the contracts where they are called; all: each function that has one."},
	{Name: "include", Short: "I", Field: "Include", Value: "DIR", Help: "Search a directory for headers.", Use: Reading},

	{Name: "timeout", Field: "Timeout", Value: "TIME", Use: Budgets,
		Help: "Give up after this much CPU time: seconds, or with a unit (15m). By default what the system allows."},
	{Name: "memory", Field: "Memory", Value: "SIZE", Use: Budgets,
		Help: "Give up beyond this much memory: megabytes, or with a unit (4G). By default a third of the machine's."},

	{Name: "engine", Field: "Engine", Value: "NAME", Help: "How to verify", Use: Engines, Choices: engineChoices()},
	{Name: "jobs", Field: "Jobs", Value: "N", Use: Engines,
		Help: "How many engines auto runs at the same time. By default as many as there are processors; the verdict does not depend on it."},
	{Name: "first", Field: "First", Help: "Stop at the first property that fails. By default each has its own verdict.", Use: Engines},
	{Name: "tests", Field: "NoTests", Help: "Run the program on generated inputs as well, before and between explorations.", Use: Engines},
	{Name: "restart", Field: "Restart", Help: "Explore from the start after each refinement, instead of only what the refinement changes.", Use: Engines, Engines: learning},
	{Name: "scope", Field: "Scope", Value: "NAME", Help: "Where a learnt variable is tracked", Use: Engines, Engines: learning, Choices: []Choice{
		{"scoped", "wherever the variable is in scope", nil},
		{"location", "at the locations that the refinement names", func(s *Settings) { s.Engine.ByLocation = true }},
	}},
	{Name: "order", Field: "Order", Value: "NAME", Help: "Order of exploration", Use: Engines, Engines: ordering, Choices: []Choice{
		{"rpo", "reverse postorder: loops before what follows them", order(mc.RPO)},
		{"bfs", "breadth first", order(mc.BFS)},
		{"dfs", "depth first", order(mc.DFS)},
	}},
	{Name: "selection", Field: "NoSelection", Use: Engines, Engines: values,
		Help: "Of several reasons why a path cannot be taken, learn the one that needs no loop counters."},
	{Name: "abstraction", Field: "Abstraction", Value: "NAME", Help: "How states are abstracted", Use: Engines, Engines: predicates, Choices: []Choice{
		{"boolean", "all combinations of predicates that are possible", nil},
		{"cartesian", "each predicate on its own", func(s *Settings) { s.Engine.Cartesian = true }},
	}},
	{Name: "blocks", Field: "Blocks", Value: "NAME", Help: "How long the blocks between two abstractions are", Use: Engines, Engines: predicates, Choices: []Choice{
		{"large", "states are abstracted at loop heads, and where procedures that are recursive or large begin and end", nil},
		{"single", "states are abstracted after each operation", func(s *Settings) { s.Engine.Single = true }},
	}},
	{Name: "value-threshold", Field: "ValueThreshold", Value: "N", Use: Engines, Engines: []string{"value+predicate", "value-full+predicate"},
		Help: "Leave a variable with more than N values at a loop head to predicates. By default 60."},
	{Name: "domain", Field: "Domain", Value: "NAME", Help: "The numeric domain", Use: Engines, Engines: []string{"arrays", "widening", "quantified"},
		Choices: domainChoices()},
	{Name: "explore", Field: "Explore", Value: "NAME", Help: "How paths are explored", Use: Engines, Engines: []string{"widening"}, Choices: []Choice{
		{"dag", "states that meet are joined, until that proves too coarse", nil},
		{"tree", "each path on its own", func(s *Settings) { s.Engine.Tree = true }},
	}},
	{Name: "widen", Field: "Widen", Value: "NAME", Help: "What a widening that is too coarse becomes", Use: Engines, Engines: []string{"widening"}, Choices: []Choice{
		{"interpolated", "bounded by interpolants between what is reached and the error", nil},
		{"plain", "replaced by the join where it is too coarse", func(s *Settings) { s.Engine.Plain = true }},
	}},
	{Name: "preimages", Field: "NoPreimages", Help: "Keep what earlier refinements have found out about the states that lead to errors.", Use: Engines, Engines: []string{"widening"}},
	{Name: "seeds", Field: "NoSeeds", Use: Engines, Engines: []string{"widening"},
		Help: "Bound each widening by the program's conditions from the start (the paper does not)."},
	{Name: "method", Field: "Method", Value: "NAME", Help: "How assertions about all cells of an array, or of a list, are proved", Use: Engines, Engines: []string{"quantified"}, Choices: []Choice{
		{"auto", "heap where blocks are made in loops; else cells, then backward", nil},
		{"cells", "numeric domains over cells, told apart by the order of indexes", method(quantified.ByCells)},
		{"backward", "predicates from the error backwards, with facts about the order of indexes", method(quantified.Backward)},
		{"heap", "facts about all blocks of the heap, guessed from runs", method(quantified.ByHeap)},
	}},
	{Name: "sums", Field: "NoSums", Use: Engines, Engines: []string{"quantified"},
		Help: "Keep track of sums of array prefixes, where the program adds cells up."},
	{Name: "control", Field: "NoControl", Use: Engines, Engines: []string{"quantified"},
		Help: "Keep states apart that differ in a variable which steers the program, such as the state of a state machine."},
	{Name: "polynomials", Field: "NoPolynomials", Use: Engines, Engines: []string{"segments"},
		Help: "Guess polynomials and recurrences that variables, cells and results of recursive functions follow in test runs, and prove them."},
	{Name: "orders", Field: "NoOrders", Use: Engines, Engines: []string{"segments"},
		Help: "In programs without arrays: guess how variables compare (x <= y) for each value of a flag, and prove it."},
	{Name: "intervals", Field: "NoIntervals", Use: Engines, Engines: []string{"pdr"},
		Help: "Begin with the intervals of variables that interval analysis finds at heads of loops."},
	{Name: "unwind", Field: "Unwind", Value: "N", Use: Engines, Engines: []string{"bmc"},
		Help: "Unwind each loop at most N times. By default as often as there is time for."},
	{Name: "induction", Field: "NoInduction", Help: "Prove by k-induction, besides looking for bugs.", Use: Engines, Engines: []string{"bmc"}},

	{Name: "invariants", Field: "Invariants", Help: "If the program is safe, print the invariant of each loop.", Use: Results},
	{Name: "no-check", Field: "NoCheck", Use: Results,
		Help: "Do not check the proof of a safe program a second time."},
	{Name: "debug", Field: "Debug", Value: "WHAT", Use: Results, Hidden: true,
		Help: "Print to the standard error at each iteration of the engine", Choices: []Choice{
			{"states", "the abstract states that it has reached", func(s *Settings) { s.Debug.States = true }},
			{"precision", "what it tracks, and what it has learnt", func(s *Settings) { s.Debug.Precision = true }},
			{"paths", "the steps of the error path", func(s *Settings) { s.Debug.Paths = true }},
		}},
	{Name: "cache", Field: "Cache", Value: "DIR", Use: Results,
		Help: "Keep results in this folder. A result that is there is only checked again. Of a changed program only what the change touches is verified anew: the proof of the earlier version is carried over, and checked."},
}

func order(o mc.Order) func(*Settings) { return func(s *Settings) { s.Engine.Orders = []mc.Order{o} } }

func method(m quantified.Way) func(*Settings) { return func(s *Settings) { s.Engine.Method = m } }

func engineChoices() []Choice {
	var list []Choice
	for _, e := range engines.Engines() {
		list = append(list, Choice{Name: e.Name, Help: e.Help})
	}
	return list
}

func domainChoices() []Choice {
	list := []Choice{{"auto", "what the engine chooses: octagons, and polyhedra where these do not do; polyhedra for arrays", nil}}
	for _, d := range engines.Domains() {
		list = append(list, Choice{d.Name, d.Help, func(s *Settings) { s.Engine.Domain = d }})
	}
	return list
}

// Table returns all options that have a flag, in the order of help.
func Table() []Option { return slices.Clone(table) }

// Choices returns the values of an option, by the name of its flag, the default first. It returns nil if any value is
// possible, or if the option does not exist. Options that take several values have no default: what is checked by
// default depends on the engine.
func Choices(option string) []Choice {
	if t := optionCalled(option); t != nil {
		return slices.Clone(t.Choices)
	}
	return nil
}

func optionCalled(name string) *Option {
	for i := range table {
		if table[i].Name == name {
			return &table[i]
		}
	}
	return nil
}

// On reports whether the option is a switch that is on by default, which its field turns off.
func (t Option) On() bool { return t.Value == "" && t.Field[:2] == "No" && t.Name[:2] != "no" }

// Several reports whether the option takes several values, separated by commas. It then has no default.
func (t Option) Several() bool { return t.of(Options{}).Kind() == reflect.Slice && t.Choices != nil }

// Many reports whether the option can be given more than once.
func (t Option) Many() bool { return t.of(Options{}).Kind() == reflect.Slice }

// of returns the option's field of o.
func (t Option) of(o Options) reflect.Value { return reflect.ValueOf(o).FieldByName(t.Field) }
