package paths_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/cfa/interp"
	"github.com/whet-mc/whet/cfa/paths"
	"github.com/whet-mc/whet/mc/mctest"
	"github.com/whet-mc/whet/refine/refinetest"
)

// writer writes random programs over inputs of different widths, with arrays, shifts, quotients,
// casts and choices: what terms, their ranges and what follows for them are made of.
type writer struct {
	*rand.Rand
	strings.Builder
	loops int
}

func (w *writer) pick(from ...string) string { return from[w.IntN(len(from))] }

func (w *writer) name() string { return w.pick("a", "b", "x", "y", "u") }

func (w *writer) expr(depth int) string {
	if depth == 0 || w.IntN(5) == 0 {
		if w.IntN(3) == 0 {
			return w.pick("0", "1", "2", "3", "7", "8", "15", "100", "255", "256", "65535", "-1", "-3", "0x80000000u")
		}
		return w.name()
	}
	x, y := w.expr(depth-1), w.expr(depth-1)
	switch w.IntN(12) {
	case 0:
		return fmt.Sprintf("t[(%s) & 7]", x)
	case 1:
		return fmt.Sprintf("m[(%s) & 3]", x)
	case 2:
		return fmt.Sprintf("(%s)(%s)", w.pick("unsigned char", "signed char", "unsigned", "int", "unsigned short", "long long"), x)
	case 3:
		return fmt.Sprintf("((%s) %s ((%s) & 15))", x, w.pick("<<", ">>"), y)
	case 4:
		return fmt.Sprintf("((%s) %s (%s))", x, w.pick("/", "%"), y)
	case 5:
		return fmt.Sprintf("(%s ? %s : %s)", w.cond(depth-1), x, y)
	case 6:
		return fmt.Sprintf("(%s(%s))", w.pick("-", "~", "!"), x)
	}
	return fmt.Sprintf("((%s) %s (%s))", x, w.pick("+", "-", "*", "&", "|", "^", "+", "-"), y)
}

func (w *writer) cond(depth int) string {
	if depth > 0 && w.IntN(4) == 0 {
		return fmt.Sprintf("(%s %s %s)", w.cond(depth-1), w.pick("&&", "||"), w.cond(depth-1))
	}
	return fmt.Sprintf("(%s %s %s)", w.expr(depth), w.pick("<", "<=", "==", "!=", ">", ">="), w.expr(min(depth, 1)))
}

func (w *writer) block(depth int) {
	for range 1 + w.IntN(3) {
		switch k := w.IntN(10); {
		case k == 0:
			fmt.Fprintf(w, "%s = __VERIFIER_nondet_%s();\n", w.name(), w.pick("uchar", "int", "uint", "bool"))
		case k == 1:
			fmt.Fprintf(w, "__VERIFIER_assume(%s);\n", w.cond(1))
		case k == 2:
			fmt.Fprintf(w, "m[(%s) & 3] = %s;\n", w.expr(1), w.expr(1))
		case k < 6 && depth > 0:
			fmt.Fprintf(w, "if (%s) {\n", w.cond(2))
			w.block(depth - 1)
			w.WriteString("} else {\n")
			w.block(depth - 1)
			w.WriteString("}\n")
		case k == 6 && depth > 0:
			w.loops++
			fmt.Fprintf(w, "for (int i%d = 0; i%d < (%s & 3); i%d++) {\n", w.loops, w.loops, w.name(), w.loops)
			w.block(depth - 1)
			w.WriteString("}\n")
		default:
			fmt.Fprintf(w, "%s = %s;\n", w.name(), w.expr(2))
		}
	}
}

// randomProgram is a program with an error that is reached by some inputs, or seldom, or not at all.
func randomProgram(r *rand.Rand) string {
	w := &writer{Rand: r}
	w.WriteString("void reach_error(void); int __VERIFIER_nondet_int(void); unsigned __VERIFIER_nondet_uint(void); _Bool __VERIFIER_nondet_bool(void);\n" +
		"unsigned char __VERIFIER_nondet_uchar(void); void __VERIFIER_assume(int);\n" +
		"const unsigned char t[8] = {3, 1, 4, 1, 5, 9, 2, 6};\nint main(void) {\n" +
		"unsigned char a = __VERIFIER_nondet_uchar(), b = 3; int x = 5, y = 9; unsigned u = 1; int m[4] = {1, 2, 3, 4};\n")
	w.block(2)
	w.block(2)
	fmt.Fprintf(w, "if (%s && %s) reach_error();\nreturn 0; }", w.cond(2), w.cond(1))
	return w.String()
}

