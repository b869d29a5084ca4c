// This file translates functions with a variable number of arguments.

package variadic

import (
	"strings"

	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/build"
)

// varargs translates functions with a variable number of arguments (C11 7.16), exactly.
//
// If the program uses stdarg.h, the translation takes place before the unit is finished. A call of a defined function
// f(T a, ...) stores the arguments after the named ones in an array, one struct __whet_arg for each and one that
// marks the end (models/a_prelude.c). It passes the array's address to f in a hidden static object:
//
//	({ block[0].kind = 1; block[0].n = x; block[1].kind = 0; f.args = block; f(a); })
//
// f reads the address when it is entered, and replaces it by the address of an array of unknown arguments. So a call
// that is not translated, from outside or through a pointer to another type, passes any values. The pointer in a
// va_list to the arguments in memory holds the address of the next element; va_start, va_copy and va_arg assign to
// it.
//
//	va_arg(ap, T)    q = ap.next; kind = q ? q->kind : 0;
//	                 kind == K ? (ap.next = q + 1, q->n) : …
//
// After the colon is a VaArg with Wrong set, for what C leaves undefined: an argument of another type, or a missing
// one. Types are distinguished by size and sort. So a type of the other sign is accepted, as are any pointer, and
// long for long long of the same size, as on all machines that are modelled.
//
// varargs_pairs.go checks which va_lists are in use.
type varargs struct {
	c   *build.Maker
	arg *lang.Type                 // struct __whet_arg
	in  *lang.Func                 // the function whose body is being rewritten
	of  map[*lang.Func]*passedArgs // functions that take variable arguments
	any []*passedArgs              // the functions in `of` whose address is taken
	// a function may be called with unknown arguments
	open bool
	// types other than numbers and pointers that are passed, each with its own kind
	boxed    []*lang.Type
	uses     []*vaUse     // va_lists of the function that is being rewritten
	spent    *lang.Object // an element that marks the end of arguments
	*formats              // formats that may reach calls of the library
}

// passedArgs has the objects that pass variable arguments to a function.
type passedArgs struct {
	args  *lang.Object // a static object that the caller sets to the arguments
	open  *lang.Object // an array of unknown arguments
	local *lang.Object // the value of args when the function was entered
}

// Kinds of arguments. The kinds of boxed types start at argBoxed.
const (
	argOpen   = -1 // this argument and all after it are unknown
	argEnd    = 0
	argInt    = 1
	argLong   = 2 // an integer of 64 bits
	argPtr    = 3
	argDouble = 4
	argBoxed  = 5
)

// WriteOut translates the program's uses of stdarg.h.
func WriteOut(c *build.Maker) {
	w := &varargs{c: c, of: map[*lang.Func]*passedArgs{}}
	reads := false
	for _, f := range c.Unit.Funcs {
		if f.Body == nil {
			continue
		}
		lang.Walk(f.Body, nil, func(e lang.Expr) {
			switch x := e.(type) {
			case *lang.VaArg:
				reads = reads || x.List
			case *lang.Call:
				reads = reads || !f.Model && x.Direct() != nil && strings.HasPrefix(x.Direct().Name, "__builtin_va_")
				if k, ok := asListed(x); ok {
					if w.formats == nil {
						w.formats = findFormats(c)
					}
					reads = reads || len(w.reach(x.Args[k.format]).texts) > 0
				}
			}
		})
	}
	if !reads || len(c.Errs) > 0 {
		return
	}
	w.arg = c.Models.ModelType("__whet_arg_type").Elem
	for _, f := range c.Unit.Funcs {
		if f.Body != nil && f.Type.Variadic && build.Calls(f, "__builtin_va_start") {
			w.takes(f)
		}
	}
	for _, f := range c.Unit.Funcs {
		if f.Body == nil {
			continue
		}
		w.in, c.Frame = f, &build.Frame{Func: f}
		w.uses = nil
		build.RewriteStmt(f.Body, w.expr)
		w.ended(f)
		if p := w.of[f]; p != nil {
			w.enter(f, p)
		}
	}
	c.Frame = nil
	c.Models.ReadModels()
	nameAsprintf(c)
}

// takes makes the objects that pass arguments to f.
func (w *varargs) takes(f *lang.Func) {
	ptr := w.c.Pointer(w.arg)
	p := &passedArgs{
		args:  &lang.Object{Type: ptr, Storage: lang.Global, Pos: f.Pos, Made: true},
		open:  &lang.Object{Type: w.arg, Storage: lang.Global, Pos: f.Pos, Made: true},
		local: &lang.Object{Type: ptr, Storage: lang.Local, Func: f, Pos: f.Pos, Made: true},
	}
	at := lang.Typed(f.Pos, ptr)
	p.args.Init = &lang.Init{Items: []lang.InitItem{{Dst: &lang.VarRef{ExprBase: at, Obj: p.args}, Val: w.address(p.open, f.Pos)}}}
	p.open.Init = &lang.Init{Zero: true, Items: []lang.InitItem{{Dst: w.field(&lang.VarRef{ExprBase: lang.Typed(f.Pos, w.arg), Obj: p.open}, "kind"), Val: w.c.IntLit(f.Pos, w.c.IntT, argOpen)}}}
	p.local.Init = &lang.Init{Items: []lang.InitItem{{Dst: &lang.VarRef{ExprBase: at, Obj: p.local}, Val: &lang.VarRef{ExprBase: at, Obj: p.args}}}}
	w.c.Unit.Objects = append(w.c.Unit.Objects, p.args, p.open)
	f.Objects = append(f.Objects, p.local)
	w.of[f] = p
	if f.AddrTaken {
		w.any = append(w.any, p)
	}
	w.open = w.open || f.AddrTaken || f == w.c.Funcs[w.c.Linked(w.c.Goal.Entry)]
}

