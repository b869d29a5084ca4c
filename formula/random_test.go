package formula

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/cfa/interp"
	"github.com/whet-mc/whet/internal/randpath"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/smt"
	"github.com/whet-mc/whet/smt/solver"
)

// The oracle is the interpreter, run along the path with all inputs that there are.

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
	return asked, o.Kind == interp.PathEnd || o.Kind == interp.Exited && !o.Diverged
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

func TestPathsAgainstTheInterpreter(t *testing.T) {
	count := map[string]int{}
	rapid.Check(t, func(t *rapid.T) {
		p, path := randpath.Draw(t)
		b := smt.NewBuilder()
		f, err := Encode(context.Background(), b, p, path)
		if err != nil {
			t.Fatal(err)
		}
		if len(f.Approximations) > 0 {
			t.Fatalf("approximated: %v", f.Approximations)
		}
		s := solver.New(b, solver.Options{})
		for _, g := range f.Formulas() {
			s.Assert(g)
		}
		status := s.Check(context.Background())
		yes, known := possible(p, path)
		count[fmt.Sprintf("%v, by trying %v %v", status, yes, known)]++
		show := func() string {
			var text strings.Builder
			for _, s := range f.Steps {
				fmt.Fprintf(&text, "%v    %v\n", s.Step.Edge.Op, s.Formulas)
			}
			return text.String()
		}
		switch status {
		case solver.Unsat:
			if yes {
				t.Fatalf("the path can be taken:\n%s", show())
			}
		case solver.Sat:
			if !yes && known {
				t.Fatalf("the path cannot be taken:\n%s", show())
			}
			in, err := f.Inputs(s.Model())
			if err != nil {
				t.Fatal(err)
			}
			in.Else = nil // everything that is asked for must be there
			o := interp.Run(context.Background(), p, in, interp.Options{Follow: path})
			if o.Kind != interp.PathEnd && o.Kind != interp.Exited || o.Diverged {
				t.Fatalf("the inputs do not take the path: %v %s\n%s", o.Kind, o.Reason, show())
			}
		}
	})
	t.Log(count)
}
