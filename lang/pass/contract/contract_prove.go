package contract

import "github.com/whet-mc/whet/lang"

// This file has the claims of the driver, which together say that the body keeps its contract.
//
// Whatever is not assigned has the same value after the call as before it. The claim covers each part of each
// variable that the function can reach, and of each object that the driver made. The function could change nothing
// else, except memory that pointers to void and the like point to; nothing is claimed of such functions. For an
// array, the claim is about the element at a ghost index, which has one unknown value for the run: if the function
// changes some element, a run exists in which the index is that element's.

// prove calls the entry function with args, and claims what its contract says. used has the objects that a run may
// reach.
func (d *driver) prove(used map[*lang.Object]bool, args []lang.Expr) {
	var objs []*lang.Object
	for _, p := range d.f.Params {
		objs = append(objs, d.params[p])
	}
	var result *lang.Object
	if t := d.f.Type.Elem.Plain(); t.Kind != lang.Void && (len(d.f.Contracts) > 0 || holdsPointers(t)) {
		result = d.Local("result", t)
		d.u.Result = result
	}
	var writers []*contractWriter
	for _, con := range d.f.Contracts {
		w := newContractWriter(&d.Writer, con, d.f, objs, result)
		w.required(true)
		for _, b := range con.Behaviors {
			d.u.Requires = d.u.Requires || len(b.Requires) > 0
		}
		writers = append(writers, w)
	}
	if d.Maker.Goal.Vacuous {
		d.Claim(lang.Asserted, d.f.Pos, "what "+d.f.Name+" requires holds of no input", d.Number(0, d.Maker.IntT))
		return
	}
	var after []lang.Stmt
	for _, w := range writers {
		w.enter()
		w.covers()
		after = append(after, w.ensured(false)...)
		if d.Maker.Goal.Contracted(d.f.Name) {
			after = append(after, d.frames(w, used)...)
		}
	}
	d.List = append(d.List, callOf(&d.Writer, d.f, args, result))
	d.List = append(d.List, after...)
}

// frames returns the claims of the assigns clauses, one per behavior that has one.
func (d *driver) frames(w *contractWriter, used map[*lang.Object]bool) []lang.Stmt {
	var after []lang.Stmt
	leave := func(at lang.Pos, why string) {
		after = append(after, &lang.Assertion{StmtBase: lang.At(at), Kind: lang.Refused, Text: "whether " + d.f.Name + " assigns what it says, " + why})
	}
	var leaves []*leaf
	for _, b := range w.con.Behaviors {
		if b.Assigns == nil || b.Broken {
			continue
		}
		at := b.Assigns.At
		does := doingOf(d.Maker, d.f)
		if d.open && !does.nothing {
			leave(at, "where pointers lead to what is not known")
			continue
		}
		if does.frees {
			leave(at, "where it may free what it was given")
			continue
		}
		var sets []placed
		if why := attempt(func() { sets = w.places(b.Assigns) }); why != nil {
			w.unread("assigns", true, at, why)
			continue
		}
		if leaves == nil {
			var why string
			if leaves, why = d.leaves(used); why != "" {
				leave(at, why)
				continue
			}
		}
		var all lang.Expr = d.Number(1, d.Maker.IntT)
		why := ""
		for _, l := range leaves {
			same := lang.Expr(&lang.SameBits{ExprBase: lang.Typed(d.At, d.Maker.IntT), L: lang.CloneExpr(l.x), R: d.Ref(l.old)})
			for _, s := range sets {
				in, bad := d.covers(s, l)
				if bad != "" {
					why = bad
				}
				if in != nil {
					if s.ok != nil {
						in = d.And(d.Ref(s.ok), in)
					}
					same = d.Or(in, same)
				}
			}
			for i := len(l.guard) - 1; i >= 0; i-- {
				same = d.Or(d.Not(lang.CloneExpr(l.guard[i])), same)
			}
			all = d.And(all, same)
		}
		if why != "" {
			leave(at, why)
			continue
		}
		after = append(after, &lang.Assertion{StmtBase: lang.At(at), Kind: lang.Assigned, Text: label(b, b.Assigns.Text), X: w.in(b, all)})
	}
	return after
}

