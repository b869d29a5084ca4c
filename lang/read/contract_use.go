package read

import (
	"slices"
	"strings"

	"github.com/whet-mc/whet/lang"
	table "github.com/whet-mc/whet/lang/library"
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
func trusted(g *goal, f *lang.Func) bool { return len(g.contracts) > 0 && byContract(f) }

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
func byContract(f *lang.Func) bool { return len(f.Contracts) > 0 && mayBeTrusted(f) }

// mayBeTrusted reports whether a contract may stand for a function, although there is no body.
func mayBeTrusted(f *lang.Func) bool {
	return f.Body == nil && !f.Model && !f.NoReturn && f.Type.Kind == lang.Function && !f.Type.Variadic && !f.Type.NoProto &&
		!table.Known(f.Name) && !ModelNamed(f.Name) && !strings.HasPrefix(f.Name, "__")
}

// applyContracts lets calls lead to what contracts make of them.
func applyContracts(c *maker) {
	entry := c.goal.entry
	r := replaced{funcs: map[*lang.Func]*lang.Func{}}
	var made []*lang.Func
	for _, f := range slices.Clone(c.unit.Funcs) {
		if trusted(&c.goal, f) && mentioned(c, f) {
			g := stub(c, f)
			r.funcs[f], made = g, append(made, g)
			continue
		}
		if len(f.Contracts) == 0 || f.Body == nil || f.Model {
			continue
		}
		isEntry := f == c.funcs[c.linked(entry)] || f.Name == entry
		switch {
		case f.Name == "main":
			if isEntry {
				mainContract(c, f)
			}
		case !mentioned(c, f):
		case c.goal.contracted(f.Name) && !c.goal.bodies:
			g := standIn(c, f)
			r.funcs[f], made = g, append(made, g)
		case isEntry || claimsMore(f):
			g := around(c, f)
			r.funcs[f], made = g, append(made, g)
		default:
			w := &writer{c: c, fn: f, at: f.Pos}
			for _, con := range f.Contracts {
				newContractWriter(w, con, f, f.Params, nil).required(false)
			}
			f.Body.List = append(w.list, f.Body.List...)
		}
	}
	if len(made) == 0 {
		return
	}
	taken := map[*lang.Func]bool{}
	for f := range r.funcs {
		taken[f] = f.AddrTaken
		f.AddrTaken = false
	}
	r.in(c.unit)
	for f, g := range r.funcs {
		g.AddrTaken = taken[f]
	}
	c.unit.Funcs = append(c.unit.Funcs, made...)
}

// mainContract assumes what main requires. What it ensures is not claimed.
func mainContract(c *maker, f *lang.Func) {
	w := &writer{c: c, fn: f, at: f.Pos}
	for _, con := range f.Contracts {
		k := newContractWriter(w, con, f, f.Params, nil)
		k.required(true)
		for _, b := range con.Behaviors {
			for _, e := range b.Ensures {
				k.unread("ensures", true, e.At, &lang.Diagnostic{Pos: e.At, Msg: "a postcondition of main is not supported"})
			}
		}
	}
	f.Body.List = append(w.list, f.Body.List...)
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
func mentioned(c *maker, f *lang.Func) bool {
	if c.mentions == nil {
		c.mentions = map[*lang.Func]bool{}
		see := func(e lang.Expr) {
			if r, ok := e.(*lang.FuncRef); ok {
				c.mentions[r.Func] = true
			}
		}
		for _, g := range c.unit.Funcs {
			if g.Body != nil {
				lang.Walk(g.Body, nil, see)
			}
		}
		for _, o := range c.unit.Objects {
			for _, e := range lang.InitExprs(o) {
				lang.WalkExpr(e, nil, see)
			}
		}
	}
	return c.mentions[f]
}

// outline is a function that stands for f, with parameters such as f has, and what is passed on of
// them.
func outline(c *maker, f *lang.Func, params []*lang.Object) (g *lang.Func, w *writer, args []lang.Expr, result *lang.Object) {
	g = &lang.Func{Name: "contract of " + f.Name, Type: f.Type, Pos: f.Pos, End: f.End, NoReturn: f.NoReturn, File: f.File}
	w = &writer{c: c, fn: g, at: f.Pos}
	for _, p := range params {
		q := *p
		q.Func = g
		g.Params = append(g.Params, &q)
		args = append(args, w.ref(&q))
	}
	if t := f.Type.Elem.Plain(); t.Kind != lang.Void {
		result = w.local("result", t)
	}
	return g, w, args, result
}

// callOf calls the function with what its outline was called with.
func callOf(w *writer, f *lang.Func, args []lang.Expr, result *lang.Object) lang.Stmt {
	var x lang.Expr = &lang.Call{ExprBase: lang.Typed(w.at, f.Type.Elem.Plain()), Fun: &lang.FuncRef{ExprBase: lang.Typed(w.at, w.c.pointer(f.Type)), Func: f}, Args: args, For: nil}
	if result != nil {
		x = &lang.Assign{ExprBase: lang.Typed(w.at, result.Type), L: w.ref(result), R: x}
	}
	return &lang.ExprStmt{StmtBase: lang.At(w.at), X: x}
}

// finish ends the function.
func finish(w *writer, result *lang.Object) {
	r := &lang.Return{StmtBase: lang.At(w.at)}
	if result != nil {
		r.X = w.ref(result)
	}
	w.list = append(w.list, r)
	w.fn.Body = &lang.Block{StmtBase: lang.At(w.at), List: w.list, End: w.fn.End}
}

// around is a function that calls f, and claims what its contract says.
func around(c *maker, f *lang.Func) *lang.Func {
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
	w.list = append(w.list, callOf(w, f, args, result))
	w.list = append(w.list, after...)
	finish(w, result)
	return g
}

// standIn is a function that does what the contract of f says.
func standIn(c *maker, f *lang.Func) *lang.Func {
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
	w.list = append(w.list, &lang.Flows{StmtBase: lang.At(w.at), S: callOf(w, f, args, result)})
	if what := does.beyond(f); what != "" {
		endRun(w, "a call of "+f.Name+" by its contract, "+what)
	}
	if does.allocates {
		w.list = append(w.list, &lang.Assertion{StmtBase: lang.At(w.at), Kind: lang.Refused, Text: "blocks that " + f.Name + " allocates, by its contract", Leaks: true})
	}
	for _, o := range does.library {
		anyValue(w, w.ref(o), nil, f)
	}
	if does.outside {
		out := &lang.Func{Name: "code that " + f.Name + " calls", Type: &lang.Type{Kind: lang.Function, Align: 1, Elem: c.void}, Pos: f.Pos}
		c.unit.Funcs = append(c.unit.Funcs, out)
		w.list = append(w.list, callOf(w, out, nil, nil))
	}
	assigned(w, writers, f, does)
	if result != nil {
		anyResult(w, result, f)
	}
	w.list = append(w.list, after...)
	finish(w, result)
	return g
}

// stub is a function that does what the contract of f says, which has no body.
func stub(c *maker, f *lang.Func) *lang.Func {
	g, w, args, result := outline(c, f, f.Contracts[0].Params)
	g.PerCall, w.promised = true, true
	var after []lang.Stmt
	var writers []*contractWriter
	says := false                                     // what it assigns
	gives, holds := holdsPointers(f.Type.Elem), false // the result, what is assigned
	for _, con := range f.Contracts {
		c.take(lang.ChosenNote("contracts", con.Pos, "the contract of "+f.Name, "taken to hold: there is no body"))
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
		w.list = append(w.list, callOf(w, f, args, result))
	} else {
		switch one := oneOf(after, result); {
		case gives && !holds && len(one) > 0:
			for _, x := range one {
				w.list = append(w.list, &lang.Flows{StmtBase: lang.At(w.at), S: &lang.ExprStmt{StmtBase: lang.At(w.at), X: &lang.Assign{ExprBase: lang.Typed(w.at, result.Type), L: w.ref(result), R: &lang.Cast{ExprBase: lang.Typed(w.at, result.Type), X: lang.CloneExpr(x), Implicit: true}}}})
			}
		case gives || holds: // pointers that lead wherever such a function may know
			w.list = append(w.list, &lang.Flows{StmtBase: lang.At(w.at), S: callOf(w, f, args, result)})
		}
		assigned(w, writers, f, doing{})
		if result != nil {
			anyResult(w, result, f)
		}
	}
	w.list = append(w.list, after...)
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
func endRun(w *writer, what string) {
	w.list = append(w.list, &lang.Assertion{StmtBase: lang.At(w.at), Kind: lang.Refused, Text: what})
}

// anyValue gives count places from the lvalue on, or the lvalue alone, any value. What code that is not there
// may have stored to counts as stored.
func anyValue(w *writer, x, count lang.Expr, f *lang.Func) {
	in := &lang.Input{StmtBase: lang.At(w.at), X: x, Name: "what " + f.Name + " assigns", Count: count, Approx: true, Stored: w.promised || rootOf(x) != nil, Promised: w.promised}
	if count == nil {
		w.list = append(w.list, in)
		return
	}
	some := w.binary(lang.Gt, count, w.number(0, count.Type()))
	w.list = append(w.list, &lang.Quiet{StmtBase: lang.At(w.at), S: &lang.If{StmtBase: lang.At(w.at), Cond: some, Then: &lang.Block{StmtBase: lang.At(w.at), List: []lang.Stmt{in}, End: w.at}, Else: nil}, Defined: nil})
}

// anyResult gives the result any value.
func anyResult(w *writer, result *lang.Object, f *lang.Func) {
	x := w.ref(result)
	if result.Type.Kind == lang.Bool {
		v := w.local("choice", w.c.intT)
		w.list = append(w.list, &lang.Input{StmtBase: lang.At(w.at), X: w.ref(v), Name: "result of " + f.Name, Approx: true, Stored: true, Promised: w.promised})
		w.assign(x, &lang.Cast{ExprBase: lang.Typed(w.at, result.Type), X: w.ref(v), Implicit: true})
		return
	}
	w.list = append(w.list, &lang.Input{StmtBase: lang.At(w.at), X: x, Name: "result of " + f.Name, Approx: true, Stored: true, Promised: w.promised})
}

// assigned gives what the contracts say to be assigned any value. One behaviour that is that of the
// call says enough, whatever others say. All places are found before one of them changes.
func assigned(w *writer, list []*contractWriter, f *lang.Func, does doing) {
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
			block := w.block(func() {
				for _, s := range sets {
					if s.ok == nil {
						anyValue(w, s.x, s.count, f)
						continue
					}
					some := w.block(func() { anyValue(w, s.x, s.count, f) })
					w.list = append(w.list, &lang.If{StmtBase: lang.At(w.at), Cond: w.ref(s.ok), Then: some, Else: nil})
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
		rest = w.block(func() {
			if !does.nothing {
				endRun(w, "a call of "+f.Name+", whose contract does not say what it assigns")
			}
		})
	}
	var s lang.Stmt = rest
	for i := len(choices) - 1; i >= 0; i-- {
		s = &lang.If{StmtBase: lang.At(w.at), Cond: w.ref(choices[i].when), Then: choices[i].b, Else: s}
	}
	w.list = append(w.list, s)
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
	c := w.writer.c
	for _, s := range f.Sets {
		y := w.terms.evaluated(s).(*lang.Places)
		p := placed{x: y.X, count: y.Count, size: y.X.Type().Size, root: rootOf(y.X)}
		if partialPlace(y) {
			p.ok = w.defined("place")
		}
		if y.Count != nil {
			p.n = w.local("count", c.llong)
			w.ifDefined(&lang.ExprStmt{StmtBase: lang.At(w.at), X: &lang.Assign{ExprBase: lang.Typed(w.at, c.llong), L: w.ref(p.n), R: &lang.Cast{ExprBase: lang.Typed(w.at, c.llong), X: y.Count, Implicit: false}}}, p.ok)
			p.count = w.ref(p.n)
		}
		if p.root == nil {
			t := c.pointer(y.X.Type())
			p.from = w.local("place", t)
			w.ifDefined(&lang.ExprStmt{StmtBase: lang.At(w.at), X: &lang.Assign{ExprBase: lang.Typed(w.at, t), L: w.ref(p.from), R: addressIn(c, y.X, w.at)}}, p.ok)
			p.x = &lang.Deref{ExprBase: lang.Typed(w.at, y.X.Type()), X: w.ref(p.from)}
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
			i := w.local("index", w.writer.c.llong)
			w.ifDefined(&lang.ExprStmt{StmtBase: lang.At(w.at), X: &lang.Assign{ExprBase: lang.Typed(w.at, i.Type), L: w.ref(i), R: &lang.Cast{ExprBase: lang.Typed(w.at, i.Type), X: x.I, Implicit: false}}}, ok)
			y.I = w.ref(i)
		}
		return &y
	}
	return x
}

// addressIn is the address of an lvalue.
func addressIn(c *maker, x lang.Expr, at lang.Pos) lang.Expr {
	if d, ok := x.(*lang.Deref); ok {
		return d.X
	}
	return &lang.AddrOf{ExprBase: lang.Typed(at, c.pointer(x.Type())), X: x}
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
func doingOf(c *maker, f *lang.Func) doing {
	d := doing{nothing: true}
	used, funcs := reached([]*lang.Func{f})
	for _, o := range c.unit.Objects {
		if used[o] && strings.HasPrefix(o.Pos.File, lang.ModelPrefix) && !o.Type.Const && (o.Storage == lang.Global || o.Storage == lang.Static) {
			d.library = append(d.library, o)
		}
	}
	if e := c.unit.Errno; e != nil && used[e] && !slices.Contains(d.library, e) {
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
		case trusted(&c.goal, g):
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
		o := rootOf(x)
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
