// This file translates setjmp and longjmp.

package jump

import (
	"fmt"
	"slices"

	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/build"
)

// longjumps translates setjmp and longjmp (C11 7.13). The translation is exact if a jump goes up the stack to an
// active call of setjmp. It takes place before the unit is finished, if the program calls longjmp.
//
// setjmp stores a token in the buffer, and records in a variable of its function which buffer that is:
//
//	({ buffer = env; *(long *)env = TOKEN; result = 0; goto once;
//	   again: result = __whet_jump_value; __whet_jump = 0;
//	   once: ; result; })
//
// longjmp (models/jump.c) sets __whet_jump to the token in its buffer, and returns. After each call that may lead to
// longjmp, control continues at the call of setjmp, or returns to the caller:
//
//	({ T r = f(x);
//	   if (__whet_jump) {
//	     if (__whet_jump == TOKEN && __whet_jump_buffer == buffer) goto again;
//	     return;
//	   }
//	   r; })
//
// No cleanups are called on the way (gcc's manual does not say; glibc's longjmp only sets registers). The lives of
// automatic objects end.
//
// A jump is taken only if its token and buffer come from the last execution of that call of setjmp in the same
// activation of its function:
//
//   - buffer is null when the function is entered. So the call was executed in this activation with this buffer, and
//     with no other buffer later.
//   - The token is still in the buffer, so no other call of setjmp has set the buffer since. In a function that may be
//     active twice, an inner activation could have set the same buffer and returned; there, the token is a new number
//     at each execution. In other functions it is a fixed number for each call in the text.
//
// If a jump finds no such call, nothing is claimed of the run: the function of its target has returned (which is
// undefined), or the target is unknown, as for a copy of a buffer, or for one of several buffers that one call has
// set.
//
// Automatic objects of the function that calls setjmp have indeterminate values after the jump if they are not
// volatile and were changed since setjmp (C11 7.13.2.1p3). So when setjmp returns again, each scalar that differs
// from its saved value gets any value, and no bug depends on it. Long arrays and unions are not compared; they get
// any value if they may have been changed.
//
// An object that was changed back to its saved value counts as unchanged: whatever copies a compiler may have kept
// (the old value in a register, the new one in memory) are equal then.
type longjumps struct {
	c     *build.Maker
	calls map[*lang.Func]bool    // functions that may return during a jump
	roots map[*lang.Func]bool    // functions that are called otherwise than by an expression
	stops map[*lang.Func]bool    // functions that return only during a jump
	sites int                    // number of calls of setjmp so far
	in    *lang.Func             // the function whose body is being rewritten
	here  map[*lang.Call]*setjmp // the calls of setjmp in that function
	order []*setjmp              // the same calls, in order

	jump, value, buffer, last *lang.Object // the objects with these names in models/jump.c
}

// setjmp is a call of setjmp in the text.
type setjmp struct {
	token  int64        // the token, if it is the same for all executions: made is nil then
	made   *lang.Object // the variable with the token of the last execution, or nil
	buffer *lang.Object // the variable with the buffer of the last execution; null before the first one
	result *lang.Object
	again  *lang.Label
	kept   []keptValue
	lost   []lang.Expr // objects that are not compared with saved values
	cannot string      // why nothing is claimed after a jump to this call, or ""
}

// keptValue is a scalar x that may be changed between setjmp and longjmp, and the variable with its value at setjmp.
type keptValue struct {
	x    lang.Expr
	then *lang.Object
}

var (
	SetjmpNames  = map[string]bool{"setjmp": true, "_setjmp": true, "__setjmp": true, "sigsetjmp": true, "__sigsetjmp": true, "__sigsetjmp_cancel": true}
	LongjmpNames = map[string]bool{"longjmp": true, "_longjmp": true, "siglongjmp": true, "__longjmp_chk": true}
	atExitNames  = map[string]bool{"__whet_at_exit": true, "__whet_at_quick_exit": true}
)

func isSetjmp(x *lang.Call) bool {
	f := x.Direct()
	return f != nil && f.Body == nil && SetjmpNames[f.Name] && len(x.Args) >= 1 && x.Args[0].Type().Kind == lang.Pointer
}

