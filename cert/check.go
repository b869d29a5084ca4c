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

// Error says where a certificate is no proof.
type Error struct {
	Edge *cfa.Edge // the step that was not proved; nil: the error is not about a step
	Pos  lang.Pos  // where that is in the source, if known
	Why  string
	Err  error // the check was stopped; otherwise nil
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

// Unwrap is the cause of the end of the context, where that has ended the check.
func (e *Error) Unwrap() error { return e.Err }

// at makes an error of a failure.
func (f *failure) at(e *cfa.Edge, where string) *Error {
	return &Error{Edge: e, Pos: e.Pos, Why: fmt.Sprintf("what should hold at the %s: %s", where, f.why), Err: f.err}
}

// Stats say what a check has cost.
type Stats struct {
	Annotations int // in the certificate
	Formulas    int // different ones
	Steps       int // proved: paths from one annotation to the next
	Queries     int // of them needed the solver, whose proofs were checked
	Runs        int // made: all there are
	Paths       int // made, with inputs as symbols: all there are
}

// checker is one check.
type checker struct {
	ctx    context.Context
	p      *cfa.Program
	c      *Certificate
	b      *smt.Builder
	ints   *smt.Sort
	arrays *smt.Sort
	stats  Stats

	nows, lefts, olds, fresh constants
	below                    constants
	ranges                   map[*smt.Term]span // of constants, and of the cells of constant arrays
	symbols                  map[*smt.Term]Symbol
	seen                     map[int]map[*smt.Term]bool // formulas that were looked at: see walked
	// by term ID, of formulas that were looked at
	depths []int32
	words  map[*smt.Term]span // results of wrapping
	// what bitwise and floating operations have made, in that order
	knownTerms  []words.Known
	floats      map[*smt.Term][]*smt.Term // the arguments of floating ones, by result
	fixed       bool                      // annotations speak of fixed-point numbers
	bitwiseSeen map[*smt.Term]bool
	naming      bool                    // results of bitwise operations get names
	names       map[*smt.Term]*smt.Term // and have these
	divisions   map[[2]*smt.Term][2]*smt.Term
	frees       map[*smt.Term][]*smt.Term
	refuted     map[*smt.Term]bool
	contexts    map[int][]int      // by Proc.ID, but for inlined ones
	lastContext map[int]int        // by Edge.ID of a call: the last of contexts that one has entered without a hint
	inline      map[site]int       // those
	instances   map[int][]prepared // by Edge.ID
	mentions    map[*cfa.Var]bool  // see mentioned
	setBy       []*cfa.VarSet
	kept        map[int][]*smt.Term // by Loc.ID: see Head
	known       known
	// calls of cell within each other
	sunk int
	// arrays of sums, by the ID of what they sum up; why they mean nothing, if so
	sums   map[int][]*cfa.Array
	noSums error
	// by the symbol of such an array, what it sums up
	summed map[*smt.Term]summed
	weaker *weakening // nil: this is a check
	// proof.CheckUntil
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

// walked are the formulas of a procedure's contexts, inlined or not, that have been found
// admissible.
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

// Check returns nil if the certificate proves that no run of the program reaches an error.
// Otherwise the error is an *Error, which says where the proof fails, or that the context has
// ended. The program is one that cfa.Program.Finish has completed; it must be the program itself,
// not a slice of it. Nothing in the certificate is trusted. The certificate's builder grows.
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

// checkOne is Check for a proof without parts, which excludes all errors of the program.
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

// mostGhosts bounds Ghosts.
const mostGhosts = 1 << 10

// mostRounds bounds Induction and Unwind.
const mostRounds = 1 << 20

// structure checks that the certificate speaks of the program.
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

// inlineable registers an inlined context, and says what is wrong with it.
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
	// The variables of a procedure have one meaning in all of a block.
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

// inductive checks that the annotations hold at the start and that every step from an annotation
// leads to one.
func (x *checker) inductive() *Error {
	if x.c.Contexts[0].Proc != x.p.Start.ID { // it is not inlined: see inlineable
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

// point checks all steps from the annotations of a location.
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
