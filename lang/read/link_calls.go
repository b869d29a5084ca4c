package read

import (
	"slices"

	"github.com/whet-mc/whet/lang"
)

// This file connects calls of functions that another unit defines, where the calling unit has no prototype
// or no declaration. C defines such a call if the promoted arguments have the types of the parameters (C11
// 6.5.2.2). The calls that a machine executes in the same way, with integers of equal size or with any
// pointers, are accepted, too. Runs that reach another call end there as not modelled.

// crossCalls connects the calls of the unit u whose function has no prototype or no declaration there.
func (l *linker) crossCalls(u *unit) {
	for _, k := range u.loose {
		g := l.final(k.fn)
		if g == k.fn || g.Body == nil || g.Model {
			continue
		}
		if !l.crossCall(u, k, g) {
			l.misfit(k, g)
		}
	}
}

// finishOwnCalls completes the calls of the unit's functions, except functions that linking replaced by functions of
// other units.
func (l *linker) finishOwnCalls(u *unit) {
	all := u.loose
	u.loose = slices.DeleteFunc(slices.Clone(all), func(k looseCall) bool { return l.final(k.fn) != k.fn })
	u.finishCalls()
	u.loose = all
}

// crossCall connects the call k in u to the function g, which has a body. It returns false if the call does
// not match the function.
func (l *linker) crossCall(u *unit, k looseCall, g *lang.Func) bool {
	old := g.Type.NoProto
	params := make([]*lang.Type, len(g.Params))
	for i, p := range g.Params {
		params[i] = p.Type.Plain()
	}
	if len(params) != len(k.call.Args) || g.Type.Variadic {
		return false
	}
	for i, a := range k.call.Args {
		p := params[i]
		if old {
			p = u.defaultPromoted(p)
		}
		if !passedAlike(a.Type(), p) {
			return false
		}
	}
	result := g.Type.Elem
	if result.Kind != lang.Void && k.call.T.Kind != lang.Void && !passedAlike(result, k.call.T) {
		return false
	}
	for i, p := range params {
		k.call.Args[i] = u.Convert(k.call.Args[i], p)
	}
	if fr, ok := k.call.Fun.(*lang.FuncRef); ok && result.Kind != lang.Void {
		fr.T = u.Pointer(g.Type)
		if k.result != nil {
			k.call.T = result.Plain()
		}
	}
	return true
}

// defaultPromoted returns the type of a value of type t after the default argument promotions.
func (c *checker) defaultPromoted(t *lang.Type) *lang.Type {
	switch {
	case t.IsInteger() && t.Size < c.IntT.Size:
		return c.IntT
	case t.Kind == lang.Float && t.Unqualified() == c.Float:
		return c.Double
	}
	return t
}

// passedAlike reports whether machines pass values of the types a and b in the same way.
func passedAlike(a, b *lang.Type) bool {
	a, b = a.Unqualified(), b.Unqualified()
	switch {
	case a.Kind == lang.Float || b.Kind == lang.Float || a.Kind == lang.Record || b.Kind == lang.Record:
		return lang.Compatible(a, b)
	case a.Kind == lang.Bool || b.Kind == lang.Bool:
		return a.Kind == b.Kind
	}
	return a.IsScalar() && b.IsScalar() && a.Size == b.Size
}

// misfit redirects the call k, which does not match the function g, to a function that is not modelled.
func (l *linker) misfit(k looseCall, g *lang.Func) {
	fr, ok := k.call.Fun.(*lang.FuncRef)
	if !ok {
		return
	}
	pos := k.call.Pos()
	stub := &lang.Func{Name: g.Name, Type: fr.T.Elem, Pos: pos, AddrTaken: false,
		Notes: []lang.Note{lang.UnmodelledNote(pos, "a call of "+g.Name+" without a prototype, which does not go with its definition at "+g.Pos.String())}}
	fr.Func = stub
	l.c.Unit.Funcs = append(l.c.Unit.Funcs, stub)
}

// label adds file names to functions and objects at file scope that share their names with others.
func (l *linker) label() {
	funcs, objs := map[string]int{}, map[string]int{}
	each := func(onFunc func(*unit, *lang.Func), onObject func(*unit, *lang.Object)) {
		for _, u := range l.units {
			for _, f := range u.Unit.Funcs {
				if l.Funcs[f] == nil && f.Body != nil && !f.Model {
					onFunc(u, f)
				}
			}
			for _, o := range u.Unit.Objects {
				if l.Objs[o] == nil && o.Storage == lang.Global {
					onObject(u, o)
				}
			}
		}
	}
	each(func(_ *unit, f *lang.Func) { funcs[f.Name]++ }, func(_ *unit, o *lang.Object) { objs[o.Name]++ })
	each(func(u *unit, f *lang.Func) {
		if funcs[f.Name] > 1 && (f.Static || f.InlineOnly()) {
			f.File = u.name
		}
	}, func(u *unit, o *lang.Object) {
		if objs[o.Name] > 1 && o.Static {
			o.File = u.name
		}
	})
}

// findEntry looks for the entry function among all functions, including static ones. If several functions have the
// name of the entry, it is an error unless one of them has external linkage and none of their units has annotations.
// Preconditions in annotations of the entry function are assumed, so it must be unique then.
func (l *linker) findEntry() {
	name := l.c.opt.EntryName()
	var found []*lang.Func
	annotated := false
	for _, u := range l.units {
		for _, f := range u.Unit.Funcs {
			if f.Name == name && f.Body != nil && !f.Model && l.Funcs[f] == nil {
				found = append(found, f)
				annotated = annotated || len(u.annotations()) > 0
			}
		}
	}
	entry := l.c.Funcs[name]
	switch {
	case (entry == nil || entry.Body == nil) && len(found) == 1:
		l.c.Funcs[name] = found[0]
	case len(found) > 1 && (entry == nil || entry.Body == nil || annotated):
		l.c.errorf(found[1].Pos, "the function %s that a run starts in is not the only one by that name (another is at %s)", name, found[0].Pos)
	}
}

// annotations returns the ACSL annotations in the unit's files.
func (c *checker) annotations() []lang.Comment {
	var list []lang.Comment
	for _, n := range c.src.Order {
		list = append(list, c.src.Files[n].Scanned.ACSL...)
	}
	return list
}