func isLongjmp(x *lang.Call) bool {
	f := x.Direct()
	return f != nil && f.Model && LongjmpNames[f.Name] && len(x.Args) == 2
}

// WriteOut translates setjmp and longjmp in the unit of c, if the program uses longjmp.
func WriteOut(c *build.Maker) {
	w := &longjumps{c: c, calls: map[*lang.Func]bool{}, roots: map[*lang.Func]bool{}, stops: map[*lang.Func]bool{}}
	used := false
	for _, f := range c.Unit.Funcs {
		used = used || f.Model && f.Body != nil && LongjmpNames[f.Name]
	}
	if !used || len(c.Errs) > 0 {
		return
	}
	object := func(name string) *lang.Object { return c.Models.ModelObject(name) }
	w.jump, w.value = object("__whet_jump"), object("__whet_jump_value")
	w.buffer, w.last = object("__whet_jump_buffer"), object("__whet_jumps")
	w.findRoots()
	w.findCalls()
	if w.noTarget() {
		return
	}
	for f := range w.calls {
		w.stops[f], f.ByJump, f.NoReturn = f.NoReturn, f.NoReturn, false
	}
	for _, f := range c.Unit.Funcs {
		if f.Body != nil {
			w.function(f)
		}
	}
	c.Frame = nil
}

// noTarget reports whether the program has no call of setjmp and calls longjmp only by name. In that case, it
// replaces the calls of longjmp: nothing is claimed of runs that reach them.
func (w *longjumps) noTarget() bool {
	any := false
	for _, f := range w.c.Unit.Funcs {
		any = any || f.AddrTaken && f.Model && LongjmpNames[f.Name]
		if f.Body != nil {
			lang.Walk(f.Body, nil, func(e lang.Expr) {
				x, ok := e.(*lang.Call)
				any = any || ok && isSetjmp(x)
			})
		}
	}
	if any {
		return false
	}
	for _, f := range w.c.Unit.Funcs {
		if f.Body == nil || f.Model {
			continue
		}
		build.RewriteStmt(f.Body, func(e lang.Expr) lang.Expr {
			if x, ok := e.(*lang.Call); ok && isLongjmp(x) {
				b := &build.Builder{Maker: w.c, Pos: x.At, List: []lang.Stmt{w.intrinsic(x.At, "__whet_unmodelled", w.text("longjmp without a call of setjmp", x.At))}}
				return b.Value(nil)
			}
			return e
		})
	}
	return true
}

// findRoots finds the functions that a jump cannot leave.
func (w *longjumps) findRoots() {
	u := w.c.Unit
	w.roots[w.c.Funcs[w.c.Linked(w.c.Goal.Entry)]] = true
	for _, f := range append(slices.Clone(u.Constructors), u.Destructors...) {
		w.roots[f] = true
	}
	for _, f := range u.AtEnd {
		w.roots[f] = true
	}
	for _, f := range u.Funcs {
		if f.Name == "__whet_exit_list" || f.Name == "__whet_quick_exit_list" {
			w.roots[f] = true // what it calls runs at the end of the program
		}
	}
}

// findCalls finds the functions that may lead to a call of longjmp. A call through a pointer may call any function
// whose address is taken.
func (w *longjumps) findCalls() {
	for _, f := range w.c.Unit.Funcs {
		if f.Body != nil && f.Model && LongjmpNames[f.Name] {
			w.calls[f] = true
		}
	}
	for more := true; more; {
		more = false
		for _, f := range w.c.Unit.Funcs {
			if f.Body == nil || w.calls[f] {
				continue
			}
			w.eachCallee(f, func(g *lang.Func) { w.calls[f] = w.calls[f] || w.calls[g] })
			more = more || w.calls[f]
		}
	}
}

// eachCallee calls visit for each function that f may call.
func (w *longjumps) eachCallee(f *lang.Func, visit func(*lang.Func)) {
	lang.Walk(f.Body, nil, func(e lang.Expr) {
		x, ok := e.(*lang.Call)
		if !ok {
			return
		}
		g := x.Direct()
		if g != nil {
			visit(g)
		}
		if g == nil || atExitNames[g.Name] {
			w.taken(visit)
		}
	})
}