// severalErrors is a program with six errors, some of which are reached.
func severalErrors(r *rand.Rand) string {
	text := randomProgram(r)
	w := &writer{Rand: r}
	for range 5 {
		fmt.Fprintf(w, "if (%s && %s) reach_error();\n", w.cond(2), w.cond(1))
		w.block(1)
	}
	end := strings.LastIndex(text, "if (")
	return text[:end] + w.String() + text[end:]
}

// tally counts what comes of random programs.
type tally struct {
	complete, several int // all paths were made; more than one
	bugs, lost        int // a path reaches an error; the interpreter does not, on the same inputs
}

// explored makes the paths of a program, and counts it.
func (c *tally) explored(p *cfa.Program) paths.Exploration {
	e := paths.Explore(context.Background(), p, paths.Limits{Steps: 60_000})
	if e.Bug != nil {
		c.bugs++
		if o := interp.Run(context.Background(), p, e.Inputs, interp.Options{}); o.Kind != interp.ErrorFound {
			c.lost++
		}
	}
	if e.Complete {
		c.complete++
		if e.Paths > 1 {
			c.several++
		}
	}
	return e
}

// What is complete on random programs is safe on random inputs and those near the ends of ranges;
// where there are few runs, in all of them. A bug is one for the interpreter.
func TestRandomPrograms(t *testing.T) {
	tries := uint64(1500)
	if testing.Short() {
		tries = 600
	}
	var c tally
	both := 0
	for seed := range tries {
		r := rand.New(rand.NewPCG(seed, 31))
		text := randomProgram(r)
		p := refinetest.Lower(t, text, cfa.Machine)
		e := c.explored(p)
		if !e.Complete {
			continue
		}
		for k := range uint64(60) {
			if o := interp.Run(context.Background(), p, interp.Random(100*seed+k), interp.Options{MaxSteps: 5000}); o.Kind == interp.ErrorFound {
				t.Fatalf("seed %d: all %d paths are without an error, but inputs %v reach one\n%s", seed, e.Paths, o.Inputs, text)
			}
		}
		all := interp.Exhaust(context.Background(), p, interp.Limits{Runs: 300, Steps: 30_000})
		if all.Bug != nil {
			t.Fatalf("seed %d: all %d paths are without an error, but a run reaches one\n%s", seed, e.Paths, text)
		}
		if all.Complete {
			both++
		}
	}
	t.Log(c, both)
	if n := int(tries); c.complete < n/5 || c.several < n/10 || c.bugs < n/10 || c.lost > c.bugs/10 || both < n/20 {
		t.Errorf("of %d programs %d are complete (%d with several paths, %d by all runs as well), %d have bugs (%d of them none)", n, c.complete, c.several, both, c.bugs, c.lost)
	}
}

// Where more than one edge of a location can be taken, each is.
func TestChoices(t *testing.T) {
	complete := 0
	for seed := range uint64(400) {
		r := rand.New(rand.NewPCG(seed, 12))
		p := mctest.Program(r, mctest.Small)
		e := paths.Explore(context.Background(), p, paths.Limits{Steps: 60_000})
		if e.Complete {
			complete++
			if refinetest.Reaches(r, p, 300) {
				t.Fatalf("seed %d: all %d paths are without an error, but one can be reached", seed, e.Paths)
			}
		}
	}
	if complete < 40 {
		t.Errorf("%d programs are complete: too few", complete)
	}
}

// A survey finds all errors that runs reach, if it is complete.
func TestSurvey(t *testing.T) {
	complete, found, none := 0, 0, 0
	for seed := range uint64(600) {
		text := severalErrors(rand.New(rand.NewPCG(seed, 7)))
		p := refinetest.Lower(t, text, cfa.Machine)
		reached := map[*cfa.Loc]bool{}
		e := paths.Survey(t.Context(), p, paths.Limits{Steps: 60_000}, func(at *cfa.Loc, in interp.Inputs) {
			if reached[at] {
				t.Fatalf("seed %d: an error twice\n%s", seed, text)
			}
			reached[at] = true
			if in == nil {
				none++
			} else if o := interp.Run(t.Context(), p, in, interp.Options{}); o.Kind == interp.ErrorFound && o.Loc == at {
				found++
			} else {
				none++
			}
		})
		if !e.Complete {
			continue
		}
		complete++
		for k := range uint64(100) {
			if o := interp.Run(t.Context(), p, interp.Random(100*seed+k), interp.Options{MaxSteps: 5000}); o.Kind == interp.ErrorFound && !reached[o.Loc] {
				t.Fatalf("seed %d: inputs %v reach an error that the survey of %d paths does not\n%s", seed, o.Inputs, e.Paths, text)
			}
		}
	}
	t.Log(complete, found, none)
	if complete < 60 || found < 100 || none > found {
		t.Errorf("%d surveys are complete, %d runs reach the errors that they have found and %d do not", complete, found, none)
	}
}
