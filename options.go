package whet

import (
	"cmp"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/cfa/lower"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/refine"
	"github.com/whet-mc/whet/refine/engines"
)

// Source says what to verify. Use File or Text.
type Source struct {
	Path string // a .c or .i file, or a task definition (.yml, .yaml)
	Name string // with Text: what positions call it
	Text []byte // the program itself, where it is not in a file
}

// File is the program in a file, or the one that a task definition names.
func File(path string) Source { return Source{Path: path} }

// Text is a program held in memory.
func Text(name string, text []byte) Source { return Source{Name: name, Text: text} }

// Options say how to verify. The zero value asks for the default of everything.
type Options struct {
	Engine    string // see Choices("engine"); "" is "auto"
	Arith     string // "machine" (the default), "int" or "real"
	DataModel string // "ilp32" or "lp64"; "" is what the task says, else "lp64"

	// Checks are the rules of C that are properties of the program, besides what it asserts: see
	// Choices("check"). None given: "bounds" for the engine "arrays", nothing for the others. "none"
	// stands alone.
	Checks []string

	Entry   string   // the function that a run starts in; "" is "main"
	Include []string // directories searched for headers
	Defines []string // NAME or NAME=VALUE

	// Budgets; a run that exceeds one ends with Unknown. Timeout is CPU time that the
	// process uses from the call of Verify on. Memory bounds the live heap, in bytes; whoever
	// sets it should set debug.SetMemoryLimit for the process, too, as the command does.
	Timeout time.Duration
	Memory  uint64

	Restart bool   // explore anew after each refinement instead of pruning
	Scope   string // where a learnt variable is tracked: "scoped" (the default) or "location"
	Order   string // order of exploration: "rpo" (the default), "bfs" or "dfs"
	// NoSelection takes the first infeasible prefix of a path to learn from. Otherwise it is the one
	// whose precision promises most: few variables, no loop counters.
	NoSelection bool

	// Invariants asks for Result.Invariants, which can be large.
	Invariants bool
	// History asks for Result.History: what each refinement learnt.
	History bool

	// For the engine "predicate".
	Abstraction string // "boolean" (the default) or "cartesian"
	Blocks      string // "large" (the default) or "single"

	// ValueThreshold is how many values a variable may have at a loop head before it is left to predicates, for the engines
	// "value+predicate" and "value-full+predicate"; 0 is the default, 60.
	ValueThreshold int

	// For the engine "widening".
	Explore string // "dag" (the default) or "tree"
	Widen   string // "interpolated" (the default) or "plain"
	Domain  string // "box", "octagon", "polyhedra", or "auto" (the default): octagons, then polyhedra; also for "arrays" and "quantified"
	NoCache bool   // forget the error preimages of earlier refinements
	NoSeeds bool   // do not bound widenings by the program's conditions from the start

	Method string // for the engine "quantified": "cells", "backward", or "auto" (the default): first the one, then the other

	// For the engine "bmc".
	Unwind      int  // how many rounds of each loop are looked at, at most; 0: no limit
	NoInduction bool // only bounded model checking, which proves nothing of loops whose rounds it cannot count

	// Jobs is how many engines run at the same time, for the engine "auto"; 0 is as many as there are processors. The result is the
	// same for every number, but where a budget ends it, and so is what it says but for times.
	Jobs int

	// NoCheck leaves out the second proof of a safe verdict by a checker that shares nothing with the engines; see package cert.
	NoCheck bool

	// Cache is a folder of earlier results, "" for none. A verdict that is in it for the same program, options and version is checked
	// again instead of found again; what an earlier version of the program was verified with is a start.
	Cache string

	NoTests bool // no test runs on inputs made up beforehand; an engine alone finds the bugs then

	// Progress is called now and then during the run, always from one goroutine at a time.
	Progress func(Progress) `json:"-"`
}

// Progress is what a status line shows.
type Progress = refine.Progress

// Choice is a value that an option can take.
type Choice struct{ Name, Help string }

