// Points of block formulas, their names and the versions of variables and arrays.

package formula

import (
	"strconv"
	"strings"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/cfa/intervals"
	"github.com/whet-mc/whet/num/interval"
	"github.com/whet-mc/whet/smt"
	"github.com/whet-mc/whet/smt/words"
)

// Coder translates the operations of one program to formulas, along graphs of steps instead of along one
// path. The formulas are the path formulas of adjustable-block encoding (Beyer, Keremoglu, Wendler:
// "Predicate Abstraction with Adjustable-Block Encoding", FMCAD 2010).
//
// The name of a symbol is a function of a variable or location, the edge and the tag. So the same steps
// taken twice from the same start give the same terms, and results about these terms can be cached. If an
// edge occurs several times in one graph, each occurrence needs its own tag.
//
// A Coder is not safe for concurrent use.
type Coder struct {
	tr   translator
	b    *smt.Builder
	prog *cfa.Program
	tag  string
	fold bool
	made int // the number of points made
	told int // the number of contents that have got an id

	vars, arrays           []string // by ID: the names of the variables and arrays
	plainVars, plainArrays []*smt.Term
	owners                 map[*smt.Term]Owner
	initial                map[*smt.Term]*memory // by term: the memories of arrays with unknown content
	live                   *cfa.Liveness
	liveAt                 map[*cfa.Loc]*cfa.VarSet
	kept                   []*cfa.Var // variables that joins keep everywhere
	invariant              func(*cfa.Loc, *cfa.Var) (interval.Interval, bool)
	spans                  map[spanKey]*intervals.Env
}

// quotable replaces the characters of a name that a quoted symbol of SMT-LIB cannot contain.
func quotable(name string) string {
	return strings.Map(func(r rune) rune {
		if r == '|' || r == '\\' || r < ' ' || r == '\x7f' {
			return '_'
		}
		return r
	}, name)
}

// NewCoder returns a coder for a finished program.
func NewCoder(b *smt.Builder, p *cfa.Program) *Coder {
	c := &Coder{
		b: b, prog: p, owners: map[*smt.Term]Owner{}, initial: map[*smt.Term]*memory{},
		vars: make([]string, len(p.Vars)), arrays: make([]string, len(p.Arrays)),
		plainVars: make([]*smt.Term, len(p.Vars)), plainArrays: make([]*smt.Term, len(p.Arrays)),
		liveAt: map[*cfa.Loc]*cfa.VarSet{}, spans: map[spanKey]*intervals.Env{},
	}
	c.tr = newTranslator(b, p, nil)
	taken := map[string]bool{}
	name := func(q *cfa.Proc, name string) string {
		if name = "::" + name; q != nil {
			name = q.Name + name
		}
		name = quotable(name)
		text := name
		for k := 2; taken[text]; k++ {
			text = name + "'" + strconv.Itoa(k)
		}
		taken[text] = true
		return text
	}
	for i, v := range p.Vars {
		c.vars[i] = name(v.Proc, v.Name)
	}
	for i, a := range p.Arrays {
		c.arrays[i] = name(a.Proc, a.Name)
	}
	return c
}

// Tag sets the string that is put into the name of every symbol made from now on.
func (c *Coder) Tag(tag string) { c.tag = tag }

// Fold sets whether assignments of numbers and of other versions make no new versions from now on. If `on`
// is set, variables that have only one value at a start (see Rely) get no versions either. This makes short
// formulas. If on is not set, interpolants can be computed: they speak about the symbols that two parts
// share, so they need the versions.
func (c *Coder) Fold(on bool) { c.fold = on }

// Keep makes joins keep the values of the variables vs even where nothing reads them later, for callers
// that state formulas about them.
func (c *Coder) Keep(vs ...*cfa.Var) { c.kept = append(c.kept, vs...) }

// Builder returns the builder of the terms.
func (c *Coder) Builder() *smt.Builder { return c.b }

