// This file declares the plain data of an explanation.

package explain

import (
	"slices"

	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/refine"
	"github.com/whet-mc/whet/report/trace"
)

// Outcome says in one word what an error path led to.
type Outcome string

const (
	Refined Outcome = "refined" // the path cannot be taken; Learnt says what is tracked from now on
	// the path existed because states were too coarse; Repairs says which are finer now
	Repaired Outcome = "repaired"
	// the path cannot be taken; states are no longer merged at the places Apart
	KeptApart Outcome = "apart"
	// the path cannot be taken, and nothing new was learnt; Why may give a reason
	Repeated  Outcome = "repeated"
	Feasible  Outcome = "feasible"  // some inputs lead along the path
	Undecided Outcome = "undecided" // Why says why
	// the program is unrolled further; Why says up to which depth no error lies
	Deeper Outcome = "deeper"
	NoPath Outcome = "none" // no error path is left: the program is safe
)

// Iteration is one round of a run: the precision, an error path in the abstraction, and the result of that path.
type Iteration struct {
	Number int `json:"iteration"` // the number of the iteration, from 1
	// Run is the name of the obligation, if several programs are verified.
	Run string `json:"obligation,omitempty"`
	// Domain is the domain of the states, if the engine has several: "octagons".
	Domain string `json:"domain,omitempty"`
	// Instead is the domain of the previous iteration, if it was another one.
	Instead   string          `json:"instead,omitempty"`
	Outcome   Outcome         `json:"outcome"`
	States    int             `json:"states"`             // number of abstract states that the exploration had made
	Property  *trace.Property `json:"property,omitempty"` // the property that the path violates
	Precision []Tracked       `json:"precision"`
	Full      bool            `json:"full,omitempty"` // set if everything is tracked

	// Program is the abstraction line by line, if the engine has one and the precision is new.
	Program []AbstractLine `json:"program,omitempty"`
	Steps   int            `json:"steps"` // number of steps of the path
	Path    []PathRow      `json:"path,omitempty"`
	// Proof is a tree or a list of sequents, on several lines.
	Proof string `json:"proof,omitempty"`
	// NoProof is the reason why no proof is shown, if one was requested and the path cannot be taken.
	NoProof string `json:"no_proof,omitempty"`

	// Interpolants say what must be known between the blocks of a path that cannot be taken.
	Interpolants []Interpolant `json:"interpolants,omitempty"`

	Learnt  []Tracked  `json:"learnt,omitempty"`
	Apart   []lang.Pos `json:"apart,omitempty"`
	Repairs []Repair   `json:"repairs,omitempty"`
	Why     string     `json:"why,omitempty"`

	ListsAll bool `json:"-"` // no line of the program is left out
	Several  bool `json:"-"` // the program has several files
}

// Interpolant is what must be known at a place of a path that cannot be taken.
type Interpolant struct {
	Pos     lang.Pos `json:"pos"`
	Formula string   `json:"formula"` // the formula in C's syntax
}

// Tracked is a part of a precision: the variables V and the array cells R that are tracked at one line, or wherever
// they are in scope. If several variables have the same name, those outside the entry function are prefixed with
// their function: f::i.
type Tracked struct {
	Pos    lang.Pos `json:"pos"` // the place where the element is tracked; line 0: the whole program
	Vars   []string `json:"variables"`
	Arrays []Cells  `json:"arrays,omitempty"`
}

// Cells are the tracked cells of an array.
type Cells struct {
	Array   string   `json:"array"`
	Indexes []string `json:"indexes"`
}

// AbstractLine is a line of the program together with its abstraction.
type AbstractLine struct {
	Pos      lang.Pos `json:"pos"`
	Func     string   `json:"function"`
	Source   string   `json:"source,omitempty"`
	Abstract string   `json:"abstract,omitempty"` // ";" if nothing is left of the line
	Changed  bool     `json:"changed,omitempty"`  // set if the line has changed since the previous abstraction
	// Left is the number of lines that this entry replaces.
	Left int `json:"left_out,omitempty"`
}

// PathRow is a step of an error path. If Rounds or Left is set, it replaces several steps.
type PathRow struct {
	// the number of the step, from 1, or of the first of the steps that the row replaces
	Step      int      `json:"step"`
	Pos       lang.Pos `json:"pos"`
	Statement string   `json:"statement,omitempty"`
	Renamed   string   `json:"renamed,omitempty"`  // the statement in single assignment form
	Formulas  []string `json:"formulas,omitempty"` // what holds when the step is taken
	Used      bool     `json:"used,omitempty"`     // the contradiction depends on the step

	Rounds int `json:"rounds,omitempty"`   // number of rounds of a folded loop
	Lines  int `json:"lines,omitempty"`    // if Rounds is set: the number of steps in a round
	Left   int `json:"left_out,omitempty"` // number of steps left out
}

// Options says how much of a run is explained.
type Options struct {
	Proof bool // include the proofs
	All   bool // show every step and every formula, without folding
	Only  int  // the number of the only iteration to show; 0: all
	Brief bool // show only the result: neither the program, nor the precision, nor the path
}

func (t *Tracked) cell(array, index string) {
	i := slices.IndexFunc(t.Arrays, func(c Cells) bool { return c.Array == array })
	if i < 0 {
		i = len(t.Arrays)
		t.Arrays = append(t.Arrays, Cells{Array: array})
	}
	if !slices.Contains(t.Arrays[i].Indexes, index) {
		t.Arrays[i].Indexes = append(t.Arrays[i].Indexes, index)
	}
}

// File returns the file of most places; line numbers without a file name refer to it.
func (it *Iteration) File() string {
	switch {
	case it.Property != nil:
		return it.Property.Pos.File
	case len(it.Program) > 0:
		return it.Program[0].Pos.File
	}
	return ""
}

// Repair is a place at which abstract states were made finer.
type Repair struct {
	Pos  lang.Pos          `json:"pos"`
	Kind refine.RepairKind `json:"kind"`
	// the new bounds that the widening keeps from now on, in C's syntax
	Bounds []string `json:"bounds,omitempty"`
}