// enter adds to f statements that save the address of its arguments.
func (w *varargs) enter(f *lang.Func, p *passedArgs) {
	b := &build.Builder{Maker: w.c, Pos: f.Pos}
	b.List = append(b.List, &lang.DeclStmt{StmtBase: lang.At(f.Pos), Obj: p.local})
	b.Set(&lang.VarRef{ExprBase: lang.Typed(f.Pos, p.args.Type), Obj: p.args}, w.address(p.open, f.Pos))
	f.Body.List = append(b.List, f.Body.List...)
}

func (w *varargs) address(o *lang.Object, pos lang.Pos) lang.Expr {
	return &lang.AddrOf{ExprBase: lang.Typed(pos, w.c.Pointer(o.Type)), X: &lang.VarRef{ExprBase: lang.Typed(pos, o.Type), Obj: o}}
}

// field returns the member name of x, a struct __whet_arg or a va_list.
func (w *varargs) field(x lang.Expr, name string) lang.Expr {
	for _, f := range x.Type().Fields {
		if f.Name == name {
			return &lang.Member{ExprBase: lang.Typed(x.Pos(), f.Type), X: x, Field: f}
		}
	}
	panic("lang: no member " + name)
}

// ---- the tree

// expr returns the translation of e, whose operands are already translated.
func (w *varargs) expr(e lang.Expr) lang.Expr {
	switch x := e.(type) {
	case *lang.VaArg:
		if x.List {
			return w.next(x)
		}
	case *lang.Call:
		return w.call(x)
	}
	return e
}

func (w *varargs) call(x *lang.Call) lang.Expr {
	f := x.Direct()
	switch {
	case f == nil:
		if t := x.Fun.Type(); len(w.any) > 0 && t.Kind == lang.Pointer && t.Elem.Variadic {
			return w.pass(x, len(t.Elem.Params), w.any)
		}
	case f.Name == "__builtin_va_start" && len(x.Args) >= 1:
		if p := w.of[w.in]; p != nil {
			if e := w.start(x, &lang.VarRef{ExprBase: lang.Typed(x.At, p.local.Type), Obj: p.local}); e != nil {
				return e
			}
		}
	case f.Name == "__builtin_va_end":
		return w.end(x)
	case f.Name == "__builtin_va_copy" && len(x.Args) == 2:
		if e := w.start(x, w.cursor(x.Args[1])); e != nil {
			return e
		}
	case w.of[f] != nil:
		return w.pass(x, len(f.Params), []*passedArgs{w.of[f]})
	case f.Body == nil:
		if k, ok := asListed(x); ok {
			return w.written(x, k)
		}
		if !build.BuiltinName(f.Name) {
			return w.handedOut(x)
		}
	}
	return x
}

// handedOut returns the translation of x, a call of a function without a body. A va_list that is passed to it is
// indeterminate afterwards (C11 7.16p3): it gets the end of arguments, so va_arg finds nothing. If va_list is a
// pointer type, the list is passed by value and stays unchanged, as on the machine.
func (w *varargs) handedOut(x *lang.Call) lang.Expr {
	for _, a := range x.Args {
		if !w.isList(a) {
			continue
		}
		b := &build.Builder{Maker: w.c, Pos: x.At}
		var r lang.Expr
		if x.T.Kind == lang.Void {
			b.List = append(b.List, &lang.ExprStmt{StmtBase: lang.At(x.At), X: x})
		} else {
			r = b.Temp(x)
		}
		w.spend(b, a)
		if r != nil {
			r = b.Ref(r)
		}
		e := b.Value(r).(*lang.StmtExpr)
		e.For = x
		return e
	}
	return x
}

// isList reports whether the argument a is a va_list that the called function may change.
func (w *varargs) isList(a lang.Expr) bool {
	t := a.Type()
	return t.Kind == lang.Pointer && t.Elem.Tag == "__va_list_tag" && !build.Impure(a)
}

// spend makes the va_list a indeterminate, if it was passed by its address.
func (w *varargs) spend(b *build.Builder, a lang.Expr) {
	if w.isList(a) {
		at := w.cursor(a)
		b.Set(at, w.c.Cast(w.spentAt(b.Pos), at.Type().Plain(), false, b.Pos))
	}
}

// cursor returns the lvalue in the va_list ap that holds the address of the next argument.
func (w *varargs) cursor(ap lang.Expr) lang.Expr {
	t := ap.Type()
	if t.Kind == lang.Pointer && t.Elem.Kind == lang.Record {
		return w.field(&lang.Deref{ExprBase: lang.Typed(ap.Pos(), t.Elem), X: ap}, "overflow_arg_area")
	}
	for {
		k, ok := ap.(*lang.Cast)
		if !ok || !k.Implicit {
			return ap
		}
		ap = k.X
	}
}
