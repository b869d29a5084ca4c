// Paths in single assignment form: steps, activations, versions.

package formula

import (
	"context"
	"fmt"
	"strconv"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/internal/effort"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/smt"
)

// Path is a path in single assignment form.
type Path struct {
	Steps []Step
	// Approximations are the operations whose values the formulas leave open. If there are any, a model of the
	// formulas need not correspond to a run.
	Approximations []Approximation

	b      *smt.Builder
	owners map[*smt.Term]Owner
	reads  []read // reads of cells that the program does not determine
	given  []given
}

// Step is one step of the path and its formulas.
type Step struct {
	Step     cfa.Step
	Formulas []*smt.Term // formulas that all hold if the step is taken
	// Renamed is the operation with versions in place of variables and arrays, for display only. It is nil if
	// the operation does nothing.
	Renamed cfa.Op
}

// Approximation is an operation whose value the formulas leave open.
type Approximation struct {
	What string // the operation as written in the program
	Pos  lang.Pos
	Expr cfa.Expr // the operation itself
}

// Owner is the variable or array of the program of which a variable of the formulas is a version. Both are
// nil for variables that only the translation needs.
type Owner struct {
	Var   *cfa.Var
	Array *cfa.Array
}

// Owner returns the variable or array that t is a version of, and reports whether t is a variable of the
// path.
func (p *Path) Owner(t *smt.Term) (Owner, bool) {
	o, ok := p.owners[t]
	return o, ok
}

// Formulas returns the formulas of all steps in order.
func (p *Path) Formulas() []*smt.Term {
	var all []*smt.Term
	for _, s := range p.Steps {
		all = append(all, s.Formulas...)
	}
	return all
}

// encoder walks along a path.
type encoder struct {
	translator
	out     *Path
	globals *frame
	frames  []*frame
	step    int
	edge    *cfa.Edge
	now     []*smt.Term // the formulas of the step so far
	shown   int         // number of expressions of this operation that were renamed
	shownAs map[version]*cfa.Var

	versions map[any]int // by variable or array: the number of versions
	names    map[string]any
	prefix   map[any]string
}

// version is a variable and the term of one of its versions.
type version struct {
	of   *cfa.Var
	term *smt.Term
}

// frame holds the versions of one activation, or of the globals.
type frame struct {
	vars   map[*cfa.Var]*smt.Term
	arrays map[*cfa.Array]*memory
	birth  int // the step that entered the activation; -1 for the first activation and for the globals
}

func newFrame(birth int) *frame {
	return &frame{map[*cfa.Var]*smt.Term{}, map[*cfa.Array]*memory{}, birth}
}

// Encode translates a path of the program that begins at the entry of its start procedure. It fails only if
// ctx is done. Time and memory are linear in the length of the path, except that each read of an array may
// cost some formulas for each earlier fill or copy of the array.
func Encode(ctx context.Context, b *smt.Builder, prog *cfa.Program, path cfa.Path) (*Path, error) {
	x := &encoder{
		out:      &Path{b: b, Steps: make([]Step, 0, len(path)), owners: map[*smt.Term]Owner{}},
		globals:  newFrame(-1),
		frames:   []*frame{newFrame(-1)},
		versions: map[any]int{}, names: map[string]any{}, prefix: map[any]string{}, shownAs: map[version]*cfa.Var{},
	}
	x.translator = newTranslator(b, prog, x)
	for i, s := range path {
		if i%64 == 0 && effort.Done(ctx) {
			return nil, context.Cause(ctx)
		}
		x.step, x.edge, x.now, x.shown = i, s.Edge, nil, 0
		x.begin()
		renamed := x.take(s)
		x.out.Steps = append(x.out.Steps, Step{s, x.now, renamed})
	}
	return x.out, nil
}

func (x *encoder) say(t *smt.Term) {
	if !t.IsTrue() {
		x.now = append(x.now, t)
	}
}

