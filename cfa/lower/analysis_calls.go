package lower

import (
	"strings"

	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/library"
)

// call analyses a call whose result is put in r.
func (a *analysis) call(x *lang.Call, r *node) {
	vals, locs := make([]*node, len(x.Args)), make([]*node, len(x.Args))
	for i, arg := range x.Args {
		if arg.Type().Kind == lang.Record {
			locs[i] = a.loc(arg)
		} else {
			vals[i] = a.val(arg)
		}
	}
	if f := direct(x); f != nil {
		switch {
		case f.Name == "__whet_copy" && len(vals) == 3:
			d := a.join(vals[0], vals[1])
			if d != nil {
				d.find().loaded = true
				a.partial = append(a.partial, partial{d, x.Args[2]})
			}
		case f.Name == "__whet_fill" && len(vals) == 3:
			if vals[0] != nil {
				a.partial = append(a.partial, partial{vals[0], x.Args[2]})
				if w := a.whole(x.Args[1]); w != nil {
					a.flows = append(a.flows, flow{w, vals[0], true})
				}
			}
		case someBytes[f.Name] != 0 && len(vals) == 2:
			if vals[0] != nil {
				a.partial = append(a.partial, partial{vals[0], x.Args[1]})
				a.stir(vals[0])
				if someBytes[f.Name] == library.Stream {
					a.pass(vals[0])
				}
			}
		case f.Name == "__whet_alloc":
			n := a.fresh()
			n.real, n.mutable = true, true
			a.blocks = append(a.blocks, n)
			a.blockOf[x] = n
			a.setTarget(r, n)
		default:
			a.bind(x, f, vals, locs, r)
		}
		return
	}
	fun := a.val(x.Fun)
	if fun == nil {
		fun = a.wild
	}
	in := &indirect{call: x, fun: fun, vals: vals, locs: locs, bound: map[*lang.Func]bool{}}
	a.locs[x] = r
	a.pending = append(a.pending, in)
	a.byCall[x] = in
	a.stirArgs(x, vals) // it may lead out of the program
	a.stir(r)
}

// bind passes arguments to f and its result to r.
func (a *analysis) bind(x *lang.Call, f *lang.Func, vals, locs []*node, r *node) {
	for i, arg := range x.Args {
		if f.Body == nil || i >= len(f.Params) {
			// Models with "..." do not look at what is passed there.
			if f.Body != nil && !f.Model && vals[i] != nil {
				a.unify(a.varargs, vals[i])
			}
			if f.Body != nil && !f.Model {
				a.flow(a.whole(arg), a.holder(a.varargs))
				a.make(a.holder(a.varargs), arg)
				if locs[i] != nil {
					a.flows = append(a.flows, flow{locs[i], a.holder(a.varargs), true})
				}
			}
			continue
		}
		p := f.Params[i]
		if locs[i] == nil {
			a.flow(a.part(arg, p.Type), a.obj(p))
			a.make(a.obj(p), arg)
		}
		switch {
		case p.Type.Kind == lang.Record && locs[i] != nil && sameRecord(p.Type, arg.Type()):
			if !flattens(p.Type) {
				a.exposed[p] = true
			}
			a.assignRecord(nil, arg, a.obj(p), locs[i], p.Type)
		case vals[i] != nil && a.holds(p.Type):
			a.setTarget(a.obj(p), vals[i])
		}
	}
	if row := rowOf(f, x); f.Body == nil && row != nil {
		a.bindRow(x, row, vals, r)
	} else if f.Body == nil {
		if !inert[f.Name] && !lang.PureBuiltin(f.Name) && !strings.HasPrefix(f.Name, "__VERIFIER_") && !strings.HasPrefix(f.Name, "__whet_") {
			a.stirArgs(x, vals)
			if keeps(f.Name) {
				a.handOver(x, vals, locs, f.Repeats)
				a.returned = append(a.returned, r)
				a.stir(r)
				return // what two calls return meets by its type (known.go)
			}
		}
		a.stir(r)
	}
	switch t := x.T; {
	case t.Kind == lang.Record && sameRecord(t, f.Type.Elem):
		a.assignRecord(nil, nil, r, a.ret(f), t)
	case a.holds(t):
		a.setTarget(r, a.target(a.ret(f)))
	default:
		a.flow(a.ret(f), r)
	}
}