// Point is a symbolic state after some steps. It does not change after it is made.
type Point struct {
	// Guard is a Bool that is true only if the run passes this point. The facts imply that if the guard
	// holds, so do the conditions of the step and the guard of the predecessor (at a join: of one
	// predecessor). They never force a guard to be true. The guard of a start is True. If the guard is
	// False, no run passes the point.
	Guard *smt.Term
	// Facts are the formulas that were added when the point was made: definitions, which hold whether or
	// not the run passes the point, and consequences of the guard. If several points read the same cell,
	// each may have the facts about that cell.
	Facts []*smt.Term
	Preds []*Point // the predecessors: one after a step, several at a join, none at a start
	Step  cfa.Step // after a step: the step; its Edge is nil at other points
	Loc   *cfa.Loc // the location of the point
	// Approximations are the operations whose values the facts leave open. If there are any, a model of the facts
	// need not correspond to a run.
	Approximations []Approximation

	n      int         // the number of the point, in the order in which points are made
	place  string      // the suffix of the names of the point's symbols
	via    []*smt.Term // at a join, by predecessor: a condition that implies that the run came from this predecessor
	root   string      // the place of the start point
	global binding
	top    *activation
	frozen binding // the variables and arrays of procedures that are not on the known part of the stack
	given  []givenAt
	reads  []read
	told   trie[int] // by content.id: 1 if the facts of the content have been stated
	cells  []cellFact
	// results of floating operations: see Computed
	computed []words.Known
}

// cellFact is a fact of a point about a cell of an array; the array may have been made at another point.
type cellFact struct {
	fact  *smt.Term
	place string // the place of the point where the array was made
}

// binding holds the current versions of some variables and arrays. A variable or array that is not in it
// has not been read or set yet.
type binding struct {
	vars   trie[*smt.Term]
	arrays trie[*memory]
	// spans has the intervals of variables in runs that pass the point, where they are smaller than the
	// variables' ranges.
	spans *intervals.Env
}

// activation is a procedure on the stack.
type activation struct {
	proc  *cfa.Proc
	place string    // the place of the point that entered the activation
	by    *cfa.Edge // the call that entered the activation; nil if unknown
	is    binding
	up    *activation
}

// givenAt is a version of a variable whose value is an input.
type givenAt struct {
	term  *smt.Term
	of    *cfa.Var
	place string // the place since which the value is unknown
}

// Start returns a point at the entry of the program, where every variable is unknown within its range.
func (c *Coder) Start() *Point { return c.Anything(c.prog.Start.Entry) }

// Anything returns a start at any location, where every variable is unknown within its range. The argument
// calls is the known upper part of the stack: the last call entered the location's procedure, the call
// before it entered the procedure of that call's edge, and so on. Only known calls can be returned from.
// Variables local to the procedures further down the stack can be read, but do not change.
func (c *Coder) Anything(at *cfa.Loc, calls ...*cfa.Edge) *Point {
	p := &Point{Guard: c.b.True(), Loc: at, place: "L" + strconv.Itoa(at.ID) + c.tag}
	p.root = p.place
	var by *cfa.Edge
	for i, e := range calls {
		p.top = &activation{proc: e.From.Proc, place: p.place + "." + strconv.Itoa(i), by: by, up: p.top}
		by = e
	}
	p.top = &activation{proc: at.Proc, place: p.place, by: by, up: p.top}
	c.settle(p)
	if c.fold {
		c.bindKnown(p)
	}
	return c.number(p)
}

func (c *Coder) number(p *Point) *Point {
	c.made++
	p.n = c.made
	return p
}

// Take returns the point after the step s from the point `at`. The new point has its own guard if the step
// has conditions, or if another step could be taken instead.
func (c *Coder) Take(at *Point, s cfa.Step) *Point {
	kind := [...]string{cfa.Intra: "e", cfa.Enter: "c", cfa.Return: "r"}[s.Kind]
	p := &Point{
		Preds: []*Point{at}, Step: s, Loc: s.Target(), place: kind + strconv.Itoa(s.Edge.ID) + c.tag,
		root: at.root, global: at.global, top: at.top, frozen: at.frozen, told: at.told,
	}
	m := &maker{c: c, p: p}
	c.tr.to = m
	c.tr.begin()
	m.step(s)
	c.tr.to = nil
	p.Guard = at.Guard
	if len(m.conds) > 0 || s.Kind != cfa.Return && len(s.Edge.From.Out) > 1 {
		p.Guard = c.guard(p, at.Guard, m.conds)
	}
	for _, t := range m.defs {
		if m.rests {
			t = c.b.Implies(p.Guard, t)
		}
		p.fact(t)
	}
	return c.number(p)
}

