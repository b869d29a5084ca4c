package cfa

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/whet-mc/whet/lang"
	"pgregory.net/rapid"
)

// The same paths to errors are feasible in the slice, edge by edge.
func TestSliceKeepsErrorPaths(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawProgram(t, false)
		p.Finish()
		s, info := p.Slice()
		if err := s.Check(); err != nil {
			t.Fatalf("%v\n%s", err, text(s))
		}
		if err := p.Check(); err != nil {
			t.Fatalf("the program has changed: %v", err)
		}
		const steps, limit = 11, 6000
		want, ok1 := errorPaths(p, steps, limit)
		got, ok2 := errorPaths(s, steps, limit)
		if ok1 && ok2 {
			a, b := slices.Sorted(maps.Keys(want)), slices.Sorted(maps.Keys(got))
			if !slices.Equal(a, b) {
				t.Fatalf("paths\n%v\nin the slice\n%v\n%s\n%s\n%+v", a, b, text(p), text(s), info)
			}
		}
		for k, path := range got {
			back := s.PathIn(p, path)
			for i, step := range back {
				if p.Edges[step.Edge.ID] != step.Edge || step.Kind != path[i].Kind {
					t.Fatalf("path %s comes back as %v", k, back)
				}
			}
		}
	})
}

// Operations that may be undefined: no error is lost.
func TestSliceKeepsErrors(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawProgram(t, true)
		p.Finish()
		s, _ := p.Slice()
		want, ok1 := outcomes(p, 3000)
		got, ok2 := outcomes(s, 3000)
		if !ok1 || !ok2 {
			return
		}
		for k := range want {
			if k[:2] == "er" && !got[k] {
				t.Fatalf("%s is lost\n%s\n%s", k, text(p), text(s))
			}
		}
	})
}

func TestSliceExample(t *testing.T) {
	p := NewProgram(lang.LP64, Machine)
	flag := p.NewVar(nil, "flag", GlobalVar, word)
	count := p.NewVar(nil, "count", GlobalVar, word)
	log := p.NewArray(nil, "log", word, 4)
	main, f := p.NewProc("main"), p.NewProc("f")
	p.Start = main
	used := p.NewVar(f, "used", ParamVar, word)
	unused := p.NewVar(f, "unused", ParamVar, word)
	r := p.NewVar(f, "r", ResultVar, word)
	chain(p, f,
		&Store{log, count, unused},
		&Assign{flag, used},
		&Assign{r, count},
	)
	a, b, done := p.NewLoc(main, lang.Pos{}), p.NewLoc(main, lang.Pos{}), p.NewLoc(main, lang.Pos{})
	bad := p.NewLoc(main, lang.Pos{})
	bad.Error = &Property{Kind: "assertion", Text: "flag"}
	p.NewEdge(main.Entry, a, &Assign{count, ConstInt(1)}, lang.Pos{})
	p.NewEdge(a, b, &Call{f, []Expr{ConstInt(1), count}, []*Var{count}}, lang.Pos{})
	p.NewEdge(b, bad, &Assume{MkBinary(Eq, flag, ConstInt(0))}, lang.Pos{})
	p.NewEdge(b, done, &Assume{MkBinary(Ne, flag, ConstInt(0))}, lang.Pos{})
	p.NewEdge(done, main.Exit, &Assign{flag, ConstInt(0)}, lang.Pos{})
	p.Finish()
	s, info := p.Slice()
	if err := s.Check(); err != nil {
		t.Fatal(err)
	}
	const want = `program machine lp64
var flag u2
var count u2
array log u2 [4]

proc main()
  L0 entry
    skip -> L1
  L1
    f(1, 0) -> L2
  L2
    [flag == 0] -> L5
  L3
  L4 exit
  L5 error: assertion "flag"

proc f(used u2, unused u2) (r u2)
  L6 entry
    skip -> L7
  L7
    flag = used -> L8
  L8
    skip -> L9
  L9 exit
`
	if got := text(s); got != want {
		t.Errorf("got\n%s\nof\n%s", got, text(p))
	}
	if got := fmt.Sprint(info.Edges, info.Ops, info.Vars.IDs(), info.Arrays.IDs()); got != "2 3 [0 2] []" {
		t.Errorf("info %s", got)
	}
}
