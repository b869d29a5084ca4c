package report

import (
	"slices"
	"strings"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/refine"
)

// This file is the plain data of an explanation: what a run looked at on its way to the verdict, one
// Iteration for each error path, as Tables 1 and 2 of Armando, Benerecetti and Mantovani, "Abstraction Refinement
// of Linear Programs with Arrays" (TACAS 2007), show it for one program. An Explainer makes them while the
// engine runs (explain_program.go, explain_path.go), so that nothing of the engine's is kept; ExplainText
// (explain_text.go) prints them. Without ExplainOptions.All the size of an Iteration is bounded,
// however long the path and the program.

// IterationOutcome says in one word what came of an error path.
type IterationOutcome string

const (
	Refined   IterationOutcome = "refined"   // it cannot be taken; Learnt says what is kept from now on
	Repaired  IterationOutcome = "repaired"  // it was there because states were too coarse; Repairs says which are finer now
	KeptApart IterationOutcome = "apart"     // it cannot be taken; at the places Apart, states are not merged any more
	Repeated  IterationOutcome = "repeated"  // it cannot be taken, and nothing new was learnt; Why may say why
	Feasible  IterationOutcome = "feasible"  // inputs lead along it
	Undecided IterationOutcome = "undecided" // Why says why
	Deeper    IterationOutcome = "deeper"    // the program is written out further; Why says how far no error lies
	NoPath    IterationOutcome = "none"      // there is none: the program is safe
)

// Iteration is one round of a run: what was kept of the program, an error path in what is left, and
// what came of it.
type Iteration struct {
	Number    int              `json:"iteration"`         // from 1
	Domain    string           `json:"domain,omitempty"`  // of the states, where the engine has several: "octagons"
	Instead   string           `json:"instead,omitempty"` // the domain before, where it was another one
	Outcome   IterationOutcome `json:"outcome"`
	States    int              `json:"states"`             // that the exploration had made
	Property  *Property        `json:"property,omitempty"` // what the path violates
	Precision []Tracked        `json:"precision"`
	Full      bool             `json:"full,omitempty"` // instead: everything is kept

	// Program is the abstraction line by line, where the engine has one and the precision is new.
	Program []AbstractLine `json:"program,omitempty"`
	Steps   int            `json:"steps"` // of the path
	Path    []PathRow      `json:"path,omitempty"`
	Proof   string         `json:"proof,omitempty"`    // a tree or a list of sequents, several lines
	NoProof string         `json:"no_proof,omitempty"` // a proof was asked for, and the path cannot be taken: why there is none

	// Interpolants say what must be known between the blocks of a path that cannot be taken.
	Interpolants []Interpolant `json:"interpolants,omitempty"`

	Learnt  []Tracked  `json:"learnt,omitempty"`
	Apart   []lang.Pos `json:"apart,omitempty"`
	Repairs []Repair   `json:"repairs,omitempty"`
	Why     string     `json:"why,omitempty"`

	listsAll bool // nothing of the program is left out
}

// Interpolant is what must be known at a place of a path that cannot be taken.
type Interpolant struct {
	Pos     lang.Pos `json:"pos"`
	Formula string   `json:"formula"` // in C's syntax
}

// Tracked is a part of a precision: the variables V and the cells R of arrays that are kept at one line, or wherever they
// are in scope. Of variables with the same name those that are not in the function that a run starts in have its
// name in front: f::i.
type Tracked struct {
	Pos    lang.Pos `json:"pos"` // line 0: all of the program
	Vars   []string `json:"variables"`
	Arrays []Cells  `json:"arrays,omitempty"`
}

// Cells are the kept cells of an array.
type Cells struct {
	Array   string   `json:"array"`
	Indexes []string `json:"indexes"`
}

// AbstractLine is a line of the program beside what it became in the abstraction.
type AbstractLine struct {
	Pos      lang.Pos `json:"pos"`
	Func     string   `json:"function"`
	Source   string   `json:"source,omitempty"`
	Abstract string   `json:"abstract,omitempty"` // ";" where nothing is left of the line
	Changed  bool     `json:"changed,omitempty"`  // since the abstraction before
	Left     int      `json:"left_out,omitempty"` // this stands for so many lines that are not listed
}

