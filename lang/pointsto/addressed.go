package pointsto

import "github.com/whet-mc/whet/lang"

// Objects that lie in memory: those whose address is taken, and records that are copied as memory.

// takeAddress gives the object that e is a part of an address.
func (a *Analysis) takeAddress(e lang.Expr) {
	switch x := lang.Root(e).(type) {
	case nil:
	case *lang.VarRef:
		a.addressed[x.Obj] = true
	case *lang.CompoundLit:
		a.addressed[x.Obj] = true
	case *lang.StmtExpr:
		if x.Value != nil {
			a.takeAddress(x.Value)
		}
	default:
		if o := a.temps[x]; o != nil {
			a.addressed[o] = true
		}
	}
}

// recordTemp is the object that holds a record value which no lvalue holds.
func (a *Analysis) recordTemp(e lang.Expr) *lang.Object {
	o := a.temps[e]
	if o == nil {
		o = &lang.Object{ID: -1, Name: "value", Type: e.Type(), Storage: lang.Local, Func: a.fn, Pos: e.Pos()}
		a.temps[e] = o
		if !o.Type.OnlyScalars() {
			a.addressed[o] = true
		}
	}
	return o
}
