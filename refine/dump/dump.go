// Package dump prints the state of an engine at each iteration, for debugging: the reached states, the precision, and
// the error path. The form is %# v of github.com/kr/pretty, and the same run prints the same output.
package dump

import (
	"io"
	"strings"
	"sync"

	"github.com/kr/pretty"
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/refine"
)

// What selects what is printed.
type What struct{ States, Precision, Paths bool }

// Iteration is the printed form of an iteration; parts that are not selected are nil.
type Iteration struct {
	Number    int
	Outcome   string
	States    []State
	Precision []string // the precision, as written by precision.Element.String
	Learnt    []string
	Path      []Step
}

// State is an abstract state at a location.
type State struct {
	Loc, Place, Text string
}

// Step is a step of the error path.
type Step struct {
	Edge, Kind, Place string
}

// Observer returns an observer of a run (refine.Options.Observe) that prints the selected parts. Concurrent engines
// may call it at the same time; the order of iterations is then the order of their calls.
func Observer(w io.Writer, what What) func(*refine.Iteration) {
	var mu sync.Mutex
	number := 0
	return func(it *refine.Iteration) {
		mu.Lock()
		defer mu.Unlock()
		number++
		d := Iteration{Number: number, Outcome: outcome(it)}
		if what.States && it.Reached != nil {
			d.States = []State{}
			for l, s := range it.Reached {
				d.States = append(d.States, State{l.Proc.String() + " " + l.String(), l.Place().String(), s.String()})
			}
		}
		if what.Precision {
			d.Precision, d.Learnt = []string{}, []string{}
			for _, e := range it.Precision {
				d.Precision = append(d.Precision, e.String())
			}
			for _, e := range it.Learnt {
				d.Learnt = append(d.Learnt, e.String())
			}
		}
		if what.Paths {
			d.Path = []Step{}
			for _, s := range it.Path {
				d.Path = append(d.Path, Step{s.Edge.String(), kinds[s.Kind], s.Edge.Place().String()})
			}
		}
		pretty.Fprintf(w, "%# v\n", d) //nolint:errcheck // nobody is told that there is nobody to tell
	}
}

var kinds = [...]string{cfa.Intra: "", cfa.Enter: "call", cfa.Return: "return"}

func outcome(it *refine.Iteration) string {
	said := []string{}
	add := func(is bool, what string) {
		if is {
			said = append(said, what)
		}
	}
	add(it.Done, "safe")
	add(it.Feasible, "feasible")
	add(it.Deeper != "", it.Deeper)
	add(len(it.Learnt) > 0, "refined")
	add(len(it.Repairs) > 0, "repaired")
	add(it.Blind, "infeasible, but not in the abstraction")
	add(it.Why != "", it.Why)
	return strings.Join(said, "; ")
}
