package contract

import (
	"slices"
	"strings"

	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/build"
	table "github.com/whet-mc/whet/lang/library"
	"github.com/whet-mc/whet/lang/models"
)

// Functions with contracts, where they are called.
//
// A call of a function whose contract is used (Options.Contracts) leads to its stand-in: it claims
// what is required, gives the places of assigns any value, as it does to the result, and assumes
// what is ensured. What values may lead to is that of the body, which counts for the flow of data
// and is not run (Flows). So the stand-in does whatever the body does, if the body keeps the
// contract: that is proved apart, by the driver of the function (driver_contract.go). Both take
// calls that do not return for granted. What a contract cannot say here is refused: blocks of the
// heap that are freed or given away, jumps out of the function, functions that are registered.
//
// A function without a body that has a contract does what the contract says, where contracts are used
// at all: that is taken to hold, and said with the verdict. Elsewhere it may do anything, but no bug
// rests on what the contract excludes, perhaps (Func.Ensured).
//
// A call of another function with a contract leads to a function around it, which claims what the
// contract says at each call.

// trusted reports whether the function is known by its contract, which is used.
func trusted(g *build.Goal, f *lang.Func) bool { return len(g.Contracts) > 0 && byContract(f) }

// Promised returns the functions of a unit without a body of which a contract says what they do, in order.
func Promised(u *lang.Unit) []*lang.Func {
	var list []*lang.Func
	for _, f := range u.Funcs {
		if byContract(f) {
			list = append(list, f)
		}
	}
	return list
}

// byContract reports whether a function is known by its contract alone. What the library says of one of
// its own functions counts more, and some names mean something by themselves.
func byContract(f *lang.Func) bool { return len(f.Contracts) > 0 && MayBeTrusted(f) }

// MayBeTrusted reports whether a contract may stand for a function, although there is no body.
func MayBeTrusted(f *lang.Func) bool {
	return f.Body == nil && !f.Model && !f.NoReturn && f.Type.Kind == lang.Function && !f.Type.Variadic && !f.Type.NoProto &&
		!table.Known(f.Name) && !models.Named(f.Name) && !strings.HasPrefix(f.Name, "__")
}

// Apply lets calls lead to what contracts make of them.
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

// mainContract assumes what main requires. What it ensures is not claimed.
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

func claimsMore(f *lang.Func) bool {
	for _, con := range f.Contracts {
		if con.Claims() {
			return !f.Type.Variadic
		}
	}
	return false
}

// mentioned reports whether the program names the function anywhere.
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

// outline is a function that stands for f, with parameters such as f has, and what is passed on of
// them.
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

// callOf calls the function with what its outline was called with.
func callOf(w *build.Writer, f *lang.Func, args []lang.Expr, result *lang.Object) lang.Stmt {
	var x lang.Expr = &lang.Call{ExprBase: lang.Typed(w.At, f.Type.Elem.Plain()), Fun: &lang.FuncRef{ExprBase: lang.Typed(w.At, w.Maker.Pointer(f.Type)), Func: f}, Args: args, For: nil}
	if result != nil {
		x = &lang.Assign{ExprBase: lang.Typed(w.At, result.Type), L: w.Ref(result), R: x}
	}
	return &lang.ExprStmt{StmtBase: lang.At(w.At), X: x}
}

// finish ends the function.
func finish(w *build.Writer, result *lang.Object) {
	r := &lang.Return{StmtBase: lang.At(w.At)}
	if result != nil {
		r.X = w.Ref(result)
	}
	w.List = append(w.List, r)
	w.Func.Body = &lang.Block{StmtBase: lang.At(w.At), List: w.List, End: w.Func.End}
}

// around is a function that calls f, and claims what its contract says.
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

// standIn is a function that does what the contract of f says.
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