// taken calls visit for each function whose address is taken.
func (w *longjumps) taken(visit func(*lang.Func)) {
	for _, g := range w.c.Unit.Funcs {
		if g.AddrTaken {
			visit(g)
		}
	}
}

// mayCall reports whether the call x may return during a jump.
func (w *longjumps) mayCall(x *lang.Call) bool {
	if f := x.Direct(); f != nil {
		return w.calls[f]
	}
	may := false
	w.taken(func(g *lang.Func) { may = may || w.calls[g] })
	return may
}

// recursive reports whether f may be called while it is active.
func (w *longjumps) recursive(f *lang.Func) bool {
	seen := map[*lang.Func]bool{}
	work := []*lang.Func{f}
	for len(work) > 0 {
		g := work[len(work)-1]
		work = work[:len(work)-1]
		if g.Body == nil {
			continue
		}
		w.eachCallee(g, func(h *lang.Func) {
			if !seen[h] {
				seen[h] = true
				work = append(work, h)
			}
		})
	}
	return seen[f]
}

// function rewrites the body of f.
func (w *longjumps) function(f *lang.Func) {
	w.in, w.c.Frame = f, &build.Frame{Func: f}
	w.here, w.order = map[*lang.Call]*setjmp{}, nil
	w.findSites(f)
	var begin []lang.Stmt
	for _, s := range w.order {
		at := s.again.Pos
		begin = append(begin, w.set(w.ref(s.buffer, at), w.null(at)))
	}
	if !w.calls[f] && len(w.order) == 0 {
		return
	}
	build.RewriteStmt(f.Body, func(e lang.Expr) lang.Expr {
		x, ok := e.(*lang.Call)
		switch {
		case !ok:
		case w.here[x] != nil:
			return w.setjmp(x, w.here[x])
		case isLongjmp(x):
			return w.longjmp(x)
		case w.mayCall(x):
			return w.behind(x)
		}
		return e
	})
	f.Body.List = append(begin, f.Body.List...)
}

// findSites finds the calls of setjmp in f.
func (w *longjumps) findSites(f *lang.Func) {
	lang.InScope(f.Body, nil, func(e lang.Expr, live []*lang.Object) {
		x, ok := e.(*lang.Call)
		if !ok || !isSetjmp(x) || w.here[x] != nil {
			return
		}
		w.sites++
		s := &setjmp{token: int64(w.sites), buffer: w.c.Hidden(w.c.Voidp, x.At), result: w.c.Hidden(w.c.IntT, x.At)}
		s.again = w.label("setjmp", x.At)
		if w.recursive(f) {
			s.made = w.c.Hidden(w.c.Long, x.At)
		}
		w.here[x] = s
		w.order = append(w.order, s)
		w.keep(f, x, s, live)
	})
}

func (w *longjumps) label(name string, at lang.Pos) *lang.Label {
	l := &lang.Label{Name: fmt.Sprintf("%s#%d", name, len(w.in.Labels)), Func: w.in, Pos: at, Index: len(w.in.Labels)}
	w.in.Labels = append(w.in.Labels, l)
	return l
}

