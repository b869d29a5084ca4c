package pointsto

import (
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/calls"
)

// Reachable code, and contexts. Each call of a model of a library function gets a private copy of the model, so that
// the memory of different callers is not confused. Direct calls of functions that a contract replaces
// (lang.Func.PerCall) get private copies, too. Copies may call models in turn; a bound on the number of functions
// ends this, and calls beyond it share the original.

// A reacher finds the part of the program that a run from the entry can reach.
type reacher struct {
	a        *Analysis
	funcs    map[*lang.Func]bool
	taken    map[*lang.Func]bool // functions whose address is used
	called   map[lang.Expr]bool  // expressions that name the function of a direct call
	worklist []*lang.Func
}

// reach finds the functions that a run from the entry can call, and the static objects that they use. It makes the
// private copies.
func (a *Analysis) reach() {
	r := &reacher{
		a: a, funcs: map[*lang.Func]bool{}, taken: map[*lang.Func]bool{}, called: map[lang.Expr]bool{},
	}
	if a.unit.Driver != nil {
		r.function(a.unit.Driver.Func)
	}
	r.function(a.unit.Entry)
	if a.unit.Environment != nil {
		r.function(a.unit.Environment)
	}
	if a.unit.Arguments != nil {
		r.function(a.unit.Arguments)
	}
	for _, f := range a.unit.Constructors {
		r.function(f)
	}
	if f := a.unit.AtReturn(); f != nil {
		r.function(f)
	}
	for len(r.worklist) > 0 {
		f := r.worklist[0]
		r.worklist = r.worklist[1:]
		if a.fn = f; !calls.IsError(f) {
			lang.Walk(f.Body, r.stmt, r.expr)
		}
	}
	a.fn = nil
}

func (r *reacher) function(f *lang.Func) {
	if r.funcs[f] {
		return
	}
	r.funcs[f] = true
	if f.Body != nil {
		r.worklist = append(r.worklist, f)
		r.a.Funcs = append(r.a.Funcs, f)
	}
}

func (r *reacher) object(o *lang.Object) {
	if r.a.used[o] || o.Storage == lang.Local || o.Storage == lang.Param || o.Ghost {
		return
	}
	r.a.used[o] = true
	r.a.Statics = append(r.a.Statics, o)
	if o.Init == nil {
		return
	}
	for _, it := range o.Init.Items {
		if it.Val != nil {
			lang.WalkExpr(it.Val, nil, r.expr)
		}
	}
}

// stmt visits statements that exist only for the flow of data.
func (r *reacher) stmt(s lang.Stmt) {
	if f, ok := s.(*lang.Flows); ok {
		lang.Walk(f.S, nil, r.expr)
	}
}

func (r *reacher) expr(e lang.Expr) {
	switch x := e.(type) {
	case *lang.Call:
		if f := x.Direct(); f != nil {
			r.call(x, f)
		}
	case *lang.FuncRef:
		if f := x.Func; !r.called[e] && !r.taken[f] {
			r.a.Env.Use(f, nil)
			r.taken[f] = true
			r.a.Taken = append(r.a.Taken, f)
			r.function(f)
		}
	case *lang.VarRef:
		r.object(x.Obj)
	case *lang.CompoundLit:
		r.object(x.Obj)
	}
}

// call visits a direct call of f.
func (r *reacher) call(x *lang.Call, f *lang.Func) {
	if g := r.a.unit.AtEnd[f.Name]; g != nil {
		f = g
		x.Callee().Func = g
	} else if (f.Model || f.PerCall) && f.Body != nil && !calls.IsError(f) && len(r.a.Funcs) < maxModelCopies {
		f = r.a.privateModel(x, f)
	}
	for fun := x.Fun; ; {
		r.called[fun] = true
		c, ok := fun.(*lang.Cast)
		if !ok {
			break
		}
		fun = c.X
	}
	r.function(f)
	r.a.Env.Use(f, x)
}

// A site is the call of a private copy.
type site struct {
	call   *lang.Call
	caller *lang.Func // nil: an initializer
}

// maxModelCopies bounds the number of functions that a program may grow to by private copies.
const maxModelCopies = 4000

// privateModel makes the call x call a private copy of f, a model or a PerCall function. Only copies of models record
// their arguments.
func (a *Analysis) privateModel(x *lang.Call, f *lang.Func) *lang.Func {
	g := lang.CloneFunc(f)
	a.sites[g] = site{x, a.fn}
	for i, p := range g.Params {
		if i < len(x.Args) && f.Model {
			a.argOf[p] = x.Args[i]
		}
	}
	x.Callee().Func = g
	return g
}
