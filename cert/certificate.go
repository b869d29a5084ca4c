package cert

import (
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/smt"
)

// Certificate is a proof that no run of a program reaches an error: formulas for locations that are
// to hold there, in every context. What makes them a proof is said in the documentation of the
// package. IDs are those of the program.
//
// A proof may be of some of the errors only, and it may consist of several such: see parts.go.
type Certificate struct {
	Task     Task
	Builder  *smt.Builder // of the formulas
	Contexts []Context    // the first is that of the start

	// Ghosts is how many unknown numbers the formulas speak of besides the program's variables: see
	// Extend.
	Ghosts    int
	Instances []Instance
	// Sums are arrays of prefix sums that the formulas speak of besides the program's: see sums.go.
	Sums []Sum

	// Induction, where not 0, makes this a proof by k-induction, with this k. The annotations are
	// auxiliary facts that are used in it: in them errors may be reached.
	Induction int
	// Heads are invariants of loops that the induction proves by itself.
	Heads []Head
	// Unwind, where not 0, makes this a proof by writing the program out: so many rounds of each
	// loop, and so many activations of a procedure at a time, are all there are. There are no
	// contexts.
	Unwind int
	// Runs, where not 0, makes this a proof by making all runs of the program, of which there are
	// at most so many. There are no contexts.
	Runs int
	// Paths, where not 0, makes this a proof by making all paths of the program, with inputs as
	// symbols (cfa/paths), of which there are at most so many. There are no contexts.
	Paths int

	// Targets, where not nil, are the error locations that the proof is about, ascending; nil: all
	// that the program has.
	Targets []int
	// Obligations, where there are some, are proofs of several programs: what verifying functions by
	// their contracts comes to is one for each contract, and one for the entry. Each has a Task of
	// its own, and is checked against its own program; together they have a Task, and nothing else is
	// set besides. Check refuses the whole.
	Obligations []*Certificate
	// Parts, where there are some, are the proof: each is one, without a Task, and with a Builder of
	// its own. Nothing but Task is set besides.
	Parts []*Certificate
}

// Task says what is proved: of which program, read with which options. It is not looked at by
// Check.
type Task struct {
	File      string   `json:"file"`
	Program   string   `json:"program"` // see Fingerprint
	Engine    string   `json:"engine,omitempty"`
	Arith     string   `json:"arith"`
	DataModel string   `json:"data_model"`
	Checks    []string `json:"checks"`
	Entry     string   `json:"entry"`
	// Contract says that the contract of the entry is proved.
	Contract bool `json:"contract,omitempty"`
	// Contracts are the functions whose contracts stand for them where they are called, as asked for.
	Contracts []string `json:"contracts,omitempty"`
	// Bodies: the program has their bodies there, after all.
	Bodies  bool   `json:"bodies,omitempty"`
	Version string `json:"version,omitempty"`
}

// Extend returns the program with more global variables, after the others, that no operation
// names. Each has a value of its own in each run, any integer: what holds in all runs holds for all
// of them. The rest of the program is shared.
func Extend(p *cfa.Program, ghosts int) *cfa.Program {
	if ghosts <= 0 {
		return p
	}
	q := *p
	q.Vars = slices.Clone(p.Vars)
	for i := range ghosts {
		q.Vars = append(q.Vars, &cfa.Var{ID: len(p.Vars) + i, Name: "any", Kind: cfa.GlobalVar, Ghost: true})
	}
	return &q
}

// Context is one way in which a procedure is run.
type Context struct {
	Proc int // Proc.ID
	// Inline says that the context is a part of another: a call is written out. It is entered by
	// the edge Call from the context Parent, and only so; where it ends, that one goes on. No
	// procedure may be inlined in itself. Its formulas speak of no values at the entry.
	Inline bool
	Parent int // an earlier context
	Call   int
	// by Loc, ascending, each location once; where there is none, the location is not reached
	Points []Point
}

// Point is what a context says of a location.
type Point struct {
	Loc  int
	Pass bool // steps lead over it; it has no annotations
	// Holds is what is true at the location: one of these. None is that it is not reached.
	Holds []Annotation
}

// Annotation is a conjunction of formulas, true if there are none.
type Annotation struct {
	Conj []*smt.Term
	Next []Hint
}

// hint is the hint for an edge; nil: there is none.
func (a *Annotation) hint(edge int) *Hint {
	for i := range a.Next {
		if a.Next[i].Edge == edge {
			return &a.Next[i]
		}
	}
	return nil
}

// Hint says where a step leads that begins with an edge. Hints are not trusted: they only say what
// to try first.
type Hint struct {
	Edge   int
	To     []Target
	Callee []int // of a call: contexts, one of which it enters
}

// Target is an annotation of the same context.
type Target struct{ Loc, Index int }
