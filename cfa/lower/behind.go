package lower

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/lang"
)

// behind lets a function without a body change what it finds behind the pointers in a record that it is handed, by value or by
// a pointer: the objects that these members lead to, as their declared types say. The change is of kind
// Effect: no claim of safety can rest on what was there before, and no bug on what the function may have written.
//
// Not followed, as SOUNDNESS.md says: members that are declared to lead to what is const, to functions, or to anything (void), and pointers in
// what lies behind these members.
func (l *lowerer) behind(x *lang.Call, name string, args []arg) {
	done := map[*node]bool{}
	for _, a := range args {
		t, n := a.e.Type(), (*node)(nil)
		switch {
		case t.Kind == lang.Pointer && t.Elem.Kind == lang.Record:
			// A const record as well: that is not said of what its members lead to.
			t, n = t.Elem, l.a.val(a.e)
		case t.Kind == lang.Record:
			n = l.a.loc(a.e)
		}
		if n == nil || n.find() == l.a.wild.find() {
			continue
		}
		l.behindMembers(x, name, n, t, done)
	}
}

func (l *lowerer) behindMembers(x *lang.Call, name string, n *node, t *lang.Type, done map[*node]bool) {
	for _, f := range t.Fields {
		ft := f.Type
		for ft.Kind == lang.Array {
			ft = ft.Elem
		}
		m := l.a.child(n, f)
		switch {
		case ft.Kind == lang.Record:
			l.behindMembers(x, name, m, ft, done)
		case ft.Kind == lang.Pointer && !ft.Elem.Const && ft.Elem.Kind != lang.Function && ft.Elem.Kind != lang.Void:
			p := m.find().pointee
			if p == nil || done[p.find()] || p.find() == l.a.wild.find() {
				continue
			}
			done[p.find()] = true
			l.fillMem(p.find(), nil, nil, nil, &cfa.Input{Kind: cfa.Effect, Name: name, Pos: x.At}, x.At)
		}
	}
}
