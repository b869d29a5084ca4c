package contract

import (
	"slices"
	"strings"

	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/build"
	table "github.com/whet-mc/whet/lang/library"
	"github.com/whet-mc/whet/lang/models"
)

// This file redirects calls of functions with contracts.
//
// If the contract of a function is used (Options.Contracts), a call of the function leads to its stand-in. The
// stand-in claims the preconditions, gives the places of assigns and the result any value, and assumes the
// postconditions. Which objects these values may point to is determined by the body, which the points-to analysis
// examines although it does not run (lang.Flows). So the stand-in can do everything that the body does, if the body
// keeps the contract; the driver of the function proves that separately (driver_contract.go). Neither covers
// calls that do not return. A stand-in refuses what a contract cannot express here: blocks of the heap that are
// freed or given away, jumps out of the function, and functions that are registered.
//
// A function without a body that has a contract does what the contract says, if contracts are used at all; the
// verdict names this assumption. If contracts are not used, the function may do anything, but no bug may depend on
// behaviour that the contract might exclude (Func.Ensured).
//
// A call of another function with a contract leads to a function around it, which claims at each call what the
// contract says.

// trusted reports whether a contract that is used defines the function f.
func trusted(g *build.Goal, f *lang.Func) bool { return len(g.Contracts) > 0 && byContract(f) }

// Promised returns, in order, the functions of the unit u without a body that are defined by their contracts.
func Promised(u *lang.Unit) []*lang.Func {
	var list []*lang.Func
	for _, f := range u.Funcs {
		if byContract(f) {
			list = append(list, f)
		}
	}
	return list
}

// byContract reports whether f is defined by its contract alone.
func byContract(f *lang.Func) bool { return len(f.Contracts) > 0 && MayBeTrusted(f) }

// MayBeTrusted reports whether a contract may define f: f has no body, the library does not define it, and its name
// has no special meaning.
func MayBeTrusted(f *lang.Func) bool {
	return f.Body == nil && !f.Model && !f.NoReturn && f.Type.Kind == lang.Function && !f.Type.Variadic && !f.Type.NoProto &&
		!table.Known(f.Name) && !models.Named(f.Name) && !strings.HasPrefix(f.Name, "__")
}

// Apply redirects calls of functions with contracts, and adds preconditions to the bodies of functions whose
// contracts claim nothing else.
func Apply(c *build.Maker) {
	entry := c.Goal.Entry
	r := build.Replacement{Funcs: map[*lang.Func]*lang.Func{}}
	var made []*lang.Func
	for _, f := range slices.Clone(c.Unit.Funcs) {
		if trusted(&c.Goal, f) && mentioned(c, f) {
			g := stub(c, f)
			r.Funcs[f], made = g, append(made, g)
			continue
		}
		if len(f.Contracts) == 0 || f.Body == nil || f.Model {
			continue
		}
		isEntry := f == c.Funcs[c.Linked(entry)] || f.Name == entry
		switch {
		case f.Name == "main":
			if isEntry {
				mainContract(c, f)
			}
		case !mentioned(c, f):
		case c.Goal.Contracted(f.Name) && !c.Goal.Bodies:
			g := standIn(c, f)
			r.Funcs[f], made = g, append(made, g)
		case isEntry || claimsMore(f):
			g := around(c, f)
			r.Funcs[f], made = g, append(made, g)
		default:
			w := &build.Writer{Maker: c, Func: f, At: f.Pos}
			for _, con := range f.Contracts {
				newContractWriter(w, con, f, f.Params, nil).required(false)
			}
			f.Body.List = append(w.List, f.Body.List...)
		}
	}
	if len(made) == 0 {
		return
	}
	taken := map[*lang.Func]bool{}
	for f := range r.Funcs {
		taken[f] = f.AddrTaken
		f.AddrTaken = false
	}
	r.Apply(c.Unit)
	for f, g := range r.Funcs {
		g.AddrTaken = taken[f]
	}
	c.Unit.Funcs = append(c.Unit.Funcs, made...)
}

