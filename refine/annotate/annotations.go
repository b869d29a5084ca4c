// Annotations: the proof of a safe run as formulas at locations.

package annotate

import (
	"maps"
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/formula"
	"github.com/whet-mc/whet/smt"
)

// Annotations are the proof of a safe run, as formulas that a checker can prove again without the engine: in each
// context, whenever a run of the program is at a location, one of the annotations there holds. A location of a
// context without annotations is never reached in that context, unless the context passes the location.
//
// The formulas refer to the values that Symbol names: the current values of variables and arrays, and their values at
// the entry of the procedure. All numbers are integers. Arrays map integers to integers, and are only read. The
// formulas need not state that every variable, cell and input is in its range.
type Annotations struct {
	// Program has the locations, edges, variables and arrays that the annotations refer to. It is the program or its
	// slice: the IDs are the same. Parts that the slice has dropped need no annotations. Program may have additional
	// global variables after the others: ghosts, which no operation mentions and which may have any integer value.
	Program  *cfa.Program
	Builder  *smt.Builder
	Contexts []*Context // the first is a context of Program.Start

	// Induction, if not 0, makes this a proof by k-induction over each loop separately, with k = Induction. It covers
	// the first k-1 rounds after the entry of the loop, and k successive rounds that begin in any state, of which the
	// first k-1 complete without an error. In the latter rounds the annotations of loop heads (cfa.Loc.LoopHead, of
	// the program) are assumed: they are auxiliary invariants that are inductive by themselves, but need not exclude
	// errors. Procedures that are already active are not called.
	Induction int
	// Heads are invariants of loop heads that need not be inductive by themselves: the induction proves them together
	// with the absence of errors.
	Heads []Head
	// Unwind, if not 0, makes this a proof by unrolling the program: no run makes more than Unwind rounds of a loop
	// or has more than Unwind activations of a procedure at a time, and no run reaches an error. There are no
	// contexts.
	Unwind int
	// Runs, if not 0, makes this a proof by executing all runs; Runs is their number. There are no contexts.
	Runs int
	// Paths, if not 0, makes this a proof by executing all paths, with inputs as symbols; Paths is their number.
	// There are no contexts.
	Paths int

	// Instances list the edges where the annotations are needed with terms in place of variables that can have any
	// value there. Such a variable gets only inputs, and no edge on any path to the edge reads it.
	Instances []Instance

	symbols map[*smt.Term]Symbol
	terms   map[Symbol]*smt.Term
	open    map[*cfa.Proc]*Context
}

// Head is an invariant of a loop head: all of the formulas, over current values, hold whenever a run is there.
type Head struct {
	Loc   *cfa.Loc
	Holds []*smt.Term
}

// Instance is the use of an annotation on an edge, with terms in place of ghosts. See cert.Instance.
type Instance struct {
	Edge *cfa.Edge
	With []Value
}

// Value is a term in place of a ghost.
type Value struct {
	Ghost *cfa.Var
	Term  *smt.Term // over the constants of the annotations
}

// Symbol is the meaning of a free constant in an annotation: Var or Array is not nil.
//
// In a context of procedure q the locals of q belong to the current activation. A local of another procedure belongs
// to the latest activation of that procedure that has not ended. (So a formula can keep facts about the callers'
// locals, which nobody can change meanwhile.) If Entry is set, the constant is the value at the entry of the current
// activation: of a global variable or array, or of a parameter of q.
type Symbol struct {
	Var   *cfa.Var
	Array *cfa.Array
	Entry bool
}

// Context is a way in which a procedure is run. A procedure may have one context or several: one for each abstract
// state that it is entered with, or one for each call stack.
type Context struct {
	Proc *cfa.Proc
	At   map[*cfa.Loc][]*Annotation
	// Pass has the locations that need no annotation because a step leads over them, from an annotated location to
	// the next ones. No cycle may consist of passed locations only. An error location is neither annotated nor
	// passed: the proof claims that it is never reached. Calls of contexts that are not inlined start at locations
	// with annotations.
	Pass map[*cfa.Loc]bool

	// Parent and Call are set for an inlined context. It represents the activations that the call edge Call enters
	// from activations of the context Parent. Steps lead into it and out of it; its entry, its exit and the location
	// of the call may be passed, too. Parent's locals keep their meaning in it, so a procedure must not be inlined in
	// a call of itself. Its formulas have no values at the entry.
	Parent *Context
	Call   *cfa.Edge
}