// guard returns a new guard for p. It implies the conditions and the guard `below` of the predecessor.
func (c *Coder) guard(p *Point, below *smt.Term, conds []*smt.Term) *smt.Term {
	if c.b.And(append([]*smt.Term{below}, conds...)...).IsFalse() {
		return c.b.False()
	}
	g := c.b.Var("@"+p.place, c.b.BoolSort())
	for _, t := range append([]*smt.Term{below}, conds...) {
		p.fact(c.b.Implies(g, t))
	}
	return g
}

func (p *Point) fact(t *smt.Term) {
	if !t.IsTrue() {
		p.Facts = append(p.Facts, t)
	}
}

// Facts lists the facts of the points that Between(end, from) returns, in the order in which the points
// were made, each fact once. If `from` is nil, these are the facts of all points that `end` was made from.
// The cost is linear in the number of facts.
func (c *Coder) Facts(end, from *Point) []*smt.Term {
	var out []*smt.Term
	said := map[*smt.Term]bool{}
	for _, p := range Between(end, from) {
		for _, t := range p.Facts {
			if !said[t] {
				said[t] = true
				out = append(out, t)
			}
		}
	}
	return out
}

// Value returns the current version of v at p. For a local variable, this is the version in the innermost
// activation of its procedure.
func (c *Coder) Value(p *Point, v *cfa.Var) *smt.Term {
	is, place := p.scope(v.Proc)
	if t := is.vars.get(v.ID); t != nil {
		return t
	}
	return c.version(v, place)
}

// Array returns the current version of an array at p. The content of fills, copies and joins is described
// cell by cell, for the cells that are read. So a term that reads the array is not described by the point's
// facts: see At.
func (c *Coder) Array(p *Point, a *cfa.Array) *smt.Term { return c.memory(p, a).term }

func (c *Coder) memory(p *Point, a *cfa.Array) *memory {
	is, place := p.scope(a.Proc)
	if m := is.arrays.get(a.ID); m != nil {
		return m
	}
	return c.unset(a, place)
}

// scope returns the binding of what is local to q (nil: the globals), and the place where that scope was
// entered.
func (p *Point) scope(q *cfa.Proc) (*binding, string) {
	if q == nil {
		return &p.global, p.root
	}
	for a := p.top; a != nil; a = a.up {
		if a.proc == q {
			return &a.is, a.place
		}
	}
	return &p.frozen, p.root
}

// version returns the symbol for the value that v received at the given place.
func (c *Coder) version(v *cfa.Var, place string) *smt.Term {
	t := c.b.Var(c.vars[v.ID]+"!"+place, c.tr.ints)
	c.owners[t] = Owner{Var: v}
	return t
}

func (c *Coder) arrayVersion(a *cfa.Array, place string) *smt.Term {
	t := c.b.Var(c.arrays[a.ID]+"!"+place, c.tr.arrays)
	c.owners[t] = Owner{Array: a}
	return t
}

// unset returns an array of unknown content since the given place.
func (c *Coder) unset(a *cfa.Array, place string) *memory {
	t := c.arrayVersion(a, place)
	m := c.initial[t]
	if m == nil {
		m = &memory{t, &layer{term: t, arr: a, from: place, all: true}}
		c.initial[t] = m
	}
	return m
}

// Owner returns the variable or array that t is a version of, and reports whether t is a version or plain
// symbol of one.
func (c *Coder) Owner(t *smt.Term) (Owner, bool) {
	o, ok := c.owners[t]
	return o, ok
}

// Ranges lists facts about the symbols in ts that always hold: each version of a variable is in the
// variable's range.
func (c *Coder) Ranges(ts ...*smt.Term) []*smt.Term {
	var out []*smt.Term
	for _, t := range smt.FreeVars(ts...) {
		if o := c.owners[t]; o.Var != nil {
			out = c.ranges(out, t, o.Var.Range)
		}
	}
	return out
}

func (c *Coder) ranges(out []*smt.Term, t *smt.Term, r cfa.Range) []*smt.Term {
	lo, hasLo, hi, hasHi := r.Bounds()
	for _, f := range []struct {
		has bool
		f   func() *smt.Term
	}{{hasLo, func() *smt.Term { return c.b.Ge(t, c.tr.Const(lo)) }}, {hasHi, func() *smt.Term { return c.b.Le(t, c.tr.Const(hi)) }}} {
		if f.has {
			if g := f.f(); !g.IsTrue() {
				out = append(out, g)
			}
		}
	}
	return out
}