// leaf is a scalar part x of an object; it exists where the guards hold.
type leaf struct {
	x     lang.Expr
	whole lang.Expr // x, or the record that contains x if x is a bit-field
	guard []lang.Expr
	root  *lang.Object // the variable; nil: an object that the driver made
	taken bool         // pointers may point to it
	old   *lang.Object
}

// maxLeaves bounds the number of parts that are compared.
const maxLeaves = 2000

// leaves returns the parts of all objects that the function could change, and adds statements that save their values
// before the call. why says why the parts are not known, or is "".
func (d *driver) leaves(used map[*lang.Object]bool) (list []*leaf, why string) {
	taken := map[*lang.Object]bool{}
	for _, p := range d.pools {
		for _, o := range p.vars {
			taken[o] = true
		}
	}
	index := func(depth int) *lang.Object { return elementGhost(d.Maker, depth, d.At) }
	var visit func(x, whole lang.Expr, guard []lang.Expr, depth int, root *lang.Object, taken bool)
	visit = func(x, whole lang.Expr, guard []lang.Expr, depth int, root *lang.Object, taken bool) {
		t := x.Type()
		guard = guard[:len(guard):len(guard)]
		switch {
		case len(list) > maxLeaves || why != "":
			why = "of so many variables"
		case t.Kind == lang.Array && (t.Len < 0 || t.LenObj != nil):
			why = "of an array of unknown length"
		case t.Kind == lang.Array:
			if t.Len == 0 {
				return
			}
			g := d.Ref(index(depth))
			low := d.Binary(lang.Ge, g, d.Number(0, d.Maker.Integer))
			high := d.Binary(lang.Lt, d.Ref(index(depth)), d.Number(t.Len, d.Maker.Integer))
			e := &lang.Index{ExprBase: lang.Typed(d.At, t.Elem), X: &lang.Decay{ExprBase: lang.Typed(d.At, d.Maker.Pointer(t.Elem)), X: x}, I: d.Ref(index(depth))}
			visit(e, e, append(guard, low, high), depth+1, root, taken)
		case t.Kind == lang.Record:
			for _, f := range t.Fields {
				m := &lang.Member{ExprBase: lang.Typed(d.At, f.Type), X: lang.CloneExpr(x), Field: f}
				if f.BitField {
					if f.Name != "" {
						visit(m, x, guard, depth, root, taken)
					}
				} else {
					visit(m, m, guard, depth, root, taken)
				}
			}
		case !t.IsScalar():
			why = "of a variable of type " + t.String()
		default:
			list = append(list, &leaf{x: x, whole: whole, guard: guard, root: root, taken: taken})
		}
	}
	for _, o := range d.Maker.Unit.Objects {
		if (used[o] || taken[o]) && (o.Storage == lang.Global || o.Storage == lang.Static) && !o.Ghost && !lang.IsConst(o.Type) && !isModel(o) && !d.mineObject(o) {
			visit(d.Ref(o), d.Ref(o), nil, 0, o, taken[o])
		}
	}
	for _, p := range d.pools {
		for _, o := range p.made {
			visit(o.place, o.place, nil, 0, nil, true)
		}
	}
	for _, m := range d.made {
		g := d.Ref(index(0))
		low := d.Binary(lang.Ge, g, d.Number(0, d.Maker.Integer))
		high := d.Binary(lang.Lt, d.Ref(index(0)), &lang.Cast{ExprBase: lang.Typed(d.At, d.Maker.Integer), X: d.Ref(m.n), Implicit: true})
		e := &lang.Index{ExprBase: lang.Typed(d.At, m.elem), X: d.Ref(m.at), I: d.Ref(index(0))}
		visit(e, e, []lang.Expr{low, high}, 1, nil, true)
	}
	if why != "" {
		return nil, why
	}
	for _, l := range list {
		l.old = d.Local("was", l.x.Type().Plain())
		keep := lang.Stmt(&lang.ExprStmt{StmtBase: lang.At(d.At), X: &lang.Assign{ExprBase: lang.Typed(d.At, l.old.Type), L: d.Ref(l.old), R: lang.CloneExpr(l.x)}})
		for i := len(l.guard) - 1; i >= 0; i-- {
			keep = &lang.If{StmtBase: lang.At(d.At), Cond: lang.CloneExpr(l.guard[i]), Then: &lang.Block{StmtBase: lang.At(d.At), List: []lang.Stmt{keep}, End: d.At}, Else: nil}
		}
		d.Quietly(keep)
	}
	return list, ""
}