// choices is the table of all named values: the command line, the help text, shell completion
// and Options.Check read it. The first is the default.
var choices = map[string][]Choice{
	"engine": {
		{"auto", "several engines in turns; the first checked answer counts"},
		{"value", "explicit values, refined by interpolants"},
		{"value-full", "explicit values of every variable, without refinement"},
		{"arrays", "variables and array cells with linear relations, refined by proofs"},
		{"widening", "octagons and polyhedra with widening, refined by interpolants"},
		{"predicate", "predicate abstraction of large blocks, refined by interpolants"},
		{"value+predicate", "values and predicates side by side, each refined where it can say why"},
		{"value-full+predicate", "values of every variable beside predicates; the predicates are refined"},
		{"quantified", "cells at quantified indexes, and predicates backwards from the error"},
		{"bmc", "loops written out deeper and deeper, and induction"},
		{"exhaustive", "all runs, one after the other, where inputs have few values"},
	},
	"arith": {
		{"machine", "C's widths; unsigned and signed arithmetic wrap"},
		{"int", "mathematical integers"},
		{"real", "as int, and engines may relax integers to rationals"},
	},
	"data-model": {
		{"lp64", "long and pointers have 64 bits"},
		{"ilp32", "int, long and pointers have 32 bits"},
	},
	"check": {
		{checkBounds, "accesses stay inside of their arrays and objects; the default of the engine arrays"},
		{checkNone, "only what the program asserts; the default of the other engines"},
	},
	"scope": {
		{"scoped", "wherever the variable is in scope"},
		{"location", "at the locations that the refinement names"},
	},
	"abstraction": {
		{"boolean", "all combinations of predicates that are possible"},
		{"cartesian", "each predicate on its own"},
	},
	"blocks": {
		{"large", "states are abstracted at loop heads, and where procedures that are recursive or large begin and end"},
		{"single", "states are abstracted after each operation"},
	},
	"method": {
		{"auto", "heap where blocks are made in loops; cells, and backwards where these do not do"},
		{"cells", "numeric domains over cells, told apart by the order of indexes"},
		{"backward", "predicates from the error backwards, with facts about the order of indexes"},
		{"heap", "facts about all blocks of the heap, guessed from runs"},
	},
	"explore": {
		{"dag", "states that meet are joined, until that proves too coarse"},
		{"tree", "each path on its own"},
	},
	"widen": {
		{"interpolated", "bounded by interpolants between what is reached and the error"},
		{"plain", "replaced by the join where it is too coarse"},
	},
	"domain": {
		{"auto", "octagons, and polyhedra where these do not do"},
		{"box", "bounds of x"},
		{"octagon", "bounds of x, x + y and x - y"},
		{"polyhedra", "any linear constraints"},
	},
	"order": {
		{"rpo", "reverse postorder: loops before what follows them"},
		{"bfs", "breadth first"},
		{"dfs", "depth first"},
	},
}

const (
	checkBounds = "bounds"
	checkNone   = "none"
)

// Choices lists the values that an option can take, the default first: "engine",
// "arith", "data-model", "scope", "order", "explore", "widen" or "domain". Those of "check" are the exception: what is checked where nothing is
// said depends on the engine.
func Choices(option string) []Choice { return append([]Choice(nil), choices[option]...) }

// ValueError is the error for a value that an option does not have.
type ValueError struct {
	Option  string // as in Choices
	Value   string
	Choices []Choice
	Nearest string // the most similar value, "" where none is
}

func (e *ValueError) Error() string {
	s := fmt.Sprintf("unknown %s %q", strings.ReplaceAll(e.Option, "-", " "), e.Value)
	if e.Nearest != "" {
		s += fmt.Sprintf(", did you mean %q?", e.Nearest)
	}
	names := make([]string, len(e.Choices))
	for i, c := range e.Choices {
		names[i] = c.Name
	}
	return s + " (one of: " + strings.Join(names, ", ") + ")"
}