// mainContract assumes the preconditions of main. Its postconditions are not claimed, but reported as unread.
func mainContract(c *build.Maker, f *lang.Func) {
	w := &build.Writer{Maker: c, Func: f, At: f.Pos}
	for _, con := range f.Contracts {
		k := newContractWriter(w, con, f, f.Params, nil)
		k.required(true)
		for _, b := range con.Behaviors {
			for _, e := range b.Ensures {
				k.unread("ensures", true, e.At, &lang.Diagnostic{Pos: e.At, Msg: "a postcondition of main is not supported"})
			}
		}
	}
	f.Body.List = append(w.List, f.Body.List...)
}

// claimsMore reports whether f has a contract with claims about its result, and no variable arguments.
func claimsMore(f *lang.Func) bool {
	for _, con := range f.Contracts {
		if con.Claims() {
			return !f.Type.Variadic
		}
	}
	return false
}

// mentioned reports whether the program names the function f anywhere.
func mentioned(c *build.Maker, f *lang.Func) bool {
	if c.Mentions == nil {
		c.Mentions = map[*lang.Func]bool{}
		see := func(e lang.Expr) {
			if r, ok := e.(*lang.FuncRef); ok {
				c.Mentions[r.Func] = true
			}
		}
		for _, g := range c.Unit.Funcs {
			if g.Body != nil {
				lang.Walk(g.Body, nil, see)
			}
		}
		for _, o := range c.Unit.Objects {
			for _, e := range lang.InitExprs(o) {
				lang.WalkExpr(e, nil, see)
			}
		}
	}
	return c.Mentions[f]
}

// outline makes a function g that replaces f and has copies of the parameters params. It returns g with a writer for
// its body, the arguments for a call of f, and a variable for the result (nil: void).
func outline(c *build.Maker, f *lang.Func, params []*lang.Object) (g *lang.Func, w *build.Writer, args []lang.Expr, result *lang.Object) {
	g = &lang.Func{Name: "contract of " + f.Name, Type: f.Type, Pos: f.Pos, End: f.End, NoReturn: f.NoReturn, File: f.File}
	w = &build.Writer{Maker: c, Func: g, At: f.Pos}
	for _, p := range params {
		q := *p
		q.Func = g
		g.Params = append(g.Params, &q)
		args = append(args, w.Ref(&q))
	}
	if t := f.Type.Elem.Plain(); t.Kind != lang.Void {
		result = w.Local("result", t)
	}
	return g, w, args, result
}

// callOf returns a call of f with the arguments args, whose result is assigned to result.
func callOf(w *build.Writer, f *lang.Func, args []lang.Expr, result *lang.Object) lang.Stmt {
	var x lang.Expr = &lang.Call{ExprBase: lang.Typed(w.At, f.Type.Elem.Plain()), Fun: &lang.FuncRef{ExprBase: lang.Typed(w.At, w.Maker.Pointer(f.Type)), Func: f}, Args: args, For: nil}
	if result != nil {
		x = &lang.Assign{ExprBase: lang.Typed(w.At, result.Type), L: w.Ref(result), R: x}
	}
	return &lang.ExprStmt{StmtBase: lang.At(w.At), X: x}
}

// finish ends the function with a return, and sets its body.
func finish(w *build.Writer, result *lang.Object) {
	r := &lang.Return{StmtBase: lang.At(w.At)}
	if result != nil {
		r.X = w.Ref(result)
	}
	w.List = append(w.List, r)
	w.Func.Body = &lang.Block{StmtBase: lang.At(w.At), List: w.List, End: w.Func.End}
}

// around makes a function that calls f, and claims what the contract of f says.
func around(c *build.Maker, f *lang.Func) *lang.Func {
	g, w, args, result := outline(c, f, f.Params)
	g.Around = true
	var after []lang.Stmt
	for _, con := range f.Contracts {
		k := newContractWriter(w, con, f, g.Params, result)
		k.required(false)
		k.enter()
		k.covers()
		after = append(after, k.ensured(false)...)
	}
	w.List = append(w.List, callOf(w, f, args, result))
	w.List = append(w.List, after...)
	finish(w, result)
	return g
}