// setjmp returns the translation of x, the call of setjmp that s describes.
func (w *longjumps) setjmp(x *lang.Call, s *setjmp) lang.Expr {
	c, at := w.c, x.At
	b := &build.Builder{Maker: c, Pos: at}
	env := x.Args[0]
	for _, a := range x.Args[1:] {
		b.List = append(b.List, &lang.ExprStmt{StmtBase: lang.At(at), X: a})
	}
	b.List = append(b.List, w.set(w.ref(s.buffer, at), env))
	if build.Impure(env) {
		env = w.ref(s.buffer, at)
	} else {
		env = lang.CloneExpr(env)
	}
	if s.made != nil {
		last := func() lang.Expr { return w.ref(w.last, at) }
		one := &lang.Binary{ExprBase: lang.Typed(at, c.Long), Op: lang.Add, L: last(), R: c.IntLit(at, c.Long, 1), Wraps: true}
		b.List = append(b.List, w.set(last(), one), w.set(w.ref(s.made, at), last()))
	}
	b.List = append(b.List, w.set(w.tokenIn(env, at), w.token(s, at)))
	for _, k := range s.kept {
		b.List = append(b.List, &lang.Quiet{StmtBase: lang.At(at), S: w.set(w.ref(k.then, at), lang.CloneExpr(k.x)), Defined: nil})
	}
	once := w.label("once", at)
	b.List = append(b.List, w.set(w.ref(s.result, at), c.IntLit(at, c.IntT, 0)), &lang.Goto{StmtBase: lang.At(at), Label: once},
		&lang.Labeled{StmtBase: lang.At(at), Label: s.again, Body: &lang.Empty{StmtBase: lang.At(at)}})
	if s.cannot != "" {
		b.List = append(b.List, w.intrinsic(at, "__whet_unmodelled", w.text(s.cannot, at)))
	}
	b.List = append(b.List, w.set(w.ref(s.result, at), w.ref(w.value, at)), w.set(w.ref(w.jump, at), c.IntLit(at, c.Long, 0)))
	for _, k := range s.kept {
		lose := w.set(lang.CloneExpr(k.x), &lang.VaArg{ExprBase: lang.Typed(at, k.x.Type().Plain()), X: lang.CloneExpr(k.x), Wrong: true})
		same := &lang.SameBits{ExprBase: lang.Typed(at, c.IntT), L: lang.CloneExpr(k.x), R: w.ref(k.then, at)}
		b.List = append(b.List, &lang.Quiet{StmtBase: lang.At(at), S: &lang.If{StmtBase: lang.At(at), Cond: &lang.Unary{ExprBase: lang.Typed(at, c.IntT), Op: lang.LogNot, X: same}, Then: lose}, Defined: nil})
	}
	for _, l := range s.lost {
		p := c.Cast(&lang.AddrOf{ExprBase: lang.Typed(at, c.Pointer(l.Type())), X: lang.CloneExpr(l)}, c.Voidp, false, at)
		b.List = append(b.List, &lang.Quiet{StmtBase: lang.At(at), S: w.intrinsic(at, "__whet_computed_bytes", p, c.IntLit(at, c.Size, l.Type().Size)), Defined: nil})
	}
	b.List = append(b.List, &lang.Labeled{StmtBase: lang.At(at), Label: once, Body: &lang.Empty{StmtBase: lang.At(at)}})
	e := b.Value(w.ref(s.result, at)).(*lang.StmtExpr)
	e.T, e.For = x.T.Plain(), x
	return e
}

// longjmp returns the translation of x, a call of longjmp.
func (w *longjumps) longjmp(x *lang.Call) lang.Expr {
	b := &build.Builder{Maker: w.c, Pos: x.At}
	es := b.Operands(lang.StripCasts(x.Args[0]), x.Args[1])
	env := es[0]
	call := w.intrinsic(x.At, "__whet_jump_to", w.tokenIn(b.Ref(env), x.At), b.Ref(env), es[1]).(*lang.ExprStmt)
	w.stops[call.X.(*lang.Call).Direct()] = true
	b.List = append(b.List, &lang.ExprStmt{StmtBase: lang.At(x.At), X: w.behind(call.X.(*lang.Call))})
	e := b.Value(nil).(*lang.StmtExpr)
	e.For = x
	return e
}

