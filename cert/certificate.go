// The data structure of certificates: contexts, points, annotations and hints, as an engine makes them and as the
// checker receives them. Nothing in this file checks anything.

package cert

import (
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/smt"
)

// Certificate is a proof that no run of a program reaches an error. In every context it gives formulas that hold at
// locations. The package documentation says when they are a proof. IDs are the program's.
//
// A certificate may be about some of the errors only, and it may consist of several such proofs: see parts.go.
type Certificate struct {
	Task     Task         // the program that the proof is about
	Builder  *smt.Builder // the builder of the formulas
	Contexts []Context    // the contexts of procedures; the first one runs the start procedure

	// Ghosts is the number of variables with unknown values that the formulas use in addition to the program's
	// variables: see Extend.
	Ghosts int
	// Instances are uses of annotations with other values of variables: see instance.go.
	Instances []Instance
	// Sums are arrays of prefix sums that the formulas use in addition to the program's arrays: see sums.go.
	Sums []Sum

	// Induction, if not 0, makes this a proof by k-induction, with this k. The annotations are auxiliary facts for
	// the induction, so annotations at errors may be satisfiable.
	Induction int
	// Heads are loop invariants that the induction proves by itself.
	Heads []Head
	// Unwind, if not 0, makes this a proof by writing the program out. No run makes more than this many rounds of a
	// loop or has more than this many activations of a procedure at a time. There are no contexts.
	Unwind int
	// Runs, if not 0, makes this a proof by making all runs of the program, at most this many. There are no contexts.
	Runs int
	// Paths, if not 0, makes this a proof by making all paths of the program with symbolic inputs (cfa/paths), at
	// most this many. There are no contexts.
	Paths int

	// Targets, if not nil, are the error locations that the proof is about, in ascending order. Nil means all error
	// locations of the program.
	Targets []int
	// Obligations, if any, are proofs of several programs. Verifying functions by their contracts gives one proof for
	// each contract and one for the entry. Each has its own Task and is checked against its own program. The
	// certificate that contains them has a Task and sets no other field. Check refuses it as a whole.
	Obligations []*Certificate
	// Parts, if any, together are the proof. Each part is a certificate without a Task and with its own Builder. No
	// field other than Task is set in addition.
	Parts []*Certificate
}

// Task says which program the proof is about and with which options it was read. Check ignores it.
type Task struct {
	File      string   `json:"file"`
	Program   string   `json:"program"` // see Fingerprint
	Engine    string   `json:"engine,omitempty"`
	Arith     string   `json:"arith"`
	DataModel string   `json:"data_model"`
	Checks    []string `json:"checks"`
	Entry     string   `json:"entry"`
	// Contract says that the proof is about the contract of the entry.
	Contract bool `json:"contract,omitempty"`
	// Contracts are the functions whose calls were to be replaced by their contracts.
	Contracts []string `json:"contracts,omitempty"`
	// Bodies says that the program has the bodies of these functions after all.
	Bodies  bool   `json:"bodies,omitempty"`
	Version string `json:"version,omitempty"`
}

// Extend returns the program with more global variables, after the others, that no operation names. In each run each
// of them has an arbitrary integer value, so what holds in all runs holds for all values. The result shares the rest
// of the program with p.
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
	Proc int // the ID of the procedure
	// Inline says that the context is a part of the context Parent: it writes out a call. Only the edge Call in
	// Parent enters it, and Parent continues when it ends. No procedure may be inlined in itself. The formulas of an
	// inlined context contain no values at the entry.
	Inline bool
	Parent int // an earlier context
	Call   int
	// Points are sorted by Loc, each location once. A location without a point is not reached.
	Points []Point
}

// Point is what a context states about a location.
type Point struct {
	Loc  int
	Pass bool // the location has no annotations: steps go on past it
	// Holds are annotations of which at least one holds at the location. If empty, the location is not reached.
	Holds []Annotation
}

// Annotation is a conjunction of formulas. The empty conjunction is true.
type Annotation struct {
	Conj []*smt.Term
	Next []Hint
}

// hint returns the hint for an edge, or nil.
func (a *Annotation) hint(edge int) *Hint {
	for i := range a.Next {
		if a.Next[i].Edge == edge {
			return &a.Next[i]
		}
	}
	return nil
}

// Hint says where a step leads that begins with an edge. Hints are not trusted: they only determine what the checker
// tries first.
type Hint struct {
	Edge   int
	To     []Target
	Callee []int // if the edge is a call: contexts, one of which the call enters
}

// Target identifies an annotation of the same context.
type Target struct{ Loc, Index int }