// direct is the function that a call names, nil for a call through a pointer.
func direct(x *lang.Call) *lang.Func {
	e := x.Fun
	for {
		switch y := e.(type) {
		case *lang.FuncRef:
			return y.Func
		case *lang.Cast:
			if y.T.Kind != lang.Pointer {
				return nil
			}
			e = y.X
		default:
			return nil
		}
	}
}

// fits reports whether a call may be to f: as many arguments, each of a shape
// that the parameter takes.
func fits(f *lang.Func, x *lang.Call) bool {
	if len(x.Args) < len(f.Params) || len(x.Args) > len(f.Params) && !f.Type.Variadic && !f.Type.NoProto {
		return false
	}
	for i, p := range f.Params {
		if !sameShape(p.Type, x.Args[i].Type()) {
			return false
		}
	}
	return x.T.Kind == lang.Void || sameShape(f.Type.Elem, x.T)
}

func sameShape(a, b *lang.Type) bool {
	switch {
	case a.Kind == lang.Record || b.Kind == lang.Record:
		return sameRecord(a, b)
	case a.Kind == lang.Float || b.Kind == lang.Float:
		return a.Kind == b.Kind
	case a.Kind == lang.Void || b.Kind == lang.Void:
		return a.Kind == b.Kind
	}
	return a.Size == b.Size
}

// settle binds calls through pointers to the functions they may reach, until nothing changes,
// and then gives every class that is filled or copied in pieces cells of bytes.
func (a *analysis) settle() {
	for changed := true; changed; {
		a.foreign()
		a.carryOn() // may show a call new functions; binding those, new flows
		changed = a.mixSummed()
		changed = a.knows() || changed
		for _, in := range a.pending {
			for _, f := range append([]*lang.Func(nil), in.fun.find().funcs...) {
				if !in.bound[f] && fits(f, in.call) {
					in.bound[f] = true
					changed = true
					a.bind(in.call, f, in.vals, in.locs, a.locs[in.call])
				}
			}
		}
		changed = changed || a.strays()
	}
	// A fill or copy that starts at a field and goes beyond it touches the fields behind: they must share a class.
	for _, p := range a.partial {
		n := p.n.find()
		n.lie.moved = true
		if k, ok := a.constant(p.size); ok && len(n.ups) > 0 && k > n.extent {
			a.confuse(n)
		}
	}
	for _, p := range a.partial {
		p.n.leaves(func(n *node) {
			for _, acc := range n.accs {
				if acc.size > 1 && !a.multiple(p.size, acc.size) || acc.bitfield && !a.multiple(p.size, 4) {
					n.bytes = true
				}
			}
		})
	}
}

// constant is the value of e, where it is one.
func (a *analysis) constant(e lang.Expr) (int64, bool) {
	switch x := e.(type) {
	case *lang.IntLit:
		return x.Val.Int64()
	case *lang.Cast:
		if x.T.IsInteger() {
			return a.constant(x.X)
		}
	case *lang.Binary:
		l, ok1 := a.constant(x.L)
		r, ok2 := a.constant(x.R)
		if ok1 && ok2 && max(l, r) < 1<<31 && min(l, r) > -1<<31 {
			switch x.Op {
			case lang.Add:
				return l + r, true
			case lang.Sub:
				return l - r, true
			case lang.Mul:
				return l * r, true
			case lang.Shl:
				if l >= 0 && 0 <= r && r < 31 {
					return l << r, true
				}
			}
		}
	case *lang.VarRef:
		if arg := a.argOf[x.Obj]; arg != nil {
			return a.constant(arg)
		}
	}
	return 0, false
}

// multiple reports whether the value of e is surely a multiple of k.
func (a *analysis) multiple(e lang.Expr, k int64) bool {
	switch x := e.(type) {
	case *lang.IntLit:
		v, ok := x.Val.Int64()
		return ok && v%k == 0
	case *lang.Cast:
		return x.T.IsInteger() && a.multiple(x.X, k)
	case *lang.Binary:
		switch x.Op {
		case lang.Mul:
			return a.multiple(x.L, k) || a.multiple(x.R, k)
		case lang.Add, lang.Sub:
			return a.multiple(x.L, k) && a.multiple(x.R, k)
		}
	case *lang.VarRef:
		if arg := a.argOf[x.Obj]; arg != nil {
			return a.multiple(arg, k)
		}
	}
	return k == 1
}