// take translates a step and returns the renamed operation.
func (x *encoder) take(s cfa.Step) cfa.Op {
	switch s.Kind {
	case cfa.Enter:
		call := s.Edge.Op.(*cfa.Call)
		f := newFrame(x.step)
		var args []*smt.Term
		for i := range call.Callee.Params {
			if i < len(call.Args) {
				args = append(args, x.Value(call.Args[i]))
			}
		}
		renamed := &cfa.Call{Callee: call.Callee}
		for _, a := range call.Args {
			renamed.Args = append(renamed.Args, x.rename(a))
		}
		x.frames = append(x.frames, f)
		for i, a := range args {
			x.assign(call.Callee.Params[i], a)
		}
		return renamed
	case cfa.Return:
		call := s.Edge.Op.(*cfa.Call)
		results := make([]*smt.Term, len(call.Results))
		for i, v := range call.Results {
			if v != nil {
				results[i] = x.read(call.Callee.Results[i])
			}
		}
		x.frames = x.frames[:len(x.frames)-1]
		var last cfa.Op
		for i, v := range call.Results {
			if v != nil {
				value := &cfa.Var{Name: results[i].Func().Name}
				last = &cfa.Assign{LHS: x.renamed(v, x.assign(v, results[i])), RHS: value}
			}
		}
		return last
	}
	switch op := s.Edge.Op.(type) {
	case *cfa.Assume:
		renamed := &cfa.Assume{Cond: x.rename(op.Cond)}
		x.say(x.cond(op.Cond))
		return renamed
	case *cfa.Assign:
		rhs := x.rename(op.RHS)
		return &cfa.Assign{LHS: x.renamed(op.LHS, x.assign(op.LHS, x.Value(op.RHS))), RHS: rhs}
	case *cfa.Havoc:
		def := op.Def.Map(x.rename)
		t := x.version(op.LHS)
		x.within(t, op.LHS.Range)
		x.within(t, op.From.Range)
		x.out.given = append(x.out.given, given{t, op.LHS, x.step})
		return &cfa.Havoc{LHS: x.renamed(op.LHS, t), From: op.From, Def: def}
	case *cfa.Store:
		renamed := &cfa.Store{Idx: x.rename(op.Idx), Val: x.rename(op.Val)}
		x.store(op)
		renamed.Arr = x.renamedArray(op.Arr)
		return renamed
	case *cfa.Fill:
		renamed := &cfa.Fill{From: op.From}
		if op.Val != nil {
			renamed.Val = x.rename(op.Val)
		}
		if op.Lo != nil {
			renamed.Lo, renamed.Hi = x.rename(op.Lo), x.rename(op.Hi)
		}
		x.fill(op)
		renamed.Arr = x.renamedArray(op.Arr)
		return renamed
	case *cfa.Copy:
		renamed := &cfa.Copy{DstLo: x.rename(op.DstLo), SrcLo: x.rename(op.SrcLo), N: x.rename(op.N)}
		renamed.Src = x.renamedArray(op.Src)
		x.copy(op)
		renamed.Dst = x.renamedArray(op.Dst)
		return renamed
	}
	return nil
}

// define states what holds on every path. For a single path, this is the same as say.
func (x *encoder) define(t *smt.Term) { x.say(t) }

// tell states the facts about a cell, once, and the facts about the cells that they mention
// (content.below).
func (x *encoder) tell(c *content) {
	if c.said {
		return
	}
	c.said = true
	for _, d := range c.below {
		x.tell(d)
	}
	for _, t := range c.facts {
		x.say(t)
	}
	x.out.reads = append(x.out.reads, c.reads...)
}

func (x *encoder) open(e cfa.Expr) {
	x.out.Approximations = append(x.out.Approximations, Approximation{cfa.ExprString(e), x.edge.Pos, e})
}

func (x *encoder) wrap(e *cfa.Wrap, t *smt.Term) *smt.Term { return x.b.Wrap(t, e.Bits, e.Signed) }

func (x *encoder) born(l *layer) { l.birth = x.step }

