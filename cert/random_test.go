package cert

import (
	"context"
	"errors"
	"testing"

	"pgregory.net/rapid"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/cfa/interp"
	"github.com/whet-mc/whet/internal/randpath"
	"github.com/whet-mc/whet/internal/steady"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/smt"
)

// The oracle is the interpreter, run along a path with all inputs that there are.

// follow runs the program along the path with the inputs, and reports how many inputs it asked for,
// and whether it came to the end of the path.
func follow(p *cfa.Program, path cfa.Path, given []num.Int) (asked int, arrived bool) {
	in := interp.Func(func(interp.Query) (num.Int, bool) {
		if asked++; asked > len(given) {
			return num.Int{}, false
		}
		return given[asked-1], true
	})
	o := interp.Run(context.Background(), p, in, interp.Options{Follow: path})
	return asked, o.Kind == interp.PathEnd || o.Kind == interp.ErrorFound && !o.Diverged
}

const (
	tooMany  = 3000 // runs
	maxGiven = 7    // inputs
)

// possible tries all inputs; ok is false where there are too many.
func possible(p *cfa.Program, path cfa.Path) (yes, ok bool) {
	runs := 0
	var try func(given []num.Int) (bool, bool)
	try = func(given []num.Int) (bool, bool) {
		if runs++; runs > tooMany || len(given) > maxGiven {
			return false, false
		}
		asked, arrived := follow(p, path, given)
		if asked <= len(given) {
			return arrived, true
		}
		all := true
		for x := int64(-2); x <= 1; x++ {
			yes, ok := try(append(given[:len(given):len(given)], num.Of(x)))
			if yes {
				return true, true
			}
			all = all && ok
		}
		return false, all
	}
	return try(nil)
}

// failing draws a program of which the path ends in an error.
func failing(t *rapid.T) (*cfa.Program, cfa.Path) {
	p, path := randpath.Draw(t)
	end := path[len(path)-1].Edge.From // before the exit, which is no place for errors
	if end == p.Start.Entry || path[len(path)-1].Kind != cfa.Intra {
		t.Skip("nothing happens")
	}
	path = path[:len(path)-1]
	end.Error = &cfa.Property{Kind: "assertion", Text: "false"}
	end.Out = nil
	p.Errors = []*cfa.Loc{end}
	return p, path
}

// everything is a certificate by large blocks: all locations are passed, all calls inlined.
func everything(p *cfa.Program) *Certificate {
	c := &Certificate{Builder: smt.NewBuilder()}
	var add func(q *cfa.Proc, x Context)
	add = func(q *cfa.Proc, x Context) {
		x.Proc = q.ID
		for _, l := range p.Locs {
			switch {
			case l.Proc != q || l.Error != nil:
			case !x.Inline && (l == q.Entry || l == q.Exit):
				x.Points = append(x.Points, Point{Loc: l.ID, Holds: []Annotation{{}}})
			default:
				x.Points = append(x.Points, Point{Loc: l.ID, Pass: true})
			}
		}
		me := len(c.Contexts)
		c.Contexts = append(c.Contexts, x)
		for _, e := range q.Calls {
			add(e.Op.(*cfa.Call).Callee, Context{Inline: true, Parent: me, Call: e.ID})
		}
	}
	add(p.Start, Context{})
	return c
}

// TestAgainstTheInterpreter: a path is excluded exactly where no inputs lead along it, whichever
// way the program is written out.
func TestAgainstTheInterpreter(t *testing.T) {
	count := map[string]int{}
	rapid.Check(t, func(t *rapid.T) {
		p, path := failing(t)
		yes, ok := possible(p, path)
		for _, c := range []*Certificate{everything(p), {Builder: smt.NewBuilder(), Unwind: 1}} {
			_, err := Check(context.Background(), p, c)
			if yes && err == nil {
				t.Fatalf("accepted (unwind %d), but there is a run to the error", c.Unwind)
			}
			if ok && !yes && err != nil {
				t.Fatalf("no run reaches the error, but (unwind %d): %v", c.Unwind, err)
			}
			switch {
			case yes:
				count["reached"]++
			case ok:
				count["excluded"]++
			}
		}
	})
	if count["reached"] < steady.Bar(20) || count["excluded"] < steady.Bar(20) {
		t.Errorf("too few cases: %v", count)
	}
}

// TestWeakAnnotations: with annotations that know nothing, what is accepted is right all the same;
// and calls by contexts of their own know no more than inlined ones.
func TestWeakAnnotations(t *testing.T) {
	accepted := 0
	rapid.Check(t, func(t *rapid.T) {
		p, path := failing(t)
		c := &Certificate{Builder: smt.NewBuilder()}
		procs := append([]*cfa.Proc{p.Start}, p.Procs...)
		for i, q := range procs {
			if i > 0 && q == p.Start {
				continue
			}
			x := Context{Proc: q.ID}
			for _, l := range p.Locs {
				if l.Proc != q || l.Error != nil {
					continue
				}
				pt := Point{Loc: l.ID, Pass: rapid.IntRange(0, 4).Draw(t, "pass") > 0 && l != q.Entry && l != q.Exit}
				for _, e := range l.Out {
					if _, call := e.Op.(*cfa.Call); call {
						pt.Pass = false
					}
				}
				if !pt.Pass {
					pt.Holds = []Annotation{guess(t, c.Builder, p, q)}
				}
				x.Points = append(x.Points, pt)
			}
			c.Contexts = append(c.Contexts, x)
		}
		_, err := Check(context.Background(), p, c)
		if err != nil {
			return
		}
		accepted++
		if yes, _ := possible(p, path); yes {
			t.Fatal("accepted, but there is a run to the error")
		}
	})
	if accepted < steady.Bar(2) {
		t.Errorf("only %d certificates were accepted", accepted)
	}
}

// guess is an annotation that may be right: nothing, or that something is as it was at the entry,
// or has some value.
func guess(t *rapid.T, b *smt.Builder, p *cfa.Program, q *cfa.Proc) Annotation {
	var vars []*cfa.Var
	for _, v := range p.Vars {
		if v.Proc == nil || v.Proc == q {
			vars = append(vars, v)
		}
	}
	v := rapid.SampledFrom(vars).Draw(t, "variable")
	now := Symbol{Var: v}.Term(b)
	switch rapid.IntRange(0, 9).Draw(t, "what") {
	case 0:
		return Annotation{Conj: []*smt.Term{b.Eq(now, b.IntNum(int64(rapid.IntRange(-2, 1).Draw(t, "value"))))}}
	case 1:
		if v.Proc == nil || v.Kind == cfa.ParamVar {
			return Annotation{Conj: []*smt.Term{b.Eq(now, Symbol{Var: v, Entry: true}.Term(b))}}
		}
	case 2:
		a := p.Arrays[0]
		cell := b.Select(Symbol{Array: a}.Term(b), b.IntNum(1))
		return Annotation{Conj: []*smt.Term{b.Le(cell, now)}}
	}
	return Annotation{}
}

func TestStopped(t *testing.T) {
	ctx, stop := context.WithCancel(context.Background())
	stop()
	rapid.Check(t, func(t *rapid.T) {
		p, _ := failing(t)
		_, err := Check(ctx, p, everything(p))
		var e *Error
		if err != nil && (!errors.As(err, &e) || e.Err == nil) {
			t.Fatalf("a check that was stopped: %v", err)
		}
	})
}
