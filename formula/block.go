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

// Coder translates the operations of one program to formulas, along graphs of steps instead of
// along one path: the path formulas of adjustable-block encoding (Beyer, Keremoglu, Wendler:
// "Predicate Abstraction with Adjustable-Block Encoding", FMCAD 2010).
//
// Names are a function of a variable or location, the edge and the tag: the same steps taken twice
// from the same start are the same terms, so that what was found out of them can be kept. Where an
// edge occurs several times in one graph, each occurrence needs a tag of its own.
//
// A Coder is not safe for concurrent use.
type Coder struct {
	tr   translator
	b    *smt.Builder
	prog *cfa.Program
	tag  string
	fold bool
	made int // points
	told int // contents

	vars, arrays           []string // names by ID
	plainVars, plainArrays []*smt.Term
	owners                 map[*smt.Term]Owner
	initial                map[*smt.Term]*memory // of arrays of which nothing is known
	live                   *cfa.Liveness
	liveAt                 map[*cfa.Loc]*cfa.VarSet
	kept                   []*cfa.Var // whose values matter everywhere
	invariant              func(*cfa.Loc, *cfa.Var) (interval.Interval, bool)
	spans                  map[spanKey]*intervals.Env
}

// quotable leaves out what a symbol of SMT-LIB cannot have between bars.
func quotable(name string) string {
	return strings.Map(func(r rune) rune {
		if r == '|' || r == '\\' || r < ' ' || r == '\x7f' {
			return '_'
		}
		return r
	}, name)
}

// NewCoder returns a coder of a finished program.
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

// Tag is put into the name of every symbol made from now on.
func (c *Coder) Tag(tag string) { c.tag = tag }

// Fold makes copies of numbers and of other versions no versions of their own from now on, if on is
// set; nor what has one value at a start (see Rely). That makes short formulas; interpolants, which speak of what two parts share, need the
// versions.
func (c *Coder) Fold(on bool) { c.fold = on }

// Keep has joins keep the values of variables even where nothing reads them later, for those who
// speak of them.
func (c *Coder) Keep(vs ...*cfa.Var) { c.kept = append(c.kept, vs...) }

// Builder makes the terms.
func (c *Coder) Builder() *smt.Builder { return c.b }

// Point is a symbolic state at the end of some steps. It does not change once it is made.
type Point struct {
	// Guard is a Bool that is true only if the run is here: the facts imply from it the conditions
	// of the step, and the guard of the predecessor, at a join that of one of them. They never
	// force a guard to be true; that of a start is True. A Guard that is False tells that nobody
	// comes here.
	Guard *smt.Term
	// Facts are what making this point has added: definitions, which hold whether or not the run
	// comes here, and what the guard implies. Points that read the same cell may both have what is
	// known of it.
	Facts []*smt.Term
	Preds []*Point // one for a step, several for a join, none for a start
	Step  cfa.Step // of a step; without Edge for others
	Loc   *cfa.Loc // where it is
	// what the facts leave open: where there is any, a model need not be a run
	Approximations []Approximation

	n      int         // points are numbered as they are made
	place  string      // what the names of its symbols end with
	via    []*smt.Term // of a join, by predecessor: where it holds, the run came from there
	root   string      // the place of the start
	global binding
	top    *activation
	frozen binding // what is local to procedures that are not on the known part of the stack
	given  []givenAt
	reads  []read
	told   trie[int] // by content.id
	cells  []cellFact
	// what it has computed: see Computed
	computed []words.Known
}

// cellFact is one of a point's facts that is about a cell of an array that was made elsewhere.
type cellFact struct {
	fact  *smt.Term
	place string // where
}

// binding has the current versions of some variables and arrays; of what is not in it nothing has
// been asked yet.
type binding struct {
	vars   trie[*smt.Term]
	arrays trie[*memory]
	// what runs that come here have in variables, where that is less than the variables' ranges
	spans *intervals.Env
}

// activation is a procedure on the stack.
type activation struct {
	proc  *cfa.Proc
	place string    // of the point that entered it
	by    *cfa.Edge // the call that entered it; nil where that is not known
	is    binding
	up    *activation
}

// givenAt is a version of a variable whose value is an input.
type givenAt struct {
	term  *smt.Term
	of    *cfa.Var
	place string // since when
}

// Start is the entry of the program, where every variable is unknown within its range.
func (c *Coder) Start() *Point { return c.Anything(c.prog.Start.Entry) }

// Anything is a start at any location, where every variable is unknown within its range. calls is
// the known upper part of the stack: the last one is the call that entered the location's
// procedure, the one before entered the procedure of that call's edge, and so on. Only calls that
// are known can be returned from. What is local to procedures below can be spoken of, but does not
// change.
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

// Take takes one step. The point that it returns has a guard of its own where the step has
// conditions, or another could be taken in its place.
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

// guard makes a point's own guard, which implies the conditions.
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

// Facts lists the facts of all points between: those of end and of what it was made from, without
// those of from and what that was made from (nil: all). In the order in which the points were made,
// each once. The cost is linear in what is between.
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

// Value is the current version of a variable: of one that is local to a procedure, in its innermost
// activation.
func (c *Coder) Value(p *Point, v *cfa.Var) *smt.Term {
	is, place := p.scope(v.Proc)
	if t := is.vars.get(v.ID); t != nil {
		return t
	}
	return c.version(v, place)
}

// Array is the current version of an array. Fills, copies and joins are said cell by cell, for
// those that are read, so that a term that reads it says nothing yet: see At.
func (c *Coder) Array(p *Point, a *cfa.Array) *smt.Term { return c.memory(p, a).term }

func (c *Coder) memory(p *Point, a *cfa.Array) *memory {
	is, place := p.scope(a.Proc)
	if m := is.arrays.get(a.ID); m != nil {
		return m
	}
	return c.unset(a, place)
}

// scope finds what is local to a procedure, or global, and the place at which it came to be.
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

// version is the symbol of a variable as some place has set it.
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

// unset is an array of unknown content.
func (c *Coder) unset(a *cfa.Array, place string) *memory {
	t := c.arrayVersion(a, place)
	m := c.initial[t]
	if m == nil {
		m = &memory{t, &layer{term: t, arr: a, from: place, all: true}}
		c.initial[t] = m
	}
	return m
}

// Owner tells what a symbol is a version of, and whether it is a symbol of variables and arrays at
// all. Plain symbols are versions, too.
func (c *Coder) Owner(t *smt.Term) (Owner, bool) {
	o, ok := c.owners[t]
	return o, ok
}

// Ranges lists what is true of the symbols in the terms whatever happens: that versions of
// variables are in the variables' ranges.
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
