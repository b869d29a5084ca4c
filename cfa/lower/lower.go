// Package lower turns the typed syntax of a C program into control-flow
// automata over integers and arrays. After it nothing of C is left: conversions
// are Wrap operators, side effects are edges in the order of evaluation,
// pointers are addresses, memory is a set of arrays (regions).
//
// The work is done in passes over the functions that the entry function can
// reach:
//
//	lower.go      what is reachable; library models get a body for each call
//	analysis*.go  which objects need an address (exposure.go); constraints for
//	pointsto.go   the classes of locations that may alias
//	known.go      what code outside of the program knows and may change
//	recursion.go  which functions may be active twice at once
//	storage.go    a variable, an array, or an address for every object
//	regions.go    the arrays behind the classes; loads and stores
//	extent.go, check.go, facts.go   what pointers may lead to; accesses outside of it (Options.Check)
//	startup.go, weak.go, cleanup.go, notes.go   constructors and ends of runs; symbols
//	that may be missing; calls at ends of scopes; the front end's notes
//	expr.go, branch.go, place.go, arith.go, call.go, intrinsics.go,
//	library.go, stmt.go, init.go, acsl.go   the code itself, written by emit.go
//
// What C leaves undefined (a null dereference, overflow of an array) is not made
// defined here: SOUNDNESS.md in the project's root lists what that means. On
// request (Options.Check) some of it becomes a property of the program. What
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
	Check Check
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
		used:     map[*lang.Object]bool{},

		heeded:    map[lang.Note]bool{},
		accessing: map[lang.Expr]bool{},
		marked:    map[span]bool{},
	}
	l.p.Unit = u
	l.reach()
	l.analyse()
	l.layout()
	l.homes()
	l.extents()
	for _, f := range l.funcs {
		l.declare(f)
	}
	for _, f := range l.funcs {
		l.function(f)
	}
	l.start()
	l.spreading()
	l.beyond()
	l.nameRegions()
	l.p.Compact()
	l.settleChecks()
	l.p.Finish()
	return l.p, nil
}

type lowerer struct {
	u   *lang.Unit
	opt Options
	p   *cfa.Program
	a   *analysis

	funcs   []*lang.Func          // with bodies, that the entry reaches
	statics []*lang.Object        // static objects that they use
	taken   []*lang.Func          // functions whose address is used
	used    map[*lang.Object]bool // the same as a set
	around  surroundings

	procs     map[*lang.Func]*cfa.Proc
	stores    map[*lang.Object]*store
	addrs     map[*lang.Object]cfa.Expr
	funcAddr  map[*lang.Func]cfa.Expr
	recursive map[*lang.Func]bool
	impures   map[lang.Expr]bool
	noted     map[string]bool
	heeded    map[lang.Note]bool
	weaks     []weakSymbol
	accessing map[lang.Expr]bool

	heapTop, stackTop  *cfa.Var
	staticLo, staticHi int64 // addresses of objects that start as zero
	regionNodes        []*node
	memObjs            []*lang.Object // with constant addresses, by address
	heapLo             int64
	autos              map[*lang.Func][]*lang.Object

	home       map[*node]*home // of lost classes
	homeArrays []*cfa.Array
	spread     *cfa.Proc // what a write through a lost pointer may change; nil: there is none

	opened     []*node        // classes that code outside of the program may change
	externs    []*lang.Object // such objects that are in no class of memory
	calledBack bool           // it may call functions of the program
	others     *cfa.Proc      // stands for such code; nil: there is none

	// with Check.Bounds
	classes map[*node]*extent
	sizes   *cfa.Array    // of the blocks of the heap, once there is one
	shadow  *cfa.Array    // which bytes lie in dynamic objects, once that is asked
	dynamic bool          // it may be asked
	marks   []span        // what lies in the shadow from the start
	marked  map[span]bool // the same

	// of the function that is being lowered
	fn       *lang.Func
	proc     *cfa.Proc
	cur      *cfa.Loc
	labels   map[*lang.Label]*cfa.Loc
	breaks   []target
	conts    []target
	cleanups []*lang.Object // in scope, outermost first: see cleanup.go
	inScope  map[*lang.Label][]*lang.Object
	cases    map[*lang.Case]*cfa.Loc
	loops    int
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
		if seenO[o] || o.Storage == lang.Local || o.Storage == lang.Param || o.Ghost {
			return
		}
		seenO[o] = true
		l.used[o] = true
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
				if g := l.u.AtEnd[f.Name]; g != nil {
					f = g
					callee(x).Func = g
				} else if f.Model && f.Body != nil && !special(f) && len(l.funcs) < maxModelCopies {
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
				l.around.use(f, x)
			}
		case *lang.FuncRef:
			if !called[e] && !taken[x.Func] {
				l.around.use(x.Func, nil)
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
	if l.u.Arguments != nil {
		addF(l.u.Arguments)
	}
	for _, f := range l.u.Constructors {
		addF(f)
	}
	if f := l.atReturn(); f != nil {
		addF(f)
	}
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
	callee(x).Func = g
	return g
}

// callee is the reference to the function that a direct call names.
func callee(x *lang.Call) *lang.FuncRef {
	e := x.Fun
	for {
		c, ok := e.(*lang.Cast)
		if !ok {
			return e.(*lang.FuncRef)
		}
		e = c.X
	}
}

func (l *lowerer) analyse() {
	a := l.a
	a.channel = l.around.channel
	a.survey(l.funcs)
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
	for _, f := range l.funcs {
		for _, p := range f.Params {
			if l.memory(p) && flattens(p.Type) {
				a.arrives(a.obj(p), p.Type)
			}
		}
	}
	if f := l.u.Arguments; f != nil {
		a.setTarget(a.obj(l.u.Entry.Params[1]), a.target(a.ret(f)))
	}
	for _, o := range l.statics {
		if o.Extern {
			a.stir(a.obj(o))
			a.handings = append(a.handings, handing{n: a.obj(o), self: true, fixed: o.Type.Const})
		}
	}
	for i, o := range l.u.Entry.Params {
		if i != 1 || l.u.Arguments == nil {
			a.stir(a.obj(o))
			a.returned = append(a.returned, a.obj(o))
		}
	}
	a.settle()
	a.findLost()
	l.outsiders()
	l.recursive = l.findRecursion()
}

// candidates are the functions that a call through a pointer may reach.
func (l *lowerer) candidates(in *indirect) []*lang.Func { return l.reached(in, true) }

// misfits are those that its pointer may lead to, but that have another type, where the call has no prototype: C checks nothing then, and such
// calls are made. Where there is one, the analysis knows no better than that the pointers were once in one place, as members of large
// structs are; a call of a misfit, which is undefined, is as one of unknown code.
func (l *lowerer) misfits(in *indirect) []*lang.Func {
	if t := in.call.Fun.Type(); t.Kind == lang.Pointer && !t.Elem.NoProto {
		return nil
	}
	return l.reached(in, false)
}

func (l *lowerer) reached(in *indirect, fitting bool) []*lang.Func {
	var fs []*lang.Func
	for _, f := range l.taken {
		for _, g := range in.fun.find().funcs {
			if f == g && fits(f, in.call) == fitting {
				fs = append(fs, f)
			}
		}
	}
	return fs
}
