// This file makes Iterations while an engine runs.

package explain

import (
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/refine"
	"github.com/whet-mc/whet/refine/precision"
	"github.com/whet-mc/whet/report/trace"
)

// Explainer makes Iterations from what an engine reports to an observer (refine.Options.Observe).
type Explainer struct {
	opt     Options
	number  int
	run     string // the name of the run, if there are several
	program program
	names   map[string]int // number of variables and arrays with each name
}

// New returns an Explainer for one run.
func New(o Options) *Explainer { return &Explainer{opt: o} }

// Begin starts another run, with its name; the following iterations are of another program.
func (x *Explainer) Begin(run string) { *x = Explainer{opt: x.opt, number: x.number, run: run} }

// Add makes the Iteration; nil if it was not requested (Options.Only). It must be called from within the observer,
// since it uses the engine's terms.
func (x *Explainer) Add(it *refine.Iteration) *Iteration {
	x.number++
	if x.opt.Only > 0 && x.number != x.opt.Only && x.number != x.opt.Only-1 {
		return nil
	}
	out := &Iteration{Number: x.number, Run: x.run, States: it.States, Full: it.Full, Steps: len(it.Path), Why: it.Why, Apart: places(it.Apart),
		Domain: it.Domain, Instead: it.Instead, Repairs: repairs(it.Repairs)}
	if u := it.Program.Unit; u != nil {
		out.Several = len(u.Sources) > 1
	}
	if !x.opt.Brief {
		out.Precision = x.tracked(it.Program, it.Precision)
		x.program.add(x.opt, it, out)
	}
	if x.opt.Only > 0 && x.number != x.opt.Only {
		return nil // it only served as the abstraction to compare the next one with
	}
	out.Learnt = x.tracked(it.Program, it.Learnt)
	for _, i := range it.Interpolants {
		i.Pos.Col = 0
		out.Interpolants = append(out.Interpolants, Interpolant{i.Pos, i.Text})
	}
	switch {
	case it.Done:
		out.Outcome = NoPath
	case it.Deeper != "":
		out.Outcome, out.Why = Deeper, it.Deeper
	case it.Feasible:
		out.Outcome = Feasible
	case it.Blind:
		out.Outcome = Repeated
	case it.Why != "":
		out.Outcome = Undecided
	case len(it.Learnt) > 0:
		out.Outcome = Refined
	case len(it.Repairs) > 0:
		out.Outcome = Repaired
	case len(it.Apart) > 0:
		out.Outcome = KeptApart
	default:
		out.Outcome = Repeated
	}
	if n := len(it.Path); n > 0 {
		if e := it.Path[n-1].Target().Error; e != nil {
			out.Property = trace.PropertyOf(e)
		}
		if x.opt.Brief {
			return out
		}
		path(x.opt, it, out)
		if x.opt.Proof {
			switch out.Proof = proof(x.opt, it); out.Outcome {
			case Refined, Repaired, KeptApart, Repeated:
				if out.Proof == "" {
					out.NoProof = noProof(it)
				}
			}
		}
	}
	return out
}

// places returns the valid positions of a list, only the first of each line.
func places(list []lang.Pos) []lang.Pos {
	var out []lang.Pos
	for _, p := range list {
		if p.Valid() && !slices.ContainsFunc(out, func(q lang.Pos) bool { return q.File == p.File && q.Line == p.Line }) {
			out = append(out, p)
		}
	}
	return out
}

// tracked splits a precision into variables V and array indexes R: "a[1]" is the index 1 of R(a).
func (x *Explainer) tracked(p *cfa.Program, list []precision.Element) []Tracked {
	if x.names == nil {
		x.names = map[string]int{}
		for _, v := range p.Vars {
			x.names[v.Name]++
		}
		for _, a := range p.Arrays {
			x.names[a.Name]++
		}
	}
	entry := ""
	if p.Start != nil && len(p.Start.Calls) > 0 {
		entry = p.Start.Calls[0].Op.(*cfa.Call).Callee.Name
	}
	out := make([]Tracked, 0, 1)
	at := map[lang.Pos]int{}
	for _, e := range list {
		line := e.Scope.Pos()
		line.Col = 0
		i, ok := at[line]
		if !ok {
			i = len(out)
			at[line] = i
			out = append(out, Tracked{Pos: line, Vars: []string{}})
		}
		t := &out[i]
		name := e.Name
		if of := e.Scope.Func(); x.names[name] > 1 && of != "" && of != entry {
			name = of + "::" + name
		}
		if e.Index != "" {
			t.cell(name, e.Index)
		} else if !slices.Contains(t.Vars, name) {
			t.Vars = append(t.Vars, name)
		}
	}
	return out
}