func (x *encoder) frameOf(q *cfa.Proc) *frame {
	if q == nil {
		return x.globals
	}
	return x.frames[len(x.frames)-1]
}

// read returns the current version of v. If nothing has set v, it is an input.
func (x *encoder) read(v *cfa.Var) *smt.Term {
	f := x.frameOf(v.Proc)
	t := f.vars[v]
	if t == nil {
		t = x.fresh(v, v.Name, Owner{Var: v}, x.ints)
		f.vars[v] = t
		x.within(t, v.Range)
		x.out.given = append(x.out.given, given{t, v, f.birth})
	}
	return t
}

// version makes a new version of a variable.
func (x *encoder) version(v *cfa.Var) *smt.Term {
	if x.versions[v] == 0 {
		x.versions[v] = 1 // version 0 is the value at the beginning of the path
	}
	t := x.fresh(v, v.Name, Owner{Var: v}, x.ints)
	x.frameOf(v.Proc).vars[v] = t
	return t
}

// assign makes a new version of v that has the given value.
func (x *encoder) assign(v *cfa.Var, value *smt.Term) *smt.Term {
	t := x.version(v)
	x.say(x.b.Eq(t, value))
	return t
}

// fresh makes the next version of a variable or array: name_0, name_1, … If the name is taken by another
// variable, the name of the procedure or a number is added.
func (x *encoder) fresh(of any, name string, o Owner, s *smt.Sort) *smt.Term {
	p, ok := x.prefix[of]
	if !ok {
		p = name
		if _, taken := x.names[p]; taken && o.Var != nil && o.Var.Proc != nil {
			p = o.Var.Proc.Name + "::" + name
		} else if taken && o.Array != nil && o.Array.Proc != nil {
			p = o.Array.Proc.Name + "::" + name
		}
		for k := 2; ; k++ {
			if _, taken := x.names[p]; !taken {
				break
			}
			p = name + "'" + strconv.Itoa(k)
		}
		x.names[p] = of
		x.prefix[of] = p
	}
	t := x.b.Var(fmt.Sprintf("%s_%d", p, x.versions[of]), s)
	x.versions[of]++
	x.out.owners[t] = o
	return t
}

// unknown returns a number about which nothing is known.
func (x *encoder) unknown() *smt.Term {
	return x.fresh(x, "any", Owner{}, x.ints)
}

// within states that t is in the range r.
func (x *encoder) within(t *smt.Term, r cfa.Range) {
	lo, hasLo, hi, hasHi := r.Bounds()
	if hasLo {
		x.say(x.b.Ge(t, x.Const(lo)))
	}
	if hasHi {
		x.say(x.b.Le(t, x.Const(hi)))
	}
}

// renamed returns the variable that displays the version t of v, the same one each time.
func (x *encoder) renamed(v *cfa.Var, t *smt.Term) *cfa.Var {
	w := x.shownAs[version{v, t}]
	if w == nil {
		w = &cfa.Var{Name: t.Func().Name, Type: v.Type, Pointer: v.Pointer, Float: v.Float, Shadow: v.Shadow}
		x.shownAs[version{v, t}] = w
	}
	return w
}

func (x *encoder) renamedArray(a *cfa.Array) *cfa.Array {
	return &cfa.Array{Name: x.memory(a).term.Func().Name, Region: a.Region, Pointer: a.Pointer, Float: a.Float}
}

func (x *encoder) memory(a *cfa.Array) *memory {
	f := x.frameOf(a.Proc)
	m := f.arrays[a]
	if m == nil {
		l := &layer{term: x.array(a), arr: a, birth: f.birth, all: true}
		m = &memory{l.term, l}
		f.arrays[a] = m
	}
	return m
}

// array makes a new version of an array.
func (x *encoder) array(a *cfa.Array) *smt.Term {
	return x.fresh(a, a.Name, Owner{Array: a}, x.arrays)
}

func (x *encoder) set(a *cfa.Array, m *memory) { x.frameOf(a.Proc).arrays[a] = m }
