// The check itself: the checker's state, the structural checks of a certificate, and the loop over all annotations and
// their steps. A certificate with rounds or with runs is passed on to bounded.go or exhaustive.go.

package cert

import (
	"context"
	"fmt"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/smt"
	"github.com/whet-mc/whet/smt/proof"
	"github.com/whet-mc/whet/smt/words"
)

// Error says where and why a certificate is not a proof.
type Error struct {
	Edge *cfa.Edge // the step that was not proved; nil: the error is not about a step
	Pos  lang.Pos  // the place of the error in the source, if known
	Why  string
	Err  error // if the check was stopped: the context's error
}

func (e *Error) Error() string {
	s := e.Why
	if e.Edge != nil {
		s = fmt.Sprintf("the step %s: %s", cfa.OpString(e.Edge.Op), e.Why)
	}
	if e.Pos.Valid() {
		s = fmt.Sprintf("%v: %s", e.Pos, s)
	}
	return s
}

// Unwrap returns the context's error if the end of the context has stopped the check, and nil otherwise.
func (e *Error) Unwrap() error { return e.Err }

// at returns f as an error about the step over e. where names the place whose annotations were to be proved.
func (f *failure) at(e *cfa.Edge, where string) *Error {
	return &Error{Edge: e, Pos: e.Pos, Why: fmt.Sprintf("what should hold at the %s: %s", where, f.why), Err: f.err}
}

// Stats counts what a check has done.
type Stats struct {
	Annotations int // annotations in the certificate
	Formulas    int // different formulas in the certificate
	Steps       int // steps proved; a step is a path from one annotation to the next
	Queries     int // steps that the solver had to prove; its proofs were checked
	Runs        int // runs made; if the check succeeds, these are all runs of the program
	Paths       int // paths made, with symbolic inputs; if the check succeeds, these are all paths
}

// checker is the state of one check.
type checker struct {
	ctx    context.Context
	p      *cfa.Program
	c      *Certificate
	b      *smt.Builder
	ints   *smt.Sort
	arrays *smt.Sort
	stats  Stats

	// The constants for the program's variables and arrays at different moments: see now, left, oldVar, entered and
	// back.
	nows, lefts, olds, fresh constants
	below                    constants
	ranges                   map[*smt.Term]span // the ranges of constants, and of the cells of constant arrays
	symbols                  map[*smt.Term]Symbol
	seen                     map[int]map[*smt.Term]bool // by procedure: the formulas that were found admissible, see walked
	// by term ID: nesting depths of admissible formulas
	depths []int32
	words  map[*smt.Term]span // for each result of wrapping, the range of the word
	// results of bitwise and floating operations, in the order in which they were made
	knownTerms  []words.Known
	floats      map[*smt.Term][]*smt.Term // by the result of a floating operation: the operation's arguments
	fixed       bool                      // annotations use fixed-point numbers
	bitwiseSeen map[*smt.Term]bool
	naming      bool                          // results of bitwise operations get names
	names       map[*smt.Term]*smt.Term       // by result of a bitwise operation: the name of the result
	divisions   map[[2]*smt.Term][2]*smt.Term // by dividend and divisor: the quotient and the remainder
	frees       map[*smt.Term][]*smt.Term     // see constantsOf
	refuted     map[*smt.Term]bool            // conjunctions that were proved unsatisfiable
	contexts    map[int][]int                 // by Proc.ID: the contexts of the procedure, except inlined ones
	lastContext map[int]int                   // by Edge.ID of a call: the index of the context that was last entered without a hint
	inline      map[site]int                  // the inlined context that a call in a context enters
	instances   map[int][]prepared            // by Edge.ID: the instances for the edge
	mentions    map[*cfa.Var]bool             // see mentioned
	setBy       []*cfa.VarSet                 // by Proc.ID: the variables that the procedure's operations set, see sets
	kept        map[int][]*smt.Term           // by Loc.ID: the formulas of the Heads at the location; see Head
	known       known
	// the number of calls of cell on the stack
	sunk   int
	sums   map[int][]*cfa.Array // by Array.ID: the arrays that hold prefix sums of the array
	noSums error                // why the certificate's sums are invalid; nil if they are valid
	// by the symbol of an array of sums: the array that is summed up, and the step
	summed map[*smt.Term]summed
	weaker *weakening // the state of Weaken; nil if this is a check
	// checkProof checks a proof of the solver. It is proof.CheckUntil; tests replace it.
	checkProof func(*smt.Builder, []*smt.Term, *proof.Proof, func() bool) error
}