// standIn makes a function that does what the contract of f, a function with a body, says.
func standIn(c *build.Maker, f *lang.Func) *lang.Func {
	g, w, args, result := outline(c, f, f.Params)
	g.PerCall = true
	does := doingOf(c, f)
	var after []lang.Stmt
	var writers []*contractWriter
	for _, con := range f.Contracts {
		k := newContractWriter(w, con, f, g.Params, result)
		k.required(false)
		k.enter()
		after = append(after, k.ensured(true)...)
		writers = append(writers, k)
	}
	covered(c, w, f, g.Params, does.library)
	w.List = append(w.List, &lang.Flows{StmtBase: lang.At(w.At), S: callOf(w, f, args, result)})
	if what := does.beyond(f); what != "" {
		endRun(w, "a call of "+f.Name+" by its contract, "+what)
	}
	if does.allocates {
		w.List = append(w.List, &lang.Assertion{StmtBase: lang.At(w.At), Kind: lang.Refused, Text: "blocks that " + f.Name + " allocates, by its contract", Leaks: true})
	}
	for _, o := range does.library {
		anyValue(w, w.Ref(o), nil, f)
	}
	if does.outside {
		out := &lang.Func{Name: "code that " + f.Name + " calls", Type: &lang.Type{Kind: lang.Function, Align: 1, Elem: c.Void}, Pos: f.Pos}
		c.Unit.Funcs = append(c.Unit.Funcs, out)
		w.List = append(w.List, callOf(w, out, nil, nil))
	}
	assigned(w, writers, f, does)
	if result != nil {
		anyResult(w, result, f)
	}
	w.List = append(w.List, after...)
	finish(w, result)
	return g
}

// stub makes a function that does what the contract of f, a function without a body, says.
func stub(c *build.Maker, f *lang.Func) *lang.Func {
	g, w, args, result := outline(c, f, f.Contracts[0].Params)
	g.PerCall, w.Promised = true, true
	var after []lang.Stmt
	var writers []*contractWriter
	says := false                                     // a contract has an assigns clause
	gives, holds := holdsPointers(f.Type.Elem), false // gives: the result holds pointers; holds: a place of an assigns clause does
	for _, con := range f.Contracts {
		c.Take(lang.ChosenNote("contracts", con.Pos, "the contract of "+f.Name, "taken to hold: there is no body"))
		k := newContractWriter(w, con, f, g.Params, result)
		k.required(false)
		k.enter()
		after = append(after, k.ensured(true)...)
		writers = append(writers, k)
		says = says || con.Behaviors[0].Assigns != nil
		for _, b := range con.Behaviors {
			if b.Assigns != nil {
				for _, s := range b.Assigns.Sets {
					holds = holds || holdsPointers(s.X.Type())
				}
			}
		}
	}
	if !says {
		w.List = append(w.List, callOf(w, f, args, result))
	} else {
		switch one := oneOf(after, result); {
		case gives && !holds && len(one) > 0:
			for _, x := range one {
				w.List = append(w.List, &lang.Flows{StmtBase: lang.At(w.At), S: &lang.ExprStmt{StmtBase: lang.At(w.At), X: &lang.Assign{ExprBase: lang.Typed(w.At, result.Type), L: w.Ref(result), R: &lang.Cast{ExprBase: lang.Typed(w.At, result.Type), X: lang.CloneExpr(x), Implicit: true}}}})
			}
		case gives || holds: // pointers to anything that such a function may know
			w.List = append(w.List, &lang.Flows{StmtBase: lang.At(w.At), S: callOf(w, f, args, result)})
		}
		assigned(w, writers, f, doing{})
		if result != nil {
			anyResult(w, result, f)
		}
	}
	w.List = append(w.List, after...)
	finish(w, result)
	return g
}

// oneOf returns a list of terms, if an assumption in `after` says that the pointer result equals one of them.
// Otherwise it returns nil.
func oneOf(after []lang.Stmt, result *lang.Object) []lang.Expr {
	for _, s := range after {
		a, ok := s.(*lang.Assertion)
		if !ok || result == nil || result.Type.Kind != lang.Pointer {
			continue
		}
		if list, ok := alternatives(a.X, result); ok {
			return list
		}
	}
	return nil
}

