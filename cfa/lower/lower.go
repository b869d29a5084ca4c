// Package lower turns the typed syntax of a C program into control-flow
// automata over integers and arrays. After it nothing of C is left: conversions
// are Wrap operators, side effects are edges in the order of evaluation,
// pointers are addresses, memory is a set of arrays (regions).
//
// The work is done in passes over the functions that the entry function can
// reach:
//
//	models.go    calls of library models get bodies of their own
//	analysis.go  which objects need an address; constraints for
//	pointsto.go  the classes of locations that may alias
//	storage.go   a variable, an array, or an address for every object
//	regions.go   the arrays behind the classes; loads and stores
//	expr.go, place.go, arith.go, call.go, stmt.go, init.go   the code itself
//
// What C leaves undefined (a null dereference, overflow of an array) is not made
// defined here: SOUNDNESS.md in the project's root lists what that means. What
// is not modelled becomes an input of kind Approx with a Note, and a construct
// whose effect is not covered at all leads to an error location whose Property
// is marked Unsupported, so that a SAFE verdict cannot rest on it.
package lower

import (
	"fmt"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/lang"
)

// Options say how a program is to be understood.
type Options struct {
	Arith cfa.Arith
}

// Lower returns the automata of the program. The result is compacted and
// finished (see cfa.Program.Finish).
func Lower(u *lang.Unit, opt Options) (*cfa.Program, error) {
	if u.Entry == nil || u.Entry.Body == nil {
		return nil, fmt.Errorf("no entry function")
	}
	l := &lowerer{
		u: u, opt: opt,
		p:        cfa.NewProgram(u.Model, opt.Arith),
		a:        newAnalysis(u.Model),
		procs:    map[*lang.Func]*cfa.Proc{},
		stores:   map[*lang.Object]*store{},
		addrs:    map[*lang.Object]cfa.Expr{},
		funcAddr: map[*lang.Func]cfa.Expr{},
		impures:  map[lang.Expr]bool{},
		noted:    map[string]bool{},
	}
	l.p.Unit = u
	l.reach()
	l.analyse()
	l.layout()
	for _, f := range l.funcs {
		l.declare(f)
	}
	for _, f := range l.funcs {
		l.function(f)
	}
	l.start()
	l.nameRegions()
	l.p.Compact()
	l.p.Finish()
	return l.p, nil
}

type lowerer struct {
	u   *lang.Unit
	opt Options
	p   *cfa.Program
	a   *analysis

	funcs   []*lang.Func   // with bodies, that the entry reaches
	statics []*lang.Object // static objects that they use
	taken   []*lang.Func   // functions whose address is used

	procs     map[*lang.Func]*cfa.Proc
	stores    map[*lang.Object]*store
	addrs     map[*lang.Object]cfa.Expr
	funcAddr  map[*lang.Func]cfa.Expr
	recursive map[*lang.Func]bool
	impures   map[lang.Expr]bool
	noted     map[string]bool

	heapTop, stackTop  *cfa.Var
	staticLo, staticHi int64 // addresses of objects that start as zero
	nregions           int
	regionNodes        []*node
	memObjs            []*lang.Object // with constant addresses, by address
	heapLo             int64
	autos              map[*lang.Func][]*lang.Object

	// of the function that is being lowered
	fn       *lang.Func
	proc     *cfa.Proc
	cur      *cfa.Loc
	labels   map[*lang.Label]*cfa.Loc
	breaks   []*cfa.Loc
	conts    []*cfa.Loc
	cases    map[*lang.Case]*cfa.Loc
	loops    int
	frame    []*lang.Object // exposed objects of a recursive function
	frameLen int64
	hidden   *cfa.Var // where a record result that is not passed in variables goes
	into     *cfa.Var // where the next call may put its result
	unused   bool     // the value of the next assignment is not wanted
	ntemps   int
}

