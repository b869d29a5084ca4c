package backward

import (
	"context"
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/cfa/interp"
	"github.com/whet-mc/whet/internal/randpath"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/smt/solver"
)

const (
	tooMany  = 3000 // runs
	maxGiven = 7    // inputs
)

// possible tries all inputs of a path with the interpreter; ok is false where there are too many.
func possible(p *cfa.Program, path cfa.Path) (yes, ok bool) {
	runs := 0
	var try func(given []num.Int) (bool, bool)
	try = func(given []num.Int) (bool, bool) {
		if runs++; runs > tooMany || len(given) > maxGiven {
			return false, false
		}
		asked := 0
		o := interp.Run(context.Background(), p, interp.Func(func(interp.Query) (num.Int, bool) {
			if asked++; asked > len(given) {
				return num.Int{}, false
			}
			return given[asked-1], true
		}), interp.Options{Follow: path})
		if asked <= len(given) {
			return o.Kind == interp.PathEnd || o.Kind == interp.Exited && !o.Diverged, true
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

// line draws a path, and returns it without calls, too.
func line(t *rapid.T) (p *cfa.Program, path cfa.Path, m *Method, edges []*cfa.Edge) {
	p, path = randpath.Draw(t)
	in, err := p.Inline(1000)
	if err != nil {
		t.Fatal(err)
	}
	m = New(in, Options{})
	for l := in.Program.Start.Entry; len(l.Out) > 0; l = l.Out[0].To {
		edges = append(edges, l.Out[0])
	}
	return p, path, m, edges
}

// The precondition of true over all edges of a path has a state if and only if some inputs take the
// path: each assumption on it is the cube that the edges before it are tried with.
func TestPreAgainstTheInterpreter(t *testing.T) {
	count := map[string]int{}
	rapid.Check(t, func(t *rapid.T) {
		p, path, m, edges := line(t)
		if len(edges) == 0 || edges[len(edges)-1].To != m.Prog.Start.Exit {
			return // a condition is the constant 0
		}
		c, exact := Cube(nil), true
		for i := len(edges) - 1; i >= 0; i-- {
			pre, approximated := m.Pre(edges[i], c)
			c, exact = pre, exact && len(approximated) == 0
		}
		status, _ := m.check(context.Background(), c)
		yes, known := possible(p, path)
		count[fmt.Sprintf("%v, exact %v, by trying %v %v", status, exact, yes, known)]++
		if status == solver.Unsat && yes {
			t.Fatalf("the path can be taken: %v", path)
		}
		if status == solver.Sat && exact && known && !yes {
			t.Fatalf("the path cannot be taken: %v", path)
		}
	})
	t.Log(count)
	if count["unsat, exact true, by trying false true"] == 0 || count["sat, exact true, by trying true true"] == 0 {
		t.Error("the test has not tried enough")
	}
}

// The same with the cubes taken apart at each edge, as the exploration does it.
func TestCasesAgainstTheInterpreter(t *testing.T) {
	most := 0
	rapid.Check(t, func(t *rapid.T) {
		ctx := context.Background()
		p, path, m, edges := line(t)
		if len(edges) == 0 || edges[len(edges)-1].To != m.Prog.Start.Exit {
			return
		}
		cubes, exact := []Cube{nil}, true
		for i := len(edges) - 1; i >= 0; i-- {
			var next []Cube
			for _, c := range cubes {
				pre, approximated := m.Pre(edges[i], c)
				exact = exact && len(approximated) == 0
				next = append(next, m.cases(ctx, pre)...)
			}
			cubes = next
			most = max(most, len(cubes))
			if len(cubes) > 30 {
				return
			}
		}
		some, all := false, true
		for _, c := range cubes {
			st := m.know(ctx, c).status
			some = some || st == solver.Sat
			all = all && st == solver.Unsat
		}
		yes, known := possible(p, path)
		if all && yes {
			t.Fatalf("the path can be taken: %v", path)
		}
		if some && exact && known && !yes {
			t.Fatalf("the path cannot be taken: %v", path)
		}
	})
	if most < 4 {
		t.Errorf("there were %d cases at most", most)
	}
}