// alternatives returns a list of terms, if x implies that result equals one of them. Otherwise ok is false.
func alternatives(x lang.Expr, result *lang.Object) (list []lang.Expr, ok bool) {
	is := func(e lang.Expr) bool {
		v, ok := e.(*lang.VarRef)
		return ok && v.Obj == result
	}
	switch x := x.(type) {
	case *lang.Logical:
		l, lok := alternatives(x.L, result)
		r, rok := alternatives(x.R, result)
		switch {
		case x.Or:
			return append(l, r...), lok && rok
		case lok:
			return l, true
		}
		return r, rok
	case *lang.Binary:
		switch {
		case x.Op != lang.Eq:
		case is(x.L):
			return []lang.Expr{x.R}, true
		case is(x.R):
			return []lang.Expr{x.L}, true
		}
	}
	return nil, false
}

// endRun ends the run: nothing is claimed of what follows.
func endRun(w *build.Writer, what string) {
	w.List = append(w.List, &lang.Assertion{StmtBase: lang.At(w.At), Kind: lang.Refused, Text: what})
}

// anyValue gives count places that start at the lvalue x any value; a nil count is one place. Places that unseen code
// may have stored to count as initialized.
func anyValue(w *build.Writer, x, count lang.Expr, f *lang.Func) {
	in := &lang.Input{StmtBase: lang.At(w.At), X: x, Name: "what " + f.Name + " assigns", Count: count, Approx: true, Stored: w.Promised || build.RootOf(x) != nil, Promised: w.Promised}
	if count == nil {
		w.List = append(w.List, in)
		return
	}
	some := w.Binary(lang.Gt, count, w.Number(0, count.Type()))
	w.List = append(w.List, &lang.Quiet{StmtBase: lang.At(w.At), S: &lang.If{StmtBase: lang.At(w.At), Cond: some, Then: &lang.Block{StmtBase: lang.At(w.At), List: []lang.Stmt{in}, End: w.At}, Else: nil}, Defined: nil})
}

// anyResult gives the result any value of its type.
func anyResult(w *build.Writer, result *lang.Object, f *lang.Func) {
	x := w.Ref(result)
	if result.Type.Kind == lang.Bool {
		v := w.Local("choice", w.Maker.IntT)
		w.List = append(w.List, &lang.Input{StmtBase: lang.At(w.At), X: w.Ref(v), Name: "result of " + f.Name, Approx: true, Stored: true, Promised: w.Promised})
		w.Assign(x, &lang.Cast{ExprBase: lang.Typed(w.At, result.Type), X: w.Ref(v), Implicit: true})
		return
	}
	w.List = append(w.List, &lang.Input{StmtBase: lang.At(w.At), X: x, Name: "result of " + f.Name, Approx: true, Stored: true, Promised: w.Promised})
}

// assigned gives the places of the assigns clauses any value. A call keeps the clauses of all behaviors that apply to
// it, so it is sound to use one of these clauses: the clause of the first behavior that applies, and the
// unconditional clause if no other applies. All places are computed before any of them changes.
func assigned(w *build.Writer, list []*contractWriter, f *lang.Func, does doing) {
	type choice struct {
		when *lang.Object
		b    *lang.Block
	}
	var choices []choice
	var always *lang.Block
	for _, k := range list {
		for _, b := range k.con.Behaviors {
			if b.Assigns == nil || b.Broken {
				continue
			}
			var sets []placed
			if why := attempt(func() { sets = k.places(b.Assigns) }); why != nil {
				k.unread("assigns", true, b.Assigns.At, why)
				continue
			}
			block := w.Block(func() {
				for _, s := range sets {
					if s.ok == nil {
						anyValue(w, s.x, s.count, f)
						continue
					}
					some := w.Block(func() { anyValue(w, s.x, s.count, f) })
					w.List = append(w.List, &lang.If{StmtBase: lang.At(w.At), Cond: w.Ref(s.ok), Then: some, Else: nil})
				}
			})
			if v := k.active[b]; v != nil {
				choices = append(choices, choice{v, block})
			} else if always == nil {
				always = block
			}
		}
	}
	rest := always
	if rest == nil {
		rest = w.Block(func() {
			if !does.nothing {
				endRun(w, "a call of "+f.Name+", whose contract does not say what it assigns")
			}
		})
	}
	var s lang.Stmt = rest
	for i := len(choices) - 1; i >= 0; i-- {
		s = &lang.If{StmtBase: lang.At(w.At), Cond: w.Ref(choices[i].when), Then: choices[i].b, Else: s}
	}
	w.List = append(w.List, s)
}

