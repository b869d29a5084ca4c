package explain

import (
	"slices"

	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/refine"
	"github.com/whet-mc/whet/report/trace"
)

// IterationOutcome says in one word the result of an error path.
type Outcome string

const (
	Refined Outcome = "refined" // it cannot be taken; Learnt says what is kept from now on
	// it was there because states were too coarse; Repairs says which are finer now
	Repaired Outcome = "repaired"
	// it cannot be taken; at the places Apart, states are not merged any more
	KeptApart Outcome = "apart"
	// it cannot be taken, and nothing new was learnt; Why may say why
	Repeated  Outcome = "repeated"
	Feasible  Outcome = "feasible"  // inputs lead along it
	Undecided Outcome = "undecided" // Why says why
	// the program is written out further; Why says how far no error lies
	Deeper Outcome = "deeper"
	NoPath Outcome = "none" // there is none: the program is safe
)

// Iteration is one round of a run: what was kept of the program, an error path in what is left, and
// its result.
type Iteration struct {
	Number int `json:"iteration"` // from 1
	// where several programs are verified: the name of the obligation
	Run string `json:"obligation,omitempty"`
	// of the states, where the engine has several: "octagons"
	Domain string `json:"domain,omitempty"`
	// the domain before, where it was another one
	Instead   string          `json:"instead,omitempty"`
	Outcome   Outcome         `json:"outcome"`
	States    int             `json:"states"`             // that the exploration had made
	Property  *trace.Property `json:"property,omitempty"` // what the path violates
	Precision []Tracked       `json:"precision"`
	Full      bool            `json:"full,omitempty"` // instead: everything is kept

	// Program is the abstraction line by line, where the engine has one and the precision is new.
	Program []AbstractLine `json:"program,omitempty"`
	Steps   int            `json:"steps"` // of the path
	Path    []PathRow      `json:"path,omitempty"`
	// a tree or a list of sequents, several lines
	Proof string `json:"proof,omitempty"`
	// a proof was asked for, and the path cannot be taken: why there is none
	NoProof string `json:"no_proof,omitempty"`

	// Interpolants say what must be known between the blocks of a path that cannot be taken.
	Interpolants []Interpolant `json:"interpolants,omitempty"`

	Learnt  []Tracked  `json:"learnt,omitempty"`
	Apart   []lang.Pos `json:"apart,omitempty"`
	Repairs []Repair   `json:"repairs,omitempty"`
	Why     string     `json:"why,omitempty"`

	ListsAll bool `json:"-"` // nothing of the program is left out
	Several  bool `json:"-"` // the program has several files
}

// Interpolant is what must be known at a place of a path that cannot be taken.
type Interpolant struct {
	Pos     lang.Pos `json:"pos"`
	Formula string   `json:"formula"` // in C's syntax
}

// Tracked is a part of a precision: the variables V and the cells R of arrays that are kept at one
// line, or wherever they are in scope. Of variables with the same name those that are not in the
// function that a run starts in have its name in front: f::i.
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
	// this stands for so many lines that are not listed
	Left int `json:"left_out,omitempty"`
}

// PathRow is a step of an error path; where Rounds or Left is set, it stands for steps that are not
// listed.
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

// Options say how much of a run is explained.
type Options struct {
	Proof bool // with the proofs
	All   bool // every step and every formula; nothing is folded
	Only  int  // this iteration only; 0: all
	Brief bool // neither the program, nor the precision, nor the path: its result only
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

// File is the file that most is in: line numbers are of that one where they do not say.
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
	// that the widening keeps from now on, in C's syntax; those that are new
	Bounds []string `json:"bounds,omitempty"`
}
