package lower

import (
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/calls"
)

// Effects of functions that a function of the library calls back. qsort compares elements as often as it likes and in
// any order. That does not matter if the comparison function only computes its result. The form of its body decides
// this: it assigns only to its own variables, and calls only such functions.

// claims are the intrinsics with which models state requirements.
var claims = map[string]bool{
	"__whet_room": true, "__whet_disjoint": true, "__whet_apart": true, "__whet_object": true, "__whet_require": true, "__whet_trusted": true, "__whet_string": true,
}

// calledBackEffects reports whether a function that the current model calls through a pointer may do more than
// compute a result, and whether it may reach an error.
func (l *funcLowerer) calledBackEffects() (effects, fails bool) {
	lang.Walk(l.fn.Body, func(lang.Stmt) {}, func(e lang.Expr) {
		x, ok := e.(*lang.Call)
		if !ok {
			return
		}
		in := l.pts.Indirect(x)
		if in == nil {
			return
		}
		for _, g := range l.pts.Candidates(in) {
			s := effectsOf{seen: map[*lang.Func]bool{}, flags: l.followsFlags()}
			s.function(g)
			effects, fails = effects || s.effects, fails || s.fails
		}
	})
	return effects, fails
}

// effectsOf collects the effects of functions.
type effectsOf struct {
	seen           map[*lang.Func]bool
	effects, fails bool
	flags          bool // exceptions of floating operations count as effects
}

func (s *effectsOf) function(f *lang.Func) {
	switch {
	case s.seen[f]:
		return
	case calls.IsError(f):
		s.fails = true
		return
	case f.Body == nil:
		s.effects = s.effects || !claims[f.Name]
		return
	}
	s.seen[f] = true
	s.fails = s.fails || len(f.Labels) > 0 // a label may be an error location
	lang.Walk(f.Body, func(st lang.Stmt) {
		switch st.(type) {
		case *lang.Asm:
			s.effects = true
		case *lang.Assertion:
			s.fails = true
		}
	}, func(e lang.Expr) {
		s.effects = s.effects || s.flags && e.Type().Kind == lang.Float
		switch x := e.(type) {
		case *lang.Assign:
			s.assigned(f, x.L)
		case *lang.AssignOp:
			s.assigned(f, x.L)
		case *lang.IncDec:
			s.assigned(f, x.X)
		case *lang.VaArg:
			s.effects = true
		case *lang.Call:
			if g, ok := x.Fun.(*lang.FuncRef); ok {
				s.function(g.Func)
			} else {
				s.effects = true
			}
		}
	})
}

// assigned records that the function f assigns to the lvalue e.
func (s *effectsOf) assigned(f *lang.Func, e lang.Expr) {
	for {
		switch x := e.(type) {
		case *lang.Member:
			e = x.X
		case *lang.Index:
			d, ok := x.X.(*lang.Decay)
			if !ok {
				s.effects = true
				return
			}
			e = d.X
		case *lang.VarRef:
			if x.Obj.Func != f || x.Obj.Storage != lang.Local && x.Obj.Storage != lang.Param {
				s.effects = true
			}
			return
		default:
			s.effects = true
			return
		}
	}
}

func oneIf(b bool) int64 {
	if b {
		return 1
	}
	return 0
}
