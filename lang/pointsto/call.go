package pointsto

import (
	"strings"

	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/calls"
	"github.com/whet-mc/whet/lang/gnu"
	"github.com/whet-mc/whet/lang/library"
)

// Calls. Arguments flow to parameters, and results to the caller. A function without a body may write to memory that
// its arguments point to, and keep the pointers. A row of the library's table describes a function of the library.

// call analyses the call x, whose result goes to r.
func (a *Analysis) call(x *lang.Call, r *Class) {
	vals, records := make([]*Class, len(x.Args)), make([]*Class, len(x.Args))
	for i, arg := range x.Args {
		if arg.Type().Kind == lang.Record {
			records[i] = a.Lvalue(arg)
		} else {
			vals[i] = a.Pointee(arg)
		}
	}
	if f := x.Direct(); f != nil {
		switch {
		case contractIntrinsics[f.Name]:
		case f.Name == "__whet_copy" && len(vals) == 3:
			d := a.join(vals[0], vals[1])
			if d != nil {
				d.Find().set(Read)
				a.partial = append(a.partial, partialAccess{d, x.Args[2]})
			}
		case f.Name == "__whet_fill" && len(vals) == 3:
			if vals[0] != nil {
				a.partial = append(a.partial, partialAccess{vals[0], x.Args[2]})
				if w := a.fullProvenance(x.Args[1]); w != nil {
					a.flows = append(a.flows, flow{w, vals[0], true})
				}
			}
		case calls.BytesFrom[f.Name] != 0 && len(vals) == 2:
			if vals[0] != nil {
				a.partial = append(a.partial, partialAccess{vals[0], x.Args[1]})
				a.fill(vals[0], lang.StripCasts(x.Args[0]).Type().Elem)
				if calls.BytesFrom[f.Name] == library.Stream {
					a.throughChannel(vals[0])
				}
			}
		case calls.Allocates[f.Name]:
			n := a.newBlock(x)
			n.set(Mutable)
			a.setTarget(r, n)
		default:
			a.bind(x, f, vals, records, r)
		}
		return
	}
	fun := a.Pointee(x.Fun)
	if fun == nil {
		fun = a.unknown
	}
	in := &IndirectCall{call: x, Target: fun, vals: vals, records: records, bound: map[*lang.Func]bool{}}
	a.lvalues[x] = r
	a.pending = append(a.pending, in)
	a.indirect[x] = in
}

// bind passes the arguments of x to f, and the result of f to r.
func (a *Analysis) bind(x *lang.Call, f *lang.Func, vals, records []*Class, r *Class) {
	a.readStrings(x, f)
	a.printAddresses(x, f)
	for i, arg := range x.Args {
		if f.Body == nil || i >= len(f.Params) {
			// Models with "..." do not read the arguments that are passed there.
			if f.Body != nil && !f.Model && vals[i] != nil {
				a.unify(a.varargs, vals[i])
			}
			if f.Body != nil && !f.Model {
				a.addFlow(a.fullProvenance(arg), a.placeOf(a.varargs))
				a.storeComputed(a.placeOf(a.varargs), arg)
				if arg.Type().IsInteger() {
					a.listed = append(a.listed, a.fullProvenance(arg))
				}
				if records[i] != nil {
					a.flows = append(a.flows, flow{records[i], a.placeOf(a.varargs), true})
				}
			}
			continue
		}
		p := f.Params[i]
		if records[i] == nil {
			a.store(a.Object(p), arg, p.Type)
		} else if lang.SameRecord(p.Type, arg.Type()) {
			if !p.Type.OnlyScalars() {
				a.addressed[p] = true
			}
			a.assignRecord(nil, arg, a.Object(p), records[i], p.Type)
		}
	}
	if row := calls.Row(f, x); f.Body == nil && row != nil {
		a.bindRow(x, row, vals, r)
	} else if f.Body == nil {
		if !calls.Inert[f.Name] && !gnu.PureBuiltin(f.Name) && !strings.HasPrefix(f.Name, "__VERIFIER_") && !strings.HasPrefix(f.Name, "__whet_") {
			a.clobberArgs(x, vals)
			if calls.Retains(f.Name) {
				a.escapeArgs(x, vals, records, f.Repeats)
				a.fromOutside = append(a.fromOutside, r)
				a.clobber(r)
				return // meetByType unites the targets of results by their type (escape.go)
			}
		}
		a.clobber(r)
	}
	switch t := x.T; {
	case t.Kind == lang.Record && lang.SameRecord(t, f.Type.Elem):
		a.assignRecord(nil, nil, r, a.resultOf(f), t)
	case a.holds(t):
		a.setTarget(r, a.target(a.resultOf(f)))
	default:
		a.addFlow(a.resultOf(f), r)
	}
}

// bindRow applies the effects of a library function to the classes of memory.
func (a *Analysis) bindRow(x *lang.Call, row *library.Function, vals []*Class, r *Class) {
	for _, act := range row.Actions {
		if act.Effect == library.Out || act.Effect == library.In {
			a.throughChannel(vals[act.Arg-1])
		}
	}
	for i, v := range vals {
		if v != nil && row.Writes(i+1) {
			t := x.Args[i].Type().Elem
			a.fill(v, t)
			if row.Has(library.Scan) {
				a.scanned = append(a.scanned, v)
			}
			a.textsOf(row, v, t)
		}
		if v != nil && a.opt.Members {
			v.Find().set(Walked) // the function moves it
		}
	}
	switch row.Result.From {
	case library.Handle:
		a.setTarget(r, a.newBlock(x))
	case library.Static:
		// Each call makes a new object, and changes all existing ones.
		n := a.join(a.newBlock(x), a.LibraryObject(row.Result.Group))
		a.textsOf(row, n, x.T.Elem)
		a.setTarget(r, n)
		a.clobber(n)
	case library.Argument, library.Inside:
		if v := vals[row.Result.Of-1]; v != nil {
			a.setTarget(r, v)
		}
		if row.Result.From == library.Inside {
			a.clobber(r)
		}
	default:
		a.fill(r, x.T)
	}
}

// Texts lists the classes of the strings that functions of the library store in records.
func (a *Analysis) Texts() []*Class { return a.texts }

// textsOf adds the classes of the strings that a function with the row stores in a record of type t in the class n to a.texts.
func (a *Analysis) textsOf(row *library.Function, n *Class, t *lang.Type) {
	if row.Has(library.Texts) && t != nil && n != a.unknown {
		for _, f := range t.Texts() {
			a.texts = append(a.texts, a.Field(n, f))
		}
	}
}

// throughChannel records that memory is written to a file or connection, or read from one. If the program may read
// back what it has written, pointers come back this way. So all such memory is one class.
func (a *Analysis) throughChannel(n *Class) {
	if n == nil || !a.Env.Channel {
		return
	}
	if a.channel == nil {
		a.channel = a.fresh()
	}
	a.unify(a.channel, n)
}