func newChecker(ctx context.Context, p *cfa.Program, c *Certificate) *checker {
	b := c.Builder
	p, noSums := ExtendSums(Extend(p, min(c.Ghosts, mostGhosts)), c.Sums)
	x := &checker{
		ctx: ctx, p: p, c: c, b: b, ints: b.IntSort(), arrays: b.ArraySort(b.IntSort(), b.IntSort()),
		ranges: map[*smt.Term]span{}, symbols: map[*smt.Term]Symbol{}, seen: map[int]map[*smt.Term]bool{},
		words: map[*smt.Term]span{}, divisions: map[[2]*smt.Term][2]*smt.Term{}, frees: map[*smt.Term][]*smt.Term{},
		refuted: map[*smt.Term]bool{}, contexts: map[int][]int{}, lastContext: map[int]int{}, inline: map[site]int{}, instances: map[int][]prepared{}, mentions: map[*cfa.Var]bool{}, setBy: make([]*cfa.VarSet, len(p.Procs)),
		checkProof: proof.CheckUntil, sums: map[int][]*cfa.Array{}, noSums: noSums, summed: map[*smt.Term]summed{},
	}
	for _, a := range p.Arrays {
		if a.Sum != nil {
			x.sums[a.Sum.Of.ID] = append(x.sums[a.Sum.Of.ID], a)
		}
	}
	x.nows = x.newConstants(func(y Symbol) *smt.Term { return y.Term(b) })
	x.olds = x.newConstants(func(y Symbol) *smt.Term { y.Entry = true; return y.Term(b) })
	x.lefts = x.newConstants(func(y Symbol) *smt.Term { return b.Fresh("left", sortOf(b, y)) })
	x.fresh = x.newConstants(func(y Symbol) *smt.Term { return b.Fresh("entered", sortOf(b, y)) })
	x.below = x.newConstants(func(y Symbol) *smt.Term { return b.Fresh("below", sortOf(b, y)) })
	return x
}

func sortOf(b *smt.Builder, y Symbol) *smt.Sort {
	if y.Array != nil {
		return b.ArraySort(b.IntSort(), b.IntSort())
	}
	return b.IntSort()
}

// walked returns the set of formulas that were found admissible in the contexts of q: in its inlined contexts if
// inline is true, and in the others otherwise.
func (x *checker) walked(q *cfa.Proc, inline bool) map[*smt.Term]bool {
	id := 2 * q.ID
	if inline {
		id++
	}
	if x.seen[id] == nil {
		x.seen[id] = map[*smt.Term]bool{}
	}
	return x.seen[id]
}

// Check returns nil if the certificate proves that no run of the program reaches an error. Otherwise the error is an
// *Error, which says where the proof fails, or that the context has ended. The program must be completed by
// cfa.Program.Finish, and it must be the program itself, not a slice of it. Nothing in the certificate is trusted.
// Check adds terms to the certificate's builder.
func Check(ctx context.Context, p *cfa.Program, c *Certificate) (Stats, error) {
	about := map[int]bool{}
	for _, l := range c.Covers(p) {
		about[l.ID] = true
	}
	for _, l := range p.Errors {
		if !about[l.ID] {
			return Stats{}, &Error{Pos: l.Pos, Why: fmt.Sprintf("it says nothing of the error at line %d", l.Pos.Line)}
		}
	}
	return CheckPart(ctx, p, c)
}

// checkOne is Check for a proof without parts that covers all errors of the program.
func checkOne(ctx context.Context, p *cfa.Program, c *Certificate) (Stats, error) {
	x := newChecker(ctx, p, c)
	if c.Runs != 0 || c.Paths != 0 {
		err := x.exhaustive()
		if err != nil {
			return x.stats, err
		}
		return x.stats, nil
	}
	err := x.structure()
	if err == nil {
		err = x.prepareInstances()
	}
	if err == nil {
		err = x.heads()
	}
	if err == nil && c.Unwind == 0 {
		err = x.inductive()
	}
	if err == nil && (c.Unwind > 0 || c.Induction > 0) {
		err = x.bounded()
	}
	if err != nil {
		return x.stats, err
	}
	return x.stats, nil
}

// mostGhosts bounds Certificate.Ghosts.
const mostGhosts = 1 << 10

// mostRounds bounds Certificate.Induction and Unwind.
const mostRounds = 1 << 20