// behind returns the call x with a continuation for the case that it returns during a jump.
func (w *longjumps) behind(x *lang.Call) lang.Expr {
	c, at := w.c, x.At
	b := &build.Builder{Maker: c, Pos: at}
	var r lang.Expr
	if x.T.Kind == lang.Void {
		b.List = append(b.List, &lang.ExprStmt{StmtBase: lang.At(at), X: x})
	} else {
		r = b.Temp(x)
	}
	var go_ []lang.Stmt
	for _, s := range w.order {
		same := &lang.Binary{ExprBase: lang.Typed(at, c.IntT), Op: lang.Eq, L: w.ref(w.jump, at), R: w.token(s, at)}
		here := &lang.Binary{ExprBase: lang.Typed(at, c.IntT), Op: lang.Eq, L: w.ref(w.buffer, at), R: w.ref(s.buffer, at)}
		go_ = append(go_, &lang.If{StmtBase: lang.At(at), Cond: &lang.Logical{ExprBase: lang.Typed(at, c.IntT), Or: false, L: same, R: here}, Then: &lang.Goto{StmtBase: lang.At(at), Label: s.again, Longjmp: true}})
	}
	if w.roots[w.in] {
		go_ = append(go_, w.intrinsic(at, "__whet_unmodelled", w.text("a longjmp to a call of setjmp that has returned, or that is not known", at)))
	} else {
		go_ = append(go_, &lang.Return{StmtBase: lang.At(at), Longjmp: true})
	}
	some := &lang.Binary{ExprBase: lang.Typed(at, c.IntT), Op: lang.Ne, L: w.ref(w.jump, at), R: c.IntLit(at, c.Long, 0)}
	b.List = append(b.List, &lang.If{StmtBase: lang.At(at), Cond: some, Then: &lang.Block{StmtBase: lang.At(at), List: go_, End: at}})
	if f := x.Direct(); f != nil && w.stops[f] {
		b.List = append(b.List, w.intrinsic(at, "__builtin_unreachable"))
	}
	if r != nil {
		r = b.Ref(r)
	}
	e := b.Value(r).(*lang.StmtExpr)
	e.For = x
	return e
}

// ---- nodes

func (w *longjumps) ref(o *lang.Object, at lang.Pos) lang.Expr {
	return &lang.VarRef{ExprBase: lang.Typed(at, o.Type), Obj: o}
}

func (w *longjumps) null(at lang.Pos) lang.Expr {
	return w.c.Cast(w.c.IntLit(at, w.c.IntT, 0), w.c.Voidp, false, at)
}

func (w *longjumps) set(l, r lang.Expr) lang.Stmt {
	t := l.Type().Plain()
	return &lang.ExprStmt{StmtBase: lang.At(l.Pos()), X: &lang.Assign{ExprBase: lang.Typed(l.Pos(), t), L: l, R: build.Meant(w.c.Convert(r, t))}}
}

// token returns the token of the call s of setjmp.
func (w *longjumps) token(s *setjmp, at lang.Pos) lang.Expr {
	if s.made != nil {
		return w.ref(s.made, at)
	}
	return w.c.IntLit(at, w.c.Long, s.token)
}

// tokenIn returns the lvalue of the token in the buffer that env points to: the first long. If the buffer's type
// begins with a long, the lvalue uses that member, so that the record is not accessed with two types.
func (w *longjumps) tokenIn(env lang.Expr, at lang.Pos) lang.Expr {
	if env = lang.StripCasts(env); env.Type().Kind == lang.Pointer {
		for x := lang.Expr(&lang.Deref{ExprBase: lang.Typed(at, env.Type().Elem), X: env}); ; {
			switch t := x.Type(); {
			case t.Kind == lang.Integer && t.Size == w.c.Long.Size:
				return x
			case t.Kind == lang.Record && len(t.Fields) > 0 && !t.Union:
				x = &lang.Member{ExprBase: lang.Typed(at, t.Fields[0].Type), X: x, Field: t.Fields[0]}
				continue
			case t.Kind == lang.Array && t.Len > 0:
				x = &lang.Index{ExprBase: lang.Typed(at, t.Elem), X: w.c.Decay(x), I: w.c.IntLit(at, w.c.Ptrdiff, 0)}
				continue
			}
			return &lang.Deref{ExprBase: lang.Typed(at, w.c.Long), X: w.c.Cast(env, w.c.Pointer(w.c.Long), false, at)}
		}
	}
	return &lang.Deref{ExprBase: lang.Typed(at, w.c.Long), X: w.c.Cast(env, w.c.Pointer(w.c.Long), false, at)}
}

func (w *longjumps) text(s string, at lang.Pos) lang.Expr {
	o := w.c.Literal(at, append([]byte(s), 0))
	return w.c.Decay(&lang.VarRef{ExprBase: lang.Typed(at, o.Type), Obj: o})
}

// intrinsic returns a call of an intrinsic of the models.
func (w *longjumps) intrinsic(at lang.Pos, name string, args ...lang.Expr) lang.Stmt {
	return &lang.ExprStmt{StmtBase: lang.At(at), X: w.c.Models.CallBuiltin(name, at, args)}
}