// PathRow is a step of an error path; where Rounds or Left is set, it stands for steps that are not listed.
type PathRow struct {
	Step      int      `json:"step"` // from 1; the first of those that it stands for
	Pos       lang.Pos `json:"pos"`
	Statement string   `json:"statement,omitempty"`
	Renamed   string   `json:"renamed,omitempty"`  // in single assignment form
	Formulas  []string `json:"formulas,omitempty"` // what holds when the step is taken
	Used      bool     `json:"used,omitempty"`     // the contradiction rests on the step

	Rounds int `json:"rounds,omitempty"`   // a loop that repeats so often
	Lines  int `json:"lines,omitempty"`    // Rounds: steps in a round
	Left   int `json:"left_out,omitempty"` // so many steps
}

// ExplainOptions say how much of a run is explained.
type ExplainOptions struct {
	Proof bool // with the proofs
	All   bool // every step and every formula; nothing is folded
	Only  int  // this iteration only; 0: all
	Brief bool // neither the program, nor the precision, nor the path: what came of it only
}

// Explainer makes Iterations of what an engine tells an observer (refine.Options.Observe).
type Explainer struct {
	opt    ExplainOptions
	number int
	lines  []AbstractLine // of the last abstraction
	known  bool           // lines are of an abstraction that was shown
	names  map[string]int // how many variables and arrays have a name
}

// NewExplainer returns an Explainer for one run.
func NewExplainer(o ExplainOptions) *Explainer { return &Explainer{opt: o} }

// Add makes the Iteration; nil where it is not one that is asked for. It is called from within
// the observer, since it works with the engine's terms.
func (x *Explainer) Add(it *refine.Iteration) *Iteration {
	x.number++
	if x.opt.Only > 0 && x.number != x.opt.Only && x.number != x.opt.Only-1 {
		return nil
	}
	out := &Iteration{Number: x.number, States: it.States, Full: it.Full, Steps: len(it.Path), Why: it.Why, Apart: places(it.Apart),
		Domain: it.Domain, Instead: it.Instead, Repairs: repairs(it.Repairs)}
	if !x.opt.Brief {
		out.Precision = x.tracked(it.Program, it.Kept)
		x.program(it, out)
	}
	if x.opt.Only > 0 && x.number != x.opt.Only {
		return nil // it was only there to compare the abstraction with
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
			out.Property = property(e)
		}
		if x.opt.Brief {
			return out
		}
		x.path(it, out)
		if x.opt.Proof {
			switch out.Proof = x.proof(it); out.Outcome {
			case Refined, Repaired, KeptApart, Repeated:
				if out.Proof == "" {
					out.NoProof = noProof(it)
				}
			}
		}
	}
	return out
}

// places drops doubles, by line.
func places(list []lang.Pos) []lang.Pos {
	var out []lang.Pos
	for _, p := range list {
		if p.Valid() && !slices.ContainsFunc(out, func(q lang.Pos) bool { return q.File == p.File && q.Line == p.Line }) {
			out = append(out, p)
		}
	}
	return out
}

// tracked splits what is kept into V and R: "a[1]" is the index 1 of R(a).
func (x *Explainer) tracked(p *cfa.Program, list []refine.Kept) []Tracked {
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
	for _, k := range list {
		line := k.Pos
		line.Col = 0
		i, ok := at[line]
		if !ok {
			i = len(out)
			at[line] = i
			out = append(out, Tracked{Pos: line, Vars: []string{}})
		}
		t := &out[i]
		for _, w := range k.What {
			name, index, cell := strings.Cut(w, "[")
			cell = cell && name != "" && strings.HasSuffix(index, "]") && !strings.Contains(w, " ") // else it is a predicate
			if !cell {
				name = w
			}
			if x.names[name] > 1 && k.Proc != "" && k.Proc != entry {
				name = k.Proc + "::" + name
			}
			if cell {
				t.cell(name, strings.TrimSuffix(index, "]"))
			} else if !slices.Contains(t.Vars, name) {
				t.Vars = append(t.Vars, name)
			}
		}
	}
	return out
}

func (t *Tracked) cell(array, index string) {
	if strings.Contains(index, "]") {
		index = "[" + index + "]" // of several dimensions
	}
	i := slices.IndexFunc(t.Arrays, func(c Cells) bool { return c.Array == array })
	if i < 0 {
		i = len(t.Arrays)
		t.Arrays = append(t.Arrays, Cells{Array: array})
	}
	if !slices.Contains(t.Arrays[i].Indexes, index) {
		t.Arrays[i].Indexes = append(t.Arrays[i].Indexes, index)
	}
}
