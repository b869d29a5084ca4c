package lower

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/lang"
)

// The bound on the rounds of loops that the user chose (Options.Rounds). Each loop of the program's own functions has a
// counter. It is set to 0 before the loop, and each round begins with the assumption that the counter is below the bound.
// A loop that a goto makes is counted where the goto leads back to a label. Loops of models, such as the model of strlen,
// and loops made by computed gotos have no bound.

// surveyRounds makes the counters of labels to which a goto leads back, and sets them to 0. It does so, too, for loops
// that a jump may enter: their counters are not set before the loop then.
func (l *funcLowerer) surveyRounds() {
	if !l.countsRounds() {
		return
	}
	passed := map[*lang.Label]bool{}
	lang.Walk(l.fn.Body, func(s lang.Stmt) {
		switch s := s.(type) {
		case *lang.Labeled:
			passed[s.Label] = true
		case *lang.Goto:
			if passed[s.Label] && !s.Longjmp {
				l.back[s] = true
				l.startRounds(s.Label, lang.Pos{})
			}
		case *lang.While, *lang.DoWhile, *lang.For:
			if mayEnter(s) {
				l.startRounds(s, lang.Pos{})
			}
		}
	}, nil)
}

// countsRounds reports whether the loops of the function have a bound.
func (l *funcLowerer) countsRounds() bool { return l.opt.Rounds > 0 && l.fn != nil && !l.fn.Model }

// mayEnter reports whether jumps may lead into the loop: to a label, or to a case of a switch around the loop.
func mayEnter(loop lang.Stmt) (yes bool) {
	inside := map[*lang.Case]bool{}
	lang.Walk(loop, func(s lang.Stmt) {
		switch s := s.(type) {
		case *lang.Labeled:
			yes = true
		case *lang.Switch:
			for _, c := range s.Cases {
				inside[c] = true
			}
		case *lang.Case:
			yes = yes || !inside[s]
		}
	}, nil)
	return yes
}

// startRounds sets the counter of a loop to 0. The loop is given by its statement or by its label.
func (l *funcLowerer) startRounds(loop any, pos lang.Pos) {
	if !l.countsRounds() {
		return
	}
	c := l.rounds[loop]
	if c == nil {
		c = l.p.NewVar(l.proc, "rounds", cfa.LocalVar, cfa.Range{Bits: 64})
		c.Pos, c.Shadow = pos, true
		l.rounds[loop] = c
	}
	l.emit(&cfa.Assign{LHS: c, RHS: cfa.ConstInt(0)}, pos)
}

// round begins a round of a loop: runs in which it exceeds the bound are excluded.
func (l *funcLowerer) round(loop any, pos lang.Pos) {
	if c := l.rounds[loop]; c != nil {
		l.emit(&cfa.Assume{Cond: cfa.MkBinary(cfa.Lt, c, cfa.ConstInt(l.opt.Rounds))}, pos)
		l.emit(&cfa.Assign{LHS: c, RHS: cfa.MkBinary(cfa.Add, c, cfa.ConstInt(1))}, pos)
	}
}

// atLabel begins a loop at a label that is reached other than by a goto that leads back.
func (l *funcLowerer) atLabel(lb *lang.Label, pos lang.Pos) {
	if l.rounds[lb] != nil {
		l.startRounds(lb, pos)
	}
}

// roundByGoto begins a round of the loop that s makes, if s leads back to its label. Otherwise it begins the loop at the
// label.
func (l *funcLowerer) roundByGoto(s *lang.Goto) {
	if l.back[s] {
		l.round(s.Label, s.At)
	} else {
		l.atLabel(s.Label, s.At)
	}
}
