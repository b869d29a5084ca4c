package lower

import (
	"fmt"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/lang"
)

// Primitives for the rest of the package: edges, temporaries, notes, and ends of runs.

func (l *funcLowerer) newLoc(pos lang.Pos) *cfa.Loc { return l.p.NewLoc(l.proc, pos) }

// emit appends an edge to the current location.
func (l *funcLowerer) emit(op cfa.Op, pos lang.Pos) {
	l.loseTails(op, pos)
	l.setHolders(op, pos)
	l.append(op, pos)
}

// append appends an edge to the current location, without the operations on the model's records that emit adds.
func (l *funcLowerer) append(op cfa.Op, pos lang.Pos) *cfa.Edge {
	if m := l.lastPassed; m != nil {
		cfa.Writes(op, func(v *cfa.Var) {
			if v == m.to {
				l.lastPassed = nil
			}
		}, nil)
	}
	e := l.p.NewEdge(l.cur, l.newLoc(pos), op, pos)
	l.cur = e.To
	return e
}

// jump adds an edge without effect to an existing location. The current location is unreachable afterwards.
func (l *funcLowerer) jump(to *cfa.Loc, pos lang.Pos) {
	l.p.NewEdge(l.cur, to, cfa.Skip{}, pos)
	l.cur = l.newLoc(pos)
}

func (l *funcLowerer) temp(r cfa.Range, pos lang.Pos) *cfa.Var {
	l.ntemps++
	v := l.p.NewVar(l.proc, fmt.Sprintf("t%d", l.ntemps), cfa.TempVar, r)
	v.Pos = pos
	return v
}

// pin returns an expression that keeps the present value of e, whatever is assigned later.
func (l *funcLowerer) pin(e cfa.Expr, pos lang.Pos) cfa.Expr {
	switch x := e.(type) {
	case nil, *cfa.Const:
		return e
	case *cfa.Var:
		if x.Kind == cfa.TempVar {
			return e // a temporary is assigned only once
		}
	}
	t := l.temp(l.rangeOfExpr(e), pos)
	l.emit(&cfa.Assign{LHS: t, RHS: e}, pos)
	return t
}

// once returns an expression with the present value of e that may be used several times, as long as nothing is assigned. A
// variable, or the cell that a variable leads to, stays itself, so that what tests say of it is known of the variable or cell.
func (l *funcLowerer) once(e cfa.Expr, pos lang.Pos) cfa.Expr {
	switch x := e.(type) {
	case *cfa.Var:
		return x
	case *cfa.Select:
		if _, ok := x.Idx.(*cfa.Var); ok {
			return x
		}
	}
	return l.pin(e, pos)
}

// rangeOfExpr returns a range that certainly contains the values of e.
func (l *lowerer) rangeOfExpr(e cfa.Expr) cfa.Range {
	if r, ok := l.inRange[e]; ok {
		return r
	}
	switch x := e.(type) {
	case *cfa.Var:
		return x.Range
	case *cfa.Wrap:
		return cfa.Range{Bits: x.Bits, Signed: x.Signed}
	case *cfa.Select:
		return x.Arr.Elem
	}
	if lo, hi, ok := cfa.Bounds(e); ok {
		for _, r := range []cfa.Range{
			{Bits: 1}, {Bits: 8}, {Bits: 8, Signed: true}, {Bits: 16}, {Bits: 16, Signed: true},
			{Bits: 32, Signed: true}, {Bits: 32}, {Bits: 64, Signed: true}, {Bits: 64},
		} {
			if r.Contains(lo) && r.Contains(hi) {
				return r
			}
		}
	}
	return cfa.Range{}
}

// approx returns a fresh value in the range r in place of a value that is not modelled.
func (l *funcLowerer) approx(r cfa.Range, what string, pos lang.Pos) *cfa.Var {
	l.note(pos, what, "any value")
	t := l.temp(r, pos)
	l.emit(&cfa.Havoc{LHS: t, From: &cfa.Input{Kind: cfa.Approx, Name: what, Range: r, Pos: pos}}, pos)
	return t
}

// note adds a note about an over-approximation, once for each function.
func (l *funcLowerer) note(pos lang.Pos, what, done string) {
	key := what
	if l.fn != nil {
		key += "\x00" + l.fn.Name
	}
	if l.noted[key] {
		return
	}
	l.noted[key] = true
	l.p.Notes = append(l.p.Notes, lang.Note{Pos: pos, What: what, Done: done})
}

// noteOnce adds a note about an over-approximation, once for the program.
func (l *lowerer) noteOnce(pos lang.Pos, what, done string) {
	if !l.noted[what] {
		l.noted[what] = true
		l.p.Notes = append(l.p.Notes, lang.Note{Pos: pos, What: what, Done: done})
	}
}

// fail leads to an error location for the property.
func (l *funcLowerer) fail(prop *cfa.Property) {
	to := l.newLoc(prop.Pos)
	to.Error = prop
	l.p.NewEdge(l.cur, to, cfa.Skip{}, prop.Pos)
	l.cur = l.newLoc(prop.Pos)
}

// cannot ends the run at a construct whose behaviour is not covered. After it a run can do what the program model
// does not show. So nothing is claimed: SAFE requires that this location is unreachable, and a run that reaches it is
// not reported as a bug.
func (l *funcLowerer) cannot(pos lang.Pos, what string) {
	l.note(pos, what, "not modelled: nothing is claimed of runs that pass it")
	p := l.property("unsupported", what, pos)
	p.Unsupported = true
	l.fail(p)
}

// unfollowed leads to an error location where c holds: a rule may be broken there, but the program model does not show whether
// it is. The run also goes on, as it does if the rule is not broken. So other claims stand, and a bug that comes later is real: if
// the rule is broken, there is a bug before.
func (l *funcLowerer) unfollowed(c cfa.Expr, kind, text string, pos lang.Pos) {
	if k, ok := cfa.IsConst(c); ok && k.IsZero() {
		return
	}
	breaks := l.temp(cfa.Range{Bits: 1}, pos)
	kept := &cfa.Characters{}
	kept.Add(0, 0)
	l.emit(&cfa.Havoc{LHS: breaks, From: &cfa.Input{
		Kind: cfa.External, Name: cfa.KeepsRule, Choices: []string{"kept", "broken"}, Only: kept, Range: breaks.Range, Pos: pos,
	}}, pos)
	l.endWhere(cfa.MkAnd(c, cfa.MkBinary(cfa.Ne, breaks, cfa.ConstInt(0))), pos, func() {
		p := l.property(kind, text, pos)
		p.Unfollowed = true
		l.fail(p)
	})
}