func isModel(o *lang.Object) bool {
	return len(o.Pos.File) >= len(lang.ModelPrefix) && o.Pos.File[:len(lang.ModelPrefix)] == lang.ModelPrefix
}

// mineObject reports whether the driver made the object o.
func (d *driver) mineObject(o *lang.Object) bool {
	for _, m := range d.u.Objects {
		if m.Object == o {
			return true
		}
	}
	return false
}

// covers returns the condition that the places s contain the leaf l; nil: they do not. bad says why that is not
// known, or is "".
func (d *driver) covers(s placed, l *leaf) (in lang.Expr, bad string) {
	switch {
	case s.root != nil && s.root == l.root:
		return d.coversPart(s, l)
	case s.root != nil: // another object
		return nil, ""
	case !l.taken:
		return nil, ""
	}
	if s.from != nil && hasCast(s.x) && l.whole.Type().Size > 1 {
		return nil, "where places have another type than what lies there"
	}
	at := func(x lang.Expr) lang.Expr {
		return &lang.Cast{ExprBase: lang.Typed(d.At, d.Maker.Strp), X: x, Implicit: false}
	}
	from := func() lang.Expr { return at(d.Ref(s.from)) }
	var n lang.Expr = d.Number(s.size, d.Maker.Integer)
	if s.n != nil {
		n = &lang.Binary{ExprBase: lang.Typed(d.At, d.Maker.Integer), Op: lang.Mul, L: n, R: &lang.Cast{ExprBase: lang.Typed(d.At, d.Maker.Integer), X: d.Ref(s.n), Implicit: true}}
	}
	plus := func(p, k lang.Expr) lang.Expr {
		return &lang.Binary{ExprBase: lang.Typed(d.At, d.Maker.Strp), Op: lang.PtrAdd, L: p, R: k}
	}
	here := func() lang.Expr { return at(addressIn(d.Maker, lang.CloneExpr(l.whole), d.At)) }
	in = d.And(d.Binary(lang.Le, from(), here()),
		d.Binary(lang.Le, plus(here(), d.Number(l.whole.Type().Size, d.Maker.Integer)), plus(from(), n)))
	return in, ""
}

// hasCast reports whether the lvalue x casts a pointer.
func hasCast(x lang.Expr) bool {
	found := false
	lang.WalkExpr(x, nil, func(e lang.Expr) {
		if k, ok := e.(*lang.Cast); ok && !k.Implicit && k.T.Kind == lang.Pointer {
			found = true
		}
	})
	return found
}

// coversPart does what covers does, for places s in the same variable as l.
func (d *driver) coversPart(s placed, l *leaf) (in lang.Expr, bad string) {
	a, b := steps(s.x), steps(l.x)
	in = d.Number(1, d.Maker.IntT)
	if len(a) > len(b) {
		return nil, ""
	}
	for i, x := range a {
		switch x := x.(type) {
		case *lang.Member:
			y, ok := b[i].(*lang.Member)
			if !ok || y.Field != x.Field {
				if x.X.Type().Union {
					return nil, "where a member of a union is assigned"
				}
				return nil, ""
			}
		case *lang.Index:
			y, ok := b[i].(*lang.Index)
			if !ok {
				return nil, ""
			}
			k := func() lang.Expr { return d.Maker.Integral(lang.CloneExpr(x.I)) }
			j := func() lang.Expr { return lang.CloneExpr(y.I) }
			if i == len(a)-1 && s.n != nil {
				end := &lang.Binary{ExprBase: lang.Typed(d.At, d.Maker.Integer), Op: lang.Add, L: k(), R: &lang.Cast{ExprBase: lang.Typed(d.At, d.Maker.Integer), X: d.Ref(s.n), Implicit: true}}
				in = d.And(in, d.And(d.Binary(lang.Le, k(), j()), d.Binary(lang.Lt, j(), end)))
			} else {
				in = d.And(in, d.Binary(lang.Eq, k(), j()))
			}
		}
	}
	return in, ""
}

// steps returns the members and elements on the way from a variable to its part x.
func steps(x lang.Expr) []lang.Expr {
	switch y := x.(type) {
	case *lang.Member:
		return append(steps(y.X), y)
	case *lang.Index:
		return append(steps(y.X.(*lang.Decay).X), y)
	}
	return nil
}