// reach finds the functions that a run from the entry can call, and the static
// objects that they use, and gives calls of library models bodies of their own.
func (l *lowerer) reach() {
	seenF, seenO := map[*lang.Func]bool{}, map[*lang.Object]bool{}
	taken := map[*lang.Func]bool{}
	var work []*lang.Func
	addF := func(f *lang.Func) {
		if !seenF[f] {
			seenF[f] = true
			if f.Body != nil {
				work = append(work, f)
				l.funcs = append(l.funcs, f)
			}
		}
	}
	var visit func(e lang.Expr)
	addO := func(o *lang.Object) {
		if seenO[o] || o.Storage == lang.Local || o.Storage == lang.Param {
			return
		}
		seenO[o] = true
		l.statics = append(l.statics, o)
		if o.Init != nil {
			for _, it := range o.Init.Items {
				if it.Val != nil {
					lang.WalkExpr(it.Val, nil, visit)
				}
			}
		}
	}
	called := map[lang.Expr]bool{}
	visit = func(e lang.Expr) {
		switch x := e.(type) {
		case *lang.Call:
			if f := direct(x); f != nil {
				if f.Model && f.Body != nil && !special(f) && len(l.funcs) < maxModelCopies {
					f = l.privateModel(x, f)
				}
				for fun := x.Fun; ; {
					called[fun] = true
					c, ok := fun.(*lang.Cast)
					if !ok {
						break
					}
					fun = c.X
				}
				addF(f)
			}
		case *lang.FuncRef:
			if !called[e] && !taken[x.Func] {
				taken[x.Func] = true
				l.taken = append(l.taken, x.Func)
				addF(x.Func)
			}
		case *lang.VarRef:
			addO(x.Obj)
		case *lang.CompoundLit:
			addO(x.Obj)
		}
	}
	addF(l.u.Entry)
	for len(work) > 0 {
		f := work[0]
		work = work[1:]
		if !special(f) {
			lang.Walk(f.Body, nil, visit)
		}
	}
}

// maxModelCopies bounds how many procedures a program may grow to by copying models.
const maxModelCopies = 4000

// privateModel makes the call x call a copy of the model f of its own: one
// caller's memory is then not taken for another's.
func (l *lowerer) privateModel(x *lang.Call, f *lang.Func) *lang.Func {
	g := lang.CloneFunc(f)
	for i, p := range g.Params {
		if i < len(x.Args) {
			l.a.argOf[p] = x.Args[i]
		}
	}
	e := x.Fun
	for {
		if c, ok := e.(*lang.Cast); ok {
			e = c.X
			continue
		}
		break
	}
	e.(*lang.FuncRef).Func = g
	return g
}

func (l *lowerer) analyse() {
	a := l.a
	for _, o := range l.statics {
		a.init(o)
	}
	for _, f := range l.funcs {
		if special(f) {
			continue
		}
		a.fn = f
		a.stmt(f.Body)
	}
	a.fn = nil
	a.settle()
	l.recursive = l.findRecursion()
}

// findRecursion finds the functions that may be active twice at once.
func (l *lowerer) findRecursion() map[*lang.Func]bool {
	index := map[*lang.Func]int{}
	for i, f := range l.funcs {
		index[f] = i
	}
	out := make([][]int, len(l.funcs))
	byCall := map[*lang.Call]*indirect{}
	for _, in := range l.a.pending {
		byCall[in.call] = in
	}
	for i, f := range l.funcs {
		if special(f) {
			continue
		}
		seen := map[int]bool{}
		add := func(g *lang.Func) {
			if j, ok := index[g]; ok && !seen[j] {
				seen[j] = true
				out[i] = append(out[i], j)
			}
		}
		lang.Walk(f.Body, nil, func(e lang.Expr) {
			if c, ok := e.(*lang.Call); ok {
				if g := direct(c); g != nil {
					add(g)
				} else if in := byCall[c]; in != nil {
					for _, g := range l.candidates(in) {
						add(g)
					}
				}
			}
		})
	}
	rec := map[*lang.Func]bool{}
	for _, scc := range components(out) {
		self := false
		for _, w := range out[scc[0]] {
			self = self || w == scc[0]
		}
		if len(scc) > 1 || self {
			for _, v := range scc {
				rec[l.funcs[v]] = true
			}
		}
	}
	return rec
}

// components lists the strongly connected components of a graph (Tarjan 1972,
// with a stack of its own).
func components(out [][]int) [][]int {
	n := len(out)
	num, low, next := make([]int, n), make([]int, n), make([]int, n)
	on := make([]bool, n)
	var stack, call []int
	var comps [][]int
	count := 0
	for r := range n {
		if num[r] != 0 {
			continue
		}
		call = append(call[:0], r)
		for len(call) > 0 {
			v := call[len(call)-1]
			if num[v] == 0 {
				count++
				num[v], low[v] = count, count
				stack = append(stack, v)
				on[v] = true
			}
			if next[v] < len(out[v]) {
				w := out[v][next[v]]
				next[v]++
				if num[w] == 0 {
					call = append(call, w)
				} else if on[w] {
					low[v] = min(low[v], num[w])
				}
				continue
			}
			call = call[:len(call)-1]
			if len(call) > 0 {
				u := call[len(call)-1]
				low[u] = min(low[u], low[v])
			}
			if low[v] == num[v] {
				i := len(stack) - 1
				for stack[i] != v {
					i--
				}
				comp := append([]int(nil), stack[i:]...)
				for _, w := range comp {
					on[w] = false
				}
				stack = stack[:i]
				comps = append(comps, comp)
			}
		}
	}
	return comps
}

