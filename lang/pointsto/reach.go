package pointsto

import (
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/calls"
)

// Reachable code, and contexts. Each call of a model of a library function gets a private copy of the model, so that
// the memory of different callers is not confused. Direct calls of functions that a contract replaces
// (lang.Func.PerCall) get private copies, too. So do direct calls of small functions that return memory for values of
// any type, or for characters, which they, or functions that they call, allocate: xmalloc is called for as different
// memory as malloc itself (heap cloning; C. Lattner, A. Lenharth, V. Adve: Making context-sensitive points-to analysis
// with heap cloning practical for the real world. PLDI 2007). Copies may call models and such functions in turn. Bounds
// on the number of functions end this, and calls beyond them share the original.

// A reacher finds the part of the program that a run from the entry can reach.
type reacher struct {
	a        *Analysis
	funcs    map[*lang.Func]bool
	taken    map[*lang.Func]bool // functions whose address is used
	called   map[lang.Expr]bool  // expressions that name the function of a direct call
	worklist []*lang.Func

	allocates map[*lang.Func]bool // see allocator
}

// reach finds the functions that a run from the entry can call, and the static objects that they use. It makes the
// private copies.
func (a *Analysis) reach() {
	r := &reacher{
		a: a, funcs: map[*lang.Func]bool{}, taken: map[*lang.Func]bool{}, called: map[lang.Expr]bool{},
		allocates: map[*lang.Func]bool{},
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
	} else if r.perCall(f) && !calls.IsError(f) {
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

// perCall reports whether a direct call of f, in the function a.fn, gets a private copy of f. Functions that return
// records get none: calls that make the nodes of different lists gain little from it.
func (r *reacher) perCall(f *lang.Func) bool {
	switch {
	case f.Body == nil || len(r.a.Funcs) >= maxModelCopies:
		return false
	case f.Model || f.PerCall:
		return true
	case len(r.a.Funcs) >= maxCopies || !r.allocator(f) || f.Name == r.a.unit.Entry.Name:
		return false
	}
	if t := f.Type.Elem.Elem; t.Kind != lang.Void && !(t.IsInteger() && t.Size == 1) {
		return false
	}
	for g := r.a.fn; g != nil; g = r.a.sites[g].caller {
		if g.Name == f.Name {
			return false // a copy in a copy of itself
		}
	}
	nodes := 0
	lang.Walk(f.Body, nil, func(lang.Expr) { nodes++ })
	return nodes <= maxCopied
}

// allocator reports whether f returns a pointer and calls, itself or in functions that return pointers, an intrinsic
// that allocates memory.
func (r *reacher) allocator(f *lang.Func) bool {
	if known, ok := r.allocates[f]; ok {
		return known
	}
	r.allocates[f] = false // for recursive calls
	if f.Body == nil || f.Type.Elem == nil || f.Type.Elem.Kind != lang.Pointer {
		return false
	}
	lang.Walk(f.Body, nil, func(e lang.Expr) {
		if x, ok := e.(*lang.Call); ok && !r.allocates[f] {
			g := x.Direct()
			r.allocates[f] = g != nil && (calls.Allocates[g.Name] || r.allocator(g))
		}
	})
	return r.allocates[f]
}

// A site is the call of a private copy.
type site struct {
	call   *lang.Call
	caller *lang.Func // nil: an initializer
}

// Limits of private copies.
const (
	maxModelCopies = 4000 // the number of functions that a program may grow to
	maxCopies      = 1000 // the number of functions from which on functions of the program get no copies
	maxCopied      = 60   // the number of expressions in a function of the program that may be copied
)

// privateModel makes the call x call a private copy of f. Only copies of models record their arguments.
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