// placed is a set of places, computed in a certain state.
type placed struct {
	x, count lang.Expr
	size     int64 // size of one place
	root     *lang.Object
	from     *lang.Object // a variable with the address of the first place; nil: there is one place, x itself
	n        *lang.Object // a variable with the number of places; nil: there is one place
	// a variable that is 0 if a term of the places has no value, so that there is no place; nil: all terms have values
	ok *lang.Object
}

// places adds statements that compute the places of the frame f in the current state, and returns the places.
func (w *contractWriter) places(f *lang.Frame) []placed {
	var list []placed
	c := w.Writer.Maker
	for _, s := range f.Sets {
		y := w.Terms.evaluated(s).(*lang.Places)
		p := placed{x: y.X, count: y.Count, size: y.X.Type().Size, root: build.RootOf(y.X)}
		if partialPlace(y) {
			p.ok = w.Defined("place")
		}
		if y.Count != nil {
			p.n = w.Local("count", c.Llong)
			w.IfDefined(&lang.ExprStmt{StmtBase: lang.At(w.At), X: &lang.Assign{ExprBase: lang.Typed(w.At, c.Llong), L: w.Ref(p.n), R: &lang.Cast{ExprBase: lang.Typed(w.At, c.Llong), X: y.Count, Implicit: false}}}, p.ok)
			p.count = w.Ref(p.n)
		}
		if p.root == nil {
			t := c.Pointer(y.X.Type())
			p.from = w.Local("place", t)
			w.IfDefined(&lang.ExprStmt{StmtBase: lang.At(w.At), X: &lang.Assign{ExprBase: lang.Typed(w.At, t), L: w.Ref(p.from), R: addressIn(c, y.X, w.At)}}, p.ok)
			p.x = &lang.Deref{ExprBase: lang.Typed(w.At, y.X.Type()), X: w.Ref(p.from)}
		} else {
			p.x = w.fixed(y.X, p.ok)
		}
		list = append(list, p)
	}
	return list
}

// partialPlace reports whether a term that determines the places of s may have no value. The values at these places
// do not matter.
func partialPlace(s *lang.Places) bool {
	if s.Count != nil && partial(s.Count) {
		return true
	}
	for x := s.X; ; {
		switch y := x.(type) {
		case *lang.Member:
			x = y.X
		case *lang.Deref:
			return partial(y.X)
		case *lang.Index:
			d, ok := y.X.(*lang.Decay)
			if partial(y.I) || !ok {
				return partial(y.I) || partial(y.X)
			}
			x = d.X
		default:
			return false
		}
	}
}

// fixed returns the lvalue x, a variable or a part of one, with the present values of its indexes. ok becomes 0 if an
// index has no value.
func (w *contractWriter) fixed(x lang.Expr, ok *lang.Object) lang.Expr {
	switch x := x.(type) {
	case *lang.Member:
		y := *x
		y.X = w.fixed(x.X, ok)
		return &y
	case *lang.Index:
		y := *x
		d := *x.X.(*lang.Decay)
		d.X = w.fixed(d.X, ok)
		y.X = &d
		if !isConstant(x.I) {
			i := w.Local("index", w.Writer.Maker.Llong)
			w.IfDefined(&lang.ExprStmt{StmtBase: lang.At(w.At), X: &lang.Assign{ExprBase: lang.Typed(w.At, i.Type), L: w.Ref(i), R: &lang.Cast{ExprBase: lang.Typed(w.At, i.Type), X: x.I, Implicit: false}}}, ok)
			y.I = w.Ref(i)
		}
		return &y
	}
	return x
}

// addressIn returns the address of the lvalue x.
func addressIn(c *build.Maker, x lang.Expr, at lang.Pos) lang.Expr {
	if d, ok := x.(*lang.Deref); ok {
		return d.X
	}
	return &lang.AddrOf{ExprBase: lang.Typed(at, c.Pointer(x.Type())), X: x}
}