// stub is a function that does what the contract of f says, which has no body.
func stub(c *build.Maker, f *lang.Func) *lang.Func {
	g, w, args, result := outline(c, f, f.Contracts[0].Params)
	g.PerCall, w.Promised = true, true
	var after []lang.Stmt
	var writers []*contractWriter
	says := false                                     // what it assigns
	gives, holds := holdsPointers(f.Type.Elem), false // the result, what is assigned
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
		case gives || holds: // pointers that lead wherever such a function may know
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

// oneOf are the terms of which the result, a pointer, is one, as one of the statements assumes; none
// where none says so.
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

// alternatives are the terms that the result is equal to, if x says no more than that it is equal to
// one of them.
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

// endRun ends the run: nothing is claimed of what is behind.
func endRun(w *build.Writer, what string) {
	w.List = append(w.List, &lang.Assertion{StmtBase: lang.At(w.At), Kind: lang.Refused, Text: what})
}

// anyValue gives count places from the lvalue on, or the lvalue alone, any value. What code that is not there
// may have stored to counts as stored.
func anyValue(w *build.Writer, x, count lang.Expr, f *lang.Func) {
	in := &lang.Input{StmtBase: lang.At(w.At), X: x, Name: "what " + f.Name + " assigns", Count: count, Approx: true, Stored: w.Promised || build.RootOf(x) != nil, Promised: w.Promised}
	if count == nil {
		w.List = append(w.List, in)
		return
	}
	some := w.Binary(lang.Gt, count, w.Number(0, count.Type()))
	w.List = append(w.List, &lang.Quiet{StmtBase: lang.At(w.At), S: &lang.If{StmtBase: lang.At(w.At), Cond: some, Then: &lang.Block{StmtBase: lang.At(w.At), List: []lang.Stmt{in}, End: w.At}, Else: nil}, Defined: nil})
}

// anyResult gives the result any value.
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

// assigned gives what the contracts say to be assigned any value. One behaviour that is that of the
// call says enough, whatever others say. All places are found before one of them changes.
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

// placed is a set of places that was found.
type placed struct {
	x, count lang.Expr
	size     int64 // of one
	root     *lang.Object
	from     *lang.Object // a variable with the address of the first; nil: it is x itself
	n        *lang.Object // a variable with the count; nil: one
	ok       *lang.Object // 0 where a term in it has no value: then it is no place; nil: all have one
}

// places finds the places of a frame, in the state at hand.
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

// partialPlace reports whether a set of places may have a term without a value. Which place is meant
// does not depend on what lies there.
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

// fixed is the lvalue of a variable or a part of it, with its indexes as they are now; ok becomes 0
// where one has no value.
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

// addressIn is the address of an lvalue.
func addressIn(c *build.Maker, x lang.Expr, at lang.Pos) lang.Expr {
	if d, ok := x.(*lang.Deref); ok {
		return d.X
	}
	return &lang.AddrOf{ExprBase: lang.Typed(at, c.Pointer(x.Type())), X: x}
}

// doingOf is what the body of a function may do that its contract does not tell.
type doing struct {
	frees, allocates, leaves bool
	outside                  bool // it calls code that is not there
	nothing                  bool // it changes its own variables only
	library                  []*lang.Object
	gives                    bool // pointers may get out
}

// beyond says why the contract cannot stand for the body, "" if it can.
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

// leaving are functions that do not come back to their caller, or do something later.
var leaving = map[string]bool{
	"longjmp": true, "_longjmp": true, "siglongjmp": true, "__builtin_longjmp": true, "setjmp": true, "_setjmp": true, "sigsetjmp": true,
	"atexit": true, "at_quick_exit": true, "on_exit": true, "__whet_at_exit": true, "__whet_at_quick_exit": true,
	"pthread_create": true, "thrd_create": true, "signal": true, "fork": true, "vfork": true, "pthread_exit": true,
}

// doingOf finds out what a function may do, with those that it calls.
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

// ownOnly reports whether a body assigns to variables of its own only.
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
		case *lang.Input: // of a stand-in
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
