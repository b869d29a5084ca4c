package lower

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/lang"
)

// Records that are passed and returned as their scalars. After the scalars, a flag for each of them is passed.

// eachFlag calls visit for each flag that is passed with a value of the type.
func (l *lowerer) eachFlag(t *lang.Type, visit func()) {
	if l.records.Has(Uninit) && t.Kind == lang.Record && t.OnlyScalars() {
		l.eachParamLeaf(t, func(*lang.Type, *lang.Field) { visit() })
	}
}

// paramFlags makes the flags of a parameter that is a record in variables.
func (l *lowerer) paramFlags(s *store) {
	if s.t.Kind != lang.Record || !s.lacks {
		return
	}
	for _, f := range s.t.Fields {
		switch c := s.field0(f); {
		case f.Type.Kind == lang.Record:
			l.paramFlags(c)
		case l.valued(f.Type):
			c.flag = l.newFlag(c.proc, c.name, cfa.ParamVar)
		}
	}
}

// takeFlags sets, at the entry of a function, the flags of a parameter that is not in memory, except flags that are
// passed.
func (l *funcLowerer) takeFlags(o *lang.Object) {
	if p := l.objPlace(o); l.records.Has(Uninit) {
		l.eachStored(p, func(q place) {
			if v := l.flag(q.st); v != nil && v.Kind != cfa.ParamVar {
				l.emit(&cfa.Assign{LHS: v, RHS: cfa.ConstInt(1)}, o.Pos)
			}
		})
	}
}

// flagValues returns the flags to pass with the scalars of a record.
func (l *funcLowerer) flagValues(p place, t *lang.Type, pos lang.Pos) []cfa.Expr {
	var list []cfa.Expr
	if l.records.Has(Uninit) {
		l.eachPlaceLeaf(p, t, func(q place) { list = append(list, l.knownStored(q, pos)) })
	}
	return list
}

// flagPart returns the k-th of the flags that were passed with a record.
func flagPart(flags []*cfa.Var, k int) []part {
	if k >= len(flags) {
		return nil
	}
	return []part{{v: flags[k], full: 1, mask: 1}}
}