// doing is what the body of a function may do that its contract does not express.
type doing struct {
	frees, allocates, leaves bool
	outside                  bool           // set if the function calls unseen code
	nothing                  bool           // set if the function changes its own variables only
	library                  []*lang.Object // variables of the library's models that the function uses
	gives                    bool           // set if the function may give pointers to its callers
}

// beyond says why the contract of f cannot replace its body, or returns "" if it can.
func (d doing) beyond(f *lang.Func) string {
	switch {
	case f.Type.Variadic:
		return "with any number of arguments"
	case d.frees:
		return "which may free what it did not allocate"
	case d.leaves:
		return "which may jump out of it, or register functions"
	case d.allocates && d.gives:
		return "which may give away what it allocates"
	}
	return ""
}

// leaving are functions that do not return to their caller, or have an effect later.
var leaving = map[string]bool{
	"longjmp": true, "_longjmp": true, "siglongjmp": true, "__builtin_longjmp": true, "setjmp": true, "_setjmp": true, "sigsetjmp": true,
	"atexit": true, "at_quick_exit": true, "on_exit": true, "__whet_at_exit": true, "__whet_at_quick_exit": true,
	"pthread_create": true, "thrd_create": true, "signal": true, "fork": true, "vfork": true, "pthread_exit": true,
}

// doingOf determines what f and the functions that it calls may do.
func doingOf(c *build.Maker, f *lang.Func) doing {
	d := doing{nothing: true}
	used, funcs := reached([]*lang.Func{f})
	for _, o := range c.Unit.Objects {
		if used[o] && strings.HasPrefix(o.Pos.File, lang.ModelPrefix) && !o.Type.Const && (o.Storage == lang.Global || o.Storage == lang.Static) {
			d.library = append(d.library, o)
		}
	}
	if e := c.Unit.Errno; e != nil && used[e] && !slices.Contains(d.library, e) {
		d.library = append(d.library, e)
	}
	for g := range funcs {
		switch {
		case g.Name == "__whet_free" || g.Name == "free" && g.Body == nil:
			d.frees, d.nothing = true, false
		case g.Name == "__whet_alloc" || g.Name == "__whet_lasting" || g.Body == nil && strings.HasSuffix(g.Name, "alloc"):
			d.allocates, d.nothing = true, false
		case leaving[g.Name]:
			d.leaves, d.nothing = true, false
		case trusted(&c.Goal, g):
			d.nothing = false
		case g.Body == nil && !strings.HasPrefix(g.Name, "__whet_") && !strings.HasPrefix(g.Name, "__builtin_") && !strings.HasPrefix(g.Name, "__VERIFIER_"):
			d.outside, d.nothing = true, false
		case g.Body == nil:
			d.nothing = d.nothing && strings.HasPrefix(g.Name, "__VERIFIER_")
		default:
			d.nothing = d.nothing && ownOnly(g)
		}
	}
	d.gives = holdsPointers(f.Type.Elem)
	for _, con := range f.Contracts {
		for _, b := range con.Behaviors {
			if b.Assigns != nil {
				for _, s := range b.Assigns.Sets {
					d.gives = d.gives || holdsPointers(s.X.Type())
				}
			}
		}
	}
	return d
}

// ownOnly reports whether the body of f assigns only to its own variables.
func ownOnly(f *lang.Func) bool {
	fine := true
	assigned := func(x lang.Expr) {
		o := build.RootOf(x)
		fine = fine && o != nil && o.Func == f && (o.Storage == lang.Local || o.Storage == lang.Param)
	}
	lang.Walk(f.Body, func(s lang.Stmt) {
		switch s := s.(type) {
		case *lang.Asm:
			fine = false
		case *lang.Input: // an input of a stand-in
			assigned(s.X)
		}
	}, func(e lang.Expr) {
		switch x := e.(type) {
		case *lang.Assign:
			assigned(x.L)
		case *lang.AssignOp:
			assigned(x.L)
		case *lang.IncDec:
			assigned(x.X)
		case *lang.VaArg:
			fine = false
		}
	})
	return fine
}
