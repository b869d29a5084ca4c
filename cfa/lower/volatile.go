package lower

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/pointsto"
)

// Volatile objects (C11 5.1.2.3, 6.7.3p7) may be changed from outside: by a device, an interrupt, another process.
// Each read by a volatile lvalue is an input: any value of its type, on which a bug may rest. Stores are lowered as
// for other objects, but volatile lvalues do not read the stored values.
//
// The lvalue decides, not the object: *(volatile int *)&n says that n may be changed from outside.
//
// An automatic object keeps its value when it is read by its name, if code outside of the program does not know its
// address. Nothing else could know where it lies, and longjmp relies on the value (C11 7.13.2.1p3).
//
// An input is a number. Pointers cannot be any number, since nothing would be known about their targets. So a
// volatile pointer has the value that was stored, and the verdict cannot be SAFE if it is read.

// volatileValue returns the value of the lvalue e, which denotes the place p: v if e is not volatile, else an input.
func (l *funcLowerer) volatileValue(e lang.Expr, p place, v cfa.Expr) cfa.Expr {
	t := e.Type()
	if v == nil || !t.Volatile || l.ownVolatile(e) {
		return v
	}
	if t.Kind == lang.Pointer {
		l.lookedAway("what the volatile pointer "+lang.ExprString(e)+" holds", e.Pos())
		return v
	}
	r := l.temp(l.rangeOf(t, p.field), e.Pos())
	l.emit(&cfa.Havoc{LHS: r, From: l.volatileInput(e, t, p.field)}, e.Pos())
	return r
}

func (l *funcLowerer) volatileInput(e lang.Expr, t *lang.Type, f *lang.Field) *cfa.Input {
	return &cfa.Input{
		Kind: cfa.External, Name: lang.ExprString(e), Range: l.rangeOf(t, f), Pos: e.Pos(), CType: t.Name, Float: l.floatOf(t), Volatile: true,
	}
}

// ownVolatile reports whether the lvalue names an automatic object, or a part of one, that nothing outside can know.
func (l *funcLowerer) ownVolatile(e lang.Expr) bool {
	root, _ := steps(e, nil)
	o := object(root)
	return o != nil && (o.Storage == lang.Local || o.Storage == lang.Param) && (!l.memory(o) || !l.pts.Object(o).Has(pointsto.Escaped))
}

// hasVolatile reports whether an object of the type t has volatile parts; all says that the whole object is volatile.
func (l *lowerer) hasVolatile(t *lang.Type, all bool) bool {
	for t.Kind == lang.Array {
		t = t.Elem
	}
	if all || t.Volatile {
		return true
	}
	if t.Kind == lang.Record {
		for _, f := range t.Fields {
			if l.hasVolatile(f.Type, false) {
				return true
			}
		}
	}
	return false
}

// volatileCopied gives any value to the parts of a copied record that were volatile in the source.
func (l *funcLowerer) volatileCopied(dst, src place, all bool, pos lang.Pos) {
	if src.st != nil && src.st.proc != nil {
		return // the source is an automatic object of the current function
	}
	t := src.t
	all = all || t.Volatile
	switch {
	case t.Kind == lang.Record && !(all && t.Union):
		for _, f := range t.Fields {
			if l.hasVolatile(f.Type, all) {
				l.volatileCopied(l.member(dst, f), l.member(src, f), all, pos)
			}
		}
	case t.Kind == lang.Pointer || t.Kind == lang.Array && l.hasPointers(t):
		l.lookedAway("what a volatile pointer in a record holds", pos)
	default:
		l.havocPlace(dst, &cfa.Input{Kind: cfa.External, Name: "a volatile member", Pos: pos, CType: t.Name, Volatile: true}, pos)
	}
}

func (l *lowerer) hasPointers(t *lang.Type) bool {
	switch t.Kind {
	case lang.Pointer:
		return true
	case lang.Array:
		return l.hasPointers(t.Elem)
	case lang.Record:
		for _, f := range t.Fields {
			if l.hasPointers(f.Type) {
				return true
			}
		}
	}
	return false
}
