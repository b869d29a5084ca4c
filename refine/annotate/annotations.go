package annotate

import (
	"maps"
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/formula"
	"github.com/whet-mc/whet/smt"
)

// Annotations are what a safe run rests on, said in formulas that a checker can prove again without
// the engine: in each context, whenever a run of the program is at a location, one of the
// annotations there holds. A location of a context without annotations is never reached in it,
// unless the context passes it.
//
// The formulas speak of what Symbol names: the present values of variables and arrays, and
// those at the entry of the procedure. All numbers are integers; arrays are from integers to
// integers, and only read. That every variable, cell and input is in its range need not be said.
type Annotations struct {
	// Program is the one whose locations, edges, variables and arrays are named: the program or its
	// slice, the IDs are the same. What the slice has left out needs no annotations. It may have
	// more global variables, after the others: ghosts that no operation names, each any integer.
	Program  *cfa.Program
	Builder  *smt.Builder
	Contexts []*Context // the first is one of Program.Start

	// Induction, where not 0, makes this a proof by k-induction over each loop by itself, k =
	// Induction: k-1 rounds from where the loop is entered, and k rounds in its middle, of which
	// the first k-1 are completed without an error. At loop heads (cfa.Loc.LoopHead, of the
	// program) of the middle the annotations are used: auxiliary invariants that are inductive by
	// themselves, but need not exclude errors. Procedures that are active already are not called.
	Induction int
	// Heads are invariants of loop heads that need not be inductive by themselves: the induction
	// proves them together with the absence of errors.
	Heads []Head
	// Unwind, where not 0, makes this a proof by writing the program out: no run makes more than so
	// many rounds of a loop, nor has more than so many activations of a procedure at a time, and
	// none reaches an error. There are no contexts.
	Unwind int
	// Runs, where not 0, makes this a proof by making all runs, of which there are so many. There
	// are no contexts.
	Runs int
	// Paths, where not 0, makes this a proof by making all paths, with inputs as symbols, of which
	// there are so many. There are no contexts.
	Paths int

	// Instances say on which edges the annotations are needed with terms in place of variables that
	// can have any value there: one that gets inputs only, and that nothing has read on any
	// way to the edge.
	Instances []Instance

	symbols map[*smt.Term]Symbol
	terms   map[Symbol]*smt.Term
	open    map[*cfa.Proc]*Context
}

// Head is what holds whenever a run is at the head of a loop: all of the formulas, over present
// values.
type Head struct {
	Loc   *cfa.Loc
	Holds []*smt.Term
}

// Instance is an annotation that is used with terms in place of ghosts, on an edge. See
// cert.Instance.
type Instance struct {
	Edge *cfa.Edge
	With []Value
}

// Value is a term in place of a ghost.
type Value struct {
	Ghost *cfa.Var
	Term  *smt.Term // over the constants of the annotations
}

// Symbol is what a free constant of an annotation stands for: Var or Array is not nil.
//
// In a context of procedure q the locals of q are those of the present activation. A local of
// another procedure is that of the latest activation of it that has not ended (so a formula can
// keep what was known of the callers' locals, which nobody can change meanwhile). Entry stands for
// the value at the entry of the present activation: of global variables and arrays, and of
// parameters of q.
type Symbol struct {
	Var   *cfa.Var
	Array *cfa.Array
	Entry bool
}

// Context is a way in which a procedure is run. There may be one for each procedure, or several:
// for each abstract state that it is entered with, for each call stack.
type Context struct {
	Proc *cfa.Proc
	At   map[*cfa.Loc][]*Annotation
	// Pass has the locations that need no annotation because a step leads over them: from an
	// annotated location to the next ones. There must be no cycle through such locations only. An
	// error location is neither annotated nor passed: it is taken to be reached never. Calls of
	// contexts that are not inlined start at locations with annotations.
	Pass map[*cfa.Loc]bool

	// Parent and Call are those of a context that is inlined: the activations that are entered by
	// the call edge from ones of the context Parent. Steps lead into it and out of it again; its
	// entry, its exit and the location of the call may be passed, too. Parent's locals keep their
	// meaning in it, so that nobody is inlined in a call of itself. Formulas have no values at the
	// entry.
	Parent *Context
	Call   *cfa.Edge
}

// Annotation is a conjunction of formulas.
type Annotation struct {
	Conj []*smt.Term
	// Next are hints, which save the checker work: where a step goes. It tries those first.
	Next []Hint
}

// Hint says which annotations hold after an edge, or after the path over passed locations that
// begins with it.
type Hint struct {
	Edge   *cfa.Edge
	To     []*Annotation
	Callee []*Context // of a call: one of them is entered
}

// Hint returns the hint of an annotation for an edge.
func (n *Annotation) Hint(e *cfa.Edge) *Hint {
	for i := range n.Next {
		if n.Next[i].Edge == e {
			return &n.Next[i]
		}
	}
	n.Next = append(n.Next, Hint{Edge: e})
	return &n.Next[len(n.Next)-1]
}

// New returns annotations without contexts. The builder is that of the formulas to come; nil makes
// one.
func New(p *cfa.Program, b *smt.Builder) *Annotations {
	if b == nil {
		b = smt.NewBuilder()
	}
	return &Annotations{Program: p, Builder: b, symbols: map[*smt.Term]Symbol{}, terms: map[Symbol]*smt.Term{}}
}

// Name says what a constant of the formulas stands for. Engines that have names of their own call
// it for each; others use Term.
func (a *Annotations) Name(t *smt.Term, s Symbol) { a.symbols[t] = s }

// NameBy says of all constants of formulas what they stand for, as the coder of the formulas knows.
// It returns the formulas.
func (a *Annotations) NameBy(c *formula.Coder, fs ...*smt.Term) []*smt.Term {
	for _, t := range smt.FreeVars(fs...) {
		if _, known := a.symbols[t]; !known {
			o, _ := c.Owner(t)
			a.Name(t, Symbol{Var: o.Var, Array: o.Array})
		}
	}
	return fs
}

// Symbol returns what a constant stands for, and whether that is known.
func (a *Annotations) Symbol(t *smt.Term) (Symbol, bool) {
	s, ok := a.symbols[t]
	return s, ok
}

// Term returns a constant that stands for the symbol.
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

// Inline adds the context of the activations that a call edge enters from those of a context.
func (a *Annotations) Inline(parent *Context, call *cfa.Edge) *Context {
	c := a.Context(call.Op.(*cfa.Call).Callee)
	c.Parent, c.Call = parent, call
	return c
}

// Add adds an annotation at a location. None of the formulas means that nothing is known there.
func (c *Context) Add(l *cfa.Loc, conj ...*smt.Term) *Annotation {
	n := &Annotation{Conj: conj}
	c.At[l] = append(c.At[l], n)
	return n
}

// Open adds contexts in which the procedure, and what it calls, is entered with anything, and
// nothing is known anywhere. That is a proof only of procedures in which no error can be reached.
// It returns the first, that of the procedure.
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

// Symbols calls f for the constants that have been named, in the order in which they were made.
func (a *Annotations) Symbols(f func(t *smt.Term, s Symbol)) {
	ts := slices.SortedFunc(maps.Keys(a.symbols), func(t, u *smt.Term) int { return t.ID() - u.ID() })
	for _, t := range ts {
		f(t, a.symbols[t])
	}
}
