package cfa

import (
	"fmt"
	"maps"
	"slices"
	"strings"
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
		const steps, limit = 12, 6000
		want, ok1 := errorPaths(p, steps, limit)
		got, ok2 := errorPaths(s, steps, limit)
		if ok1 && ok2 {
			a, b := slices.Sorted(maps.Keys(want)), slices.Sorted(maps.Keys(got))
			if !slices.Equal(a, b) {
				t.Fatalf("paths\n%v\nin the slice\n%v\n%s\n%s\n%+v", a, b, text(p), text(s), info)
			}
		}
		before, ok1 := outcomes(p, 2000)
		after, ok2 := outcomes(s, 2000)
		if ok1 && ok2 && errorsOf(before) != errorsOf(after) {
			t.Fatalf("errors\n%s\nin the slice\n%s\n%s\n%s", errorsOf(before), errorsOf(after), text(p), text(s))
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

func errorsOf(ends map[string]bool) string {
	s := ""
	for _, k := range slices.Sorted(maps.Keys(ends)) {
		if strings.HasPrefix(k, "error") {
			s += k + "\n"
		}
	}
	return s
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
			if strings.HasPrefix(k, "error") && !got[k] {
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
		&Store{Arr: log, Idx: count, Val: unused},
		&Assign{flag, used},
		&Assign{r, count},
	)
	a, b, done := p.NewLoc(main, lang.Pos{}), p.NewLoc(main, lang.Pos{}), p.NewLoc(main, lang.Pos{})
	bad := p.NewLoc(main, lang.Pos{})
	bad.Error = &Property{Kind: "assertion", Text: "flag"}
	p.NewEdge(main.Entry, a, &Assign{count, ConstInt(1)}, lang.Pos{})
	p.NewEdge(a, b, &Call{f, []Expr{ConstInt(1), count}, []*Var{count}}, lang.Pos{})
	p.NewEdge(b, bad, &Assume{Cond: MkBinary(Eq, flag, ConstInt(0))}, lang.Pos{})
	p.NewEdge(b, done, &Assume{Cond: MkBinary(Ne, flag, ConstInt(0))}, lang.Pos{})
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
    [flag == 0] -> L3
  L3 error: assertion "flag"
  L4
  L5 exit

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

// Each kind of operation hands relevance on from what it sets to what it reads.
func TestRelevance(t *testing.T) {
	type w struct {
		p          *Program
		x, y, z, g *Var // x is what the check reads
		a, b       *Array
		f          *Proc // f(n) r: r = n + g
	}
	for _, tt := range []struct {
		name string
		op   func(w) Op
		want string
	}{
		{"nothing", func(w w) Op { return Skip{} }, "x"},
		{"assign", func(w w) Op { return &Assign{w.x, MkBinary(BitAnd, w.y, w.z)} }, "x y z"},
		{"other", func(w w) Op { return &Assign{w.y, w.z} }, "x"},
		{"havoc", func(w w) Op { return &Havoc{LHS: w.x, From: &Input{Range: word}} }, "x"},
		{"computed", func(w w) Op { return ceil(w.x, &Binary{BitAnd, w.y, w.z}) }, "x y z"},
		{"computed, other", func(w w) Op { return ceil(w.y, w.z) }, "x"},
		{"select", func(w w) Op { return &Assign{w.x, &Select{w.a, w.y}} }, "x y a"},
		{"call", func(w w) Op { return &Call{w.f, []Expr{w.y}, []*Var{w.x}} }, "x y g n r"},
		{"call for nothing", func(w w) Op { return &Call{w.f, []Expr{w.y}, []*Var{nil}} }, "x"},
		{"call for another", func(w w) Op { return &Call{w.f, []Expr{w.y}, []*Var{w.z}} }, "x"},
	} {
		if got := relevantAfter(func(p *Program, main *Proc, x *Var) []Op {
			return []Op{tt.op(w{p: p, x: x, y: p.Vars[1], z: p.Vars[2], g: p.Vars[3], a: p.Arrays[0], b: p.Arrays[1], f: p.Procs[1]})}
		}); got != tt.want {
			t.Errorf("%s: relevant %s, want %s", tt.name, got, tt.want)
		}
	}
	// The same for what sets the array a, of which the check reads a cell.
	for _, tt := range []struct {
		name string
		op   func(w) Op
		want string
	}{
		{"store", func(w w) Op { return &Store{Arr: w.a, Idx: w.y, Val: w.z} }, "x y z a"},
		{"other store", func(w w) Op { return &Store{Arr: w.b, Idx: w.y, Val: w.z} }, "x a"},
		{"fill", func(w w) Op { return &Fill{Arr: w.a, Lo: w.y, Hi: w.z, Val: w.g} }, "x y z g a"},
		{"fill of inputs", func(w w) Op { return &Fill{Arr: w.a, From: &Input{Range: word}} }, "x a"},
		{"copy", func(w w) Op { return &Copy{w.a, w.y, w.b, w.z, w.g} }, "x y z g a b"},
	} {
		if got := relevantAfter(func(p *Program, main *Proc, x *Var) []Op {
			op := tt.op(w{p: p, y: p.Vars[1], z: p.Vars[2], g: p.Vars[3], a: p.Arrays[0], b: p.Arrays[1]})
			return []Op{op, &Assign{x, &Select{p.Arrays[0], ConstInt(0)}}}
		}); got != tt.want {
			t.Errorf("%s: relevant %s, want %s", tt.name, got, tt.want)
		}
	}
}

// relevantAfter slices a program that does some operations and then checks x.
func relevantAfter(ops func(p *Program, main *Proc, x *Var) []Op) string {
	p := NewProgram(lang.LP64, Machine)
	main, f := p.NewProc("main"), p.NewProc("f")
	p.Start = main
	x := p.NewVar(main, "x", LocalVar, word)
	p.NewVar(main, "y", LocalVar, word)
	p.NewVar(main, "z", LocalVar, word)
	g := p.NewVar(nil, "g", GlobalVar, word)
	n := p.NewVar(f, "n", ParamVar, word)
	r := p.NewVar(f, "r", ResultVar, word)
	p.NewArray(nil, "a", word, cells)
	p.NewArray(nil, "b", word, cells)
	chain(p, f, &Assign{r, MkBinary(BitXor, n, g)})
	l := main.Entry
	for _, o := range ops(p, main, x) {
		to := p.NewLoc(main, lang.Pos{})
		p.NewEdge(l, to, o, lang.Pos{})
		l = to
	}
	bad := p.NewLoc(main, lang.Pos{})
	bad.Error = &Property{Kind: "assertion"}
	p.NewEdge(l, bad, &Assume{Cond: MkBinary(Eq, x, ConstInt(1))}, lang.Pos{})
	p.NewEdge(l, main.Exit, &Assume{Cond: MkBinary(Ne, x, ConstInt(1))}, lang.Pos{})
	p.Finish()
	s, info := p.Slice()
	if err := s.Check(); err != nil {
		return err.Error()
	}
	var names []string
	for _, id := range info.Vars.IDs() {
		names = append(names, p.Vars[id].Name)
	}
	for _, id := range info.Arrays.IDs() {
		names = append(names, p.Arrays[id].Name)
	}
	return strings.Join(names, " ")
}
