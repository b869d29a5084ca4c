package cfa

import (
	"testing"

	"github.com/whet-mc/whet/lang"
	"pgregory.net/rapid"
)

// Whatever is read on a walk through the graph was live since it was set.
func TestLivenessRandom(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawProgram(t, true)
		p.Finish()
		lv := p.Liveness()
		// Locations since a variable was set last; locals have one list for each activation.
		type frame struct {
			call  *Edge
			since map[*Var][]*Loc
		}
		globals := map[*Var][]*Loc{}
		frames := []frame{{nil, map[*Var][]*Loc{}}}
		top := func() frame { return frames[len(frames)-1] }
		since := func(v *Var) map[*Var][]*Loc {
			if v.Proc == nil {
				return globals
			}
			return top().since
		}
		read := func(v *Var) {
			for _, l := range since(v)[v] {
				if s := lv.LiveAt(l); !s.Has(v) {
					t.Fatalf("%v is not live at %v, but read later\n%s", v, l, text(p))
				}
			}
		}
		set := func(v *Var) { since(v)[v] = nil }
		visit := func(l *Loc) {
			for _, v := range p.Vars {
				if v.Proc == nil || v.Proc == l.Proc {
					m := since(v)
					m[v] = append(m[v], l)
				}
			}
		}
		l := p.Start.Entry
		for range 60 {
			visit(l)
			if l == l.Proc.Exit {
				if len(frames) == 1 {
					return
				}
				c := top().call
				for i, v := range c.Op.(*Call).Results {
					if v != nil {
						read(c.Op.(*Call).Callee.Results[i])
					}
				}
				frames = frames[:len(frames)-1]
				Writes(c.Op, set, nil)
				l = c.To
				continue
			}
			if len(l.Out) == 0 {
				return
			}
			e := rapid.SampledFrom(l.Out).Draw(t, "edge")
			Reads(e.Op, read, nil)
			if c, ok := e.Op.(*Call); ok {
				frames = append(frames, frame{e, map[*Var][]*Loc{}})
				l = c.Callee.Entry
				continue
			}
			if h, ok := e.Op.(*Havoc); !ok || h.From.Kind != Effect {
				Writes(e.Op, set, nil)
			}
			l = e.To
		}
	})
}

func TestLivenessExample(t *testing.T) {
	p := NewProgram(lang.LP64, Machine)
	g := p.NewVar(nil, "g", GlobalVar, word)
	h := p.NewVar(nil, "h", GlobalVar, word)
	main, f := p.NewProc("main"), p.NewProc("f")
	p.Start = main
	x := p.NewVar(main, "x", LocalVar, word)
	y := p.NewVar(main, "y", LocalVar, word)
	n := p.NewVar(f, "n", ParamVar, word)
	r := p.NewVar(f, "r", ResultVar, word)
	chain(p, f, &Assign{h, n}, &Assign{r, g})
	chain(p, main,
		&Assign{x, ConstInt(1)},
		&Assign{y, ConstInt(2)},
		&Call{f, []Expr{x}, []*Var{y}},
		&Assign{h, ConstInt(0)},
		&Assign{g, y},
	)
	p.Finish()
	lv := p.Liveness()
	show := func(q *Proc) string {
		s := ""
		for _, l := range q.Locs {
			live := lv.LiveAt(l)
			s += "{"
			for _, id := range live.IDs() {
				s += p.Vars[id].Name
			}
			s += "}"
		}
		return s
	}
	// y's first value is never read; h is dead everywhere, g is live until it is set.
	if got := show(main); got != "{g}{gx}{gx}{y}{y}{}" {
		t.Errorf("main: %s", got)
	}
	if got := show(f); got != "{gn}{g}{r}" {
		t.Errorf("f: %s", got)
	}
}