// Check reports a value that does not exist, as a *ValueError.
func (o Options) Check() error {
	for _, v := range []struct{ option, value string }{
		{"engine", o.Engine}, {"arith", o.Arith}, {"data-model", o.DataModel}, {"scope", o.Scope}, {"order", o.Order},
		{"explore", o.Explore}, {"widen", o.Widen}, {"domain", o.Domain}, {"abstraction", o.Abstraction}, {"blocks", o.Blocks}, {"method", o.Method},
	} {
		if err := check(v.option, v.value); err != nil {
			return err
		}
	}
	for _, c := range o.Checks {
		if err := check("check", c); err != nil {
			return err
		}
		if c == "" {
			return &ValueError{Option: "check", Choices: choices["check"]}
		}
		if c == checkNone && len(o.Checks) > 1 {
			return fmt.Errorf("the check %q stands alone, but the checks are: %s", checkNone, strings.Join(o.Checks, ", "))
		}
	}
	return nil
}

// EffectiveChecks are the names of the checks that a run with the options makes: Checks, each
// once, or the default of the engine.
func (o Options) EffectiveChecks() []string {
	if len(o.Checks) == 0 && o.Engine == "arrays" || slices.Contains(o.Checks, checkBounds) {
		return []string{checkBounds}
	}
	return []string{}
}

// engine is the one that the options ask for, with what they tell it.
func (o Options) engine() (refine.Engine, error) {
	return engines.New(or(o.Engine, "engine"), engines.Options{
		Restart: o.Restart, Scope: o.Scope, Order: o.Order, Selection: !o.NoSelection,
		Explore: o.Explore, Widen: o.Widen, Domain: o.Domain, NoCache: o.NoCache, NoSeeds: o.NoSeeds,
		Abstraction: o.Abstraction, Blocks: o.Blocks, ValueThreshold: o.ValueThreshold,
		Method: o.Method, Unwind: o.Unwind, NoInduction: o.NoInduction,
		Jobs: cmp.Or(max(o.Jobs, 0), runtime.GOMAXPROCS(0)),
	})
}

// lowering are the options of the model that is made of the program.
func (o Options) lowering() lower.Options {
	return lower.Options{
		Arith: arith(or(o.Arith, "arith")),
		Check: lower.Check{Bounds: slices.Contains(o.EffectiveChecks(), checkBounds)},
	}
}

func check(option, value string) error {
	if value == "" {
		return nil
	}
	var names []string
	for _, c := range choices[option] {
		if c.Name == value {
			return nil
		}
		names = append(names, c.Name)
	}
	return &ValueError{Option: option, Value: value, Choices: choices[option], Nearest: Nearest(value, names)}
}

// or is the value, or the option's default.
func or(value, option string) string {
	if value != "" {
		return value
	}
	return choices[option][0].Name
}

func arith(name string) cfa.Arith {
	for _, a := range []cfa.Arith{cfa.Machine, cfa.Int, cfa.Real} {
		if a.String() == name {
			return a
		}
	}
	return cfa.Machine
}

func model(name string) lang.DataModel {
	if name == lang.ILP32.String() {
		return lang.ILP32
	}
	return lang.LP64
}

// Nearest returns the name that is most similar to what was written, or "" where
// none is similar: at most a third of the letters may be wrong, missing or swapped, or
// what was written begins the name.
func Nearest(written string, names []string) string {
	best, least := "", max(2, len(written)/3)+1
	for _, n := range names {
		d := distance(strings.ToLower(written), strings.ToLower(n))
		if len(written) >= 2 && strings.HasPrefix(n, written) {
			d = 1
		}
		if d < least && d < len(n) {
			best, least = n, d
		}
	}
	return best
}

// distance counts the insertions, deletions, replacements and swaps of neighbours that turn a
// into b (Damerau, restricted form).
func distance(a, b string) int {
	prev2, prev, cur := []int(nil), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range prev {
		prev[j] = j
	}
	for i := 1; i <= len(a); i++ {
		cur[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			cur[j] = min(prev[j]+1, cur[j-1]+1, prev[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				cur[j] = min(cur[j], prev2[j-2]+1)
			}
		}
		prev2, prev, cur = prev, cur, make([]int, len(b)+1)
	}
	return prev[len(b)]
}