// Annotation is a conjunction of formulas.
type Annotation struct {
	Conj []*smt.Term
	// Next has hints for the checker: the annotations that hold after a step from here. The checker tries these
	// first, which saves it work.
	Next []Hint
}

// Hint says which annotations hold after an edge, or after the path over passed locations that begins with the edge.
type Hint struct {
	Edge   *cfa.Edge
	To     []*Annotation
	Callee []*Context // for a call: one of these contexts is entered
}

// Hint returns the hint of an annotation for an edge, and creates it if necessary.
func (n *Annotation) Hint(e *cfa.Edge) *Hint {
	for i := range n.Next {
		if n.Next[i].Edge == e {
			return &n.Next[i]
		}
	}
	n.Next = append(n.Next, Hint{Edge: e})
	return &n.Next[len(n.Next)-1]
}

// New returns annotations without contexts. b is the builder of the formulas; if it is nil, New creates one.
func New(p *cfa.Program, b *smt.Builder) *Annotations {
	if b == nil {
		b = smt.NewBuilder()
	}
	return &Annotations{Program: p, Builder: b, symbols: map[*smt.Term]Symbol{}, terms: map[Symbol]*smt.Term{}}
}

// Name sets the meaning of a constant of the formulas. Engines with their own constants call it for each constant;
// other engines use Term.
func (a *Annotations) Name(t *smt.Term, s Symbol) { a.symbols[t] = s }

// NameBy sets the meaning of all constants of the formulas, as their coder c knows it. It returns the formulas.
func (a *Annotations) NameBy(c *formula.Coder, fs ...*smt.Term) []*smt.Term {
	for _, t := range smt.FreeVars(fs...) {
		if _, known := a.symbols[t]; !known {
			o, _ := c.Owner(t)
			a.Name(t, Symbol{Var: o.Var, Array: o.Array})
		}
	}
	return fs
}

// Symbol returns the meaning of a constant, and whether it is known.
func (a *Annotations) Symbol(t *smt.Term) (Symbol, bool) {
	s, ok := a.symbols[t]
	return s, ok
}

// Term returns a constant with the meaning s.
func (a *Annotations) Term(s Symbol) *smt.Term {
	t := a.terms[s]
	if t == nil {
		b := a.Builder
		sort, name := b.IntSort(), "array"
		if s.Var != nil {
			name = s.Var.Name
		} else {
			name = s.Array.Name
			sort = b.ArraySort(sort, sort)
		}
		t = b.Fresh(name, sort)
		a.terms[s] = t
		a.symbols[t] = s
	}
	return t
}

// Context adds a context of a procedure.
func (a *Annotations) Context(q *cfa.Proc) *Context {
	c := &Context{Proc: q, At: map[*cfa.Loc][]*Annotation{}, Pass: map[*cfa.Loc]bool{}}
	a.Contexts = append(a.Contexts, c)
	return c
}

// Inline adds the context of the activations that a call edge enters from activations of parent.
func (a *Annotations) Inline(parent *Context, call *cfa.Edge) *Context {
	c := a.Context(call.Op.(*cfa.Call).Callee)
	c.Parent, c.Call = parent, call
	return c
}

// Add adds an annotation at a location. Without formulas it says that nothing is known there.
func (c *Context) Add(l *cfa.Loc, conj ...*smt.Term) *Annotation {
	n := &Annotation{Conj: conj}
	c.At[l] = append(c.At[l], n)
	return n
}

// Open adds contexts in which q and its callees may be entered with any values, and nothing is known anywhere. This
// is a proof only for procedures in which no error can be reached. It returns the context of q.
func (a *Annotations) Open(q *cfa.Proc) *Context {
	if c := a.open[q]; c != nil {
		return c
	}
	if a.open == nil {
		a.open = map[*cfa.Proc]*Context{}
	}
	var first *Context
	for work := []*cfa.Proc{q}; len(work) > 0; work = work[1:] {
		q := work[0]
		if a.open[q] != nil {
			continue
		}
		c := a.Context(q)
		a.open[q] = c
		if first == nil {
			first = c
		}
		for _, l := range q.Locs {
			c.Add(l)
		}
		for _, e := range q.Calls {
			work = append(work, e.Op.(*cfa.Call).Callee)
		}
	}
	return first
}

// Symbols calls f for the named constants, in the order of their creation.
func (a *Annotations) Symbols(f func(t *smt.Term, s Symbol)) {
	ts := slices.SortedFunc(maps.Keys(a.symbols), func(t, u *smt.Term) int { return t.ID() - u.ID() })
	for _, t := range ts {
		f(t, a.symbols[t])
	}
}
