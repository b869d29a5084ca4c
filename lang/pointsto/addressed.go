package pointsto

import "github.com/whet-mc/whet/lang"

// Objects in memory: objects whose address is taken, and records that are copied as memory.

// takeAddress marks the object that contains the lvalue e as an object in memory.
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

// recordTemp returns the object for the value of a record expression that is not an lvalue.
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