// structure checks that the certificate's numbers are in range, that its contexts, locations and calls exist in the
// program, and that its formulas are admissible.
func (x *checker) structure() *Error {
	wrong := func(format string, args ...any) *Error { return &Error{Why: fmt.Sprintf(format, args...)} }
	switch c := x.c; {
	case c.Induction < 0 || c.Unwind < 0 || c.Induction > 0 && c.Unwind > 0:
		return wrong("it is a proof by induction, or by unwinding, or neither")
	case (len(c.Contexts) == 0) != (c.Unwind > 0):
		return wrong("it has no context, or contexts that are of no use")
	case c.Ghosts < 0 || c.Ghosts > mostGhosts:
		return wrong("there are more unknown numbers than %d", mostGhosts)
	case x.noSums != nil:
		return wrong("%v", x.noSums)
	case len(c.Sums) > 0 && (c.Induction > 0 || c.Unwind > 0):
		return wrong("only annotations may speak of sums")
	case c.Induction > mostRounds || c.Unwind > mostRounds:
		return wrong("more than %d rounds of a loop are not looked at", mostRounds)
	}
	for i, ctx := range x.c.Contexts {
		if ctx.Proc < 0 || ctx.Proc >= len(x.p.Procs) {
			return wrong("context %d is of a procedure that does not exist", i)
		}
		q := x.p.Procs[ctx.Proc]
		if !ctx.Inline {
			x.contexts[ctx.Proc] = append(x.contexts[ctx.Proc], i)
		} else if why := x.inlineable(i); why != "" {
			return wrong("context %d %s", i, why)
		}
		last := -1
		for _, pt := range ctx.Points {
			if pt.Loc <= last || pt.Loc >= len(x.p.Locs) {
				return wrong("context %d: the locations are not in order", i)
			}
			last = pt.Loc
			l := x.p.Locs[pt.Loc]
			if l.Proc != q {
				return wrong("context %d: location %d is not in %s", i, pt.Loc, q.Name)
			}
			if pt.Pass && (l.Error != nil || len(pt.Holds) > 0 || !ctx.Inline && (l == q.Entry || l == q.Exit)) {
				return wrong("context %d: location %d cannot be passed", i, pt.Loc)
			}
			for _, a := range pt.Holds {
				if err := x.stopped(); err != nil {
					return &Error{Why: err.Error(), Err: err}
				}
				x.stats.Annotations++
				for _, f := range a.Conj {
					if err := x.admissible(f, q, ctx.Inline); err != nil {
						return &Error{Pos: l.Pos, Why: fmt.Sprintf("a formula of context %d at location %d: %v", i, pt.Loc, err)}
					}
				}
			}
		}
	}
	for _, s := range x.seen {
		x.stats.Formulas += len(s)
	}
	return nil
}

// inlineable registers the inlined context i. It returns what is wrong with it, or "".
func (x *checker) inlineable(i int) string {
	c := &x.c.Contexts[i]
	if c.Parent < 0 || c.Parent >= i || c.Call < 0 || c.Call >= len(x.p.Edges) {
		return "is inlined in nothing"
	}
	e := x.p.Edges[c.Call]
	call, ok := e.Op.(*cfa.Call)
	if !ok || e.From.Proc.ID != x.c.Contexts[c.Parent].Proc || call.Callee.ID != c.Proc {
		return "is inlined where there is no call of its procedure"
	}
	// In a region a procedure's variables denote one activation only, so no procedure is inlined in itself.
	for d := c.Parent; ; d = x.c.Contexts[d].Parent {
		if x.c.Contexts[d].Proc == c.Proc {
			return "is inlined in its own procedure"
		}
		if !x.c.Contexts[d].Inline {
			break
		}
	}
	if _, twice := x.inline[site{c.Parent, c.Call}]; twice {
		return "is inlined a second time"
	}
	x.inline[site{c.Parent, c.Call}] = i
	return ""
}

// inductive checks that an annotation holds at the start, and that every step from an annotation leads to an
// annotation.
func (x *checker) inductive() *Error {
	if x.c.Contexts[0].Proc != x.p.Start.ID { // the first context is never inlined: see inlineable
		return &Error{Why: "the first context is not that of the start"}
	}
	x.begin(nil)
	now := &view{
		variable: func(y Symbol) *smt.Term { return x.now(y.Var) },
		array:    func(y Symbol) *memory { return x.nowArray(y.Array) },
	}
	if f := x.leads(&state{}, now, x.at(0, x.p.Start.Entry), nil); f != nil {
		return &Error{Pos: x.p.Start.Entry.Pos, Why: "what should hold at the start: " + f.why, Err: f.err}
	}
	for i := range x.c.Contexts {
		for k := range x.c.Contexts[i].Points {
			if err := x.point(i, &x.c.Contexts[i].Points[k]); err != nil {
				return err
			}
		}
	}
	return nil
}

// point checks all steps from the annotations that the context ctx has at p.
func (x *checker) point(ctx int, p *Point) *Error {
	l := x.p.Locs[p.Loc]
	c := &x.c.Contexts[ctx]
	for i := range p.Holds {
		if err := x.stopped(); err != nil {
			return &Error{Pos: l.Pos, Why: err.Error(), Err: err}
		}
		a := &p.Holds[i]
		x.begin(a.Conj)
		if l.Error != nil {
			if x.c.Induction > 0 {
				continue
			}
			// An annotation at an error must be one that never holds.
			if f := x.leads(&state{}, x.ownView(&state{}), nil, nil); f != nil {
				return &Error{Pos: l.Pos, Why: "the error is not excluded: " + f.why, Err: f.err}
			}
			continue
		}
		if l == l.Proc.Exit && c.Inline {
			r := region{checker: x, hint: a.hint(c.Call)}
			if err := r.leave(&state{}, c); err != nil {
				return err
			}
			if err := r.run(x.p.Edges[c.Call]); err != nil {
				return err
			}
		}
		for _, e := range l.Out {
			s := &state{}
			x.instantiate(s, e)
			if err := x.edge(s, e, ctx, a.hint(e.ID)); err != nil {
				return err
			}
		}
	}
	return nil
}