// candidates are the functions that a call through a pointer may reach.
func (l *lowerer) candidates(in *indirect) []*lang.Func {
	var fs []*lang.Func
	for _, f := range l.taken {
		for _, g := range in.fun.find().funcs {
			if f == g && fits(f, in.call) {
				fs = append(fs, f)
			}
		}
	}
	return fs
}

// ---- emission

func (l *lowerer) newLoc(pos lang.Pos) *cfa.Loc { return l.p.NewLoc(l.proc, pos) }

// emit appends an edge to the current location.
func (l *lowerer) emit(op cfa.Op, pos lang.Pos) {
	to := l.newLoc(pos)
	l.p.NewEdge(l.cur, to, op, pos)
	l.cur = to
}

// jump adds an edge without effect to an existing location; what follows is unreachable.
func (l *lowerer) jump(to *cfa.Loc, pos lang.Pos) {
	l.p.NewEdge(l.cur, to, cfa.Skip{}, pos)
	l.cur = l.newLoc(pos)
}

func (l *lowerer) temp(r cfa.Range, pos lang.Pos) *cfa.Var {
	l.ntemps++
	v := l.p.NewVar(l.proc, fmt.Sprintf("t%d", l.ntemps), cfa.TempVar, r)
	v.Pos = pos
	return v
}

// pin returns an expression with the present value of e, whatever is assigned later.
func (l *lowerer) pin(e cfa.Expr, pos lang.Pos) cfa.Expr {
	switch x := e.(type) {
	case nil, *cfa.Const:
		return e
	case *cfa.Var:
		if x.Kind == cfa.TempVar {
			return e // assigned once
		}
	}
	t := l.temp(l.rangeOfExpr(e), pos)
	l.emit(&cfa.Assign{LHS: t, RHS: e}, pos)
	return t
}

// rangeOfExpr is a range that surely holds the values of e.
func (l *lowerer) rangeOfExpr(e cfa.Expr) cfa.Range {
	switch x := e.(type) {
	case *cfa.Var:
		return x.Range
	case *cfa.Wrap:
		return cfa.Range{Bits: x.Bits, Signed: x.Signed}
	case *cfa.Select:
		return x.Arr.Elem
	}
	if lo, hi, ok := cfa.Bounds(e); ok {
		for _, r := range []cfa.Range{
			{Bits: 1}, {Bits: 8}, {Bits: 8, Signed: true}, {Bits: 16}, {Bits: 16, Signed: true},
			{Bits: 32, Signed: true}, {Bits: 32}, {Bits: 64, Signed: true}, {Bits: 64},
		} {
			if r.Contains(lo) && r.Contains(hi) {
				return r
			}
		}
	}
	return cfa.Range{}
}

// approx is a fresh value in the range that stands for one that is not modelled.
func (l *lowerer) approx(r cfa.Range, what string, pos lang.Pos) *cfa.Var {
	l.note(pos, what, "any value")
	t := l.temp(r, pos)
	l.emit(&cfa.Havoc{LHS: t, From: &cfa.Input{Kind: cfa.Approx, Name: what, Range: r, Pos: pos}}, pos)
	return t
}

// note lists an over-approximation, once for each function that has it.
func (l *lowerer) note(pos lang.Pos, what, done string) {
	key := what
	if l.fn != nil {
		key += "\x00" + l.fn.Name
	}
	if l.noted[key] {
		return
	}
	l.noted[key] = true
	l.p.Notes = append(l.p.Notes, lang.Note{Pos: pos, What: what, Done: done})
}

// noteOnce lists an over-approximation once for the program.
func (l *lowerer) noteOnce(pos lang.Pos, what, done string) {
	if !l.noted[what] {
		l.noted[what] = true
		l.p.Notes = append(l.p.Notes, lang.Note{Pos: pos, What: what, Done: done})
	}
}

// fail leads to an error location for the property.
func (l *lowerer) fail(prop *cfa.Property) {
	to := l.newLoc(prop.Pos)
	to.Error = prop
	l.p.NewEdge(l.cur, to, cfa.Skip{}, prop.Pos)
	l.cur = l.newLoc(prop.Pos)
}

// cannot marks a construct whose behaviour is not covered: a run that reaches it
// can do what the model does not show.
func (l *lowerer) cannot(pos lang.Pos, what string) {
	l.note(pos, what, "not modelled: no claim of safety beyond it")
	split := l.cur
	l.fail(&cfa.Property{Kind: "unsupported", Text: what, Pos: pos, Func: l.fn.Name, Unsupported: true})
	l.cur = l.newLoc(pos)
	l.p.NewEdge(split, l.cur, cfa.Skip{}, pos)
}
