package fuzz

import (
	"context"
	"errors"
	"fmt"
	"os"
	"testing"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/cfa/interp"
	"github.com/whet-mc/whet/cfa/lower"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/read"
	"github.com/whet-mc/whet/num"
)

// errApprox says that a run depends on something that is not modelled exactly.
var errApprox = errors.New("the run depends on an over-approximation")

// whet runs a program with whet's front end, lowering and interpreter. What is not initialised
// holds garbage: it may be copied, and read along with the other bits of a word, but nothing
// depends on it.
func whet(ctx context.Context, name, src string, m lang.DataModel, inputs []num.Int) (Result, error) {
	p, err := load(name, src, m)
	if err != nil {
		return Result{}, err
	}
	return run(ctx, p, inputs)
}

// asGCC answers what the environment and the compiler choose, as gcc does on a machine of its own:
// what a function of the library may do besides, it does not; POSIXLY_CORRECT is not set; operands
// are evaluated from left to right; realloc moves blocks; equal literals of a file are one object,
// and no literal is the end of another (gcc merges ends from -O1 on).
func asGCC(in *cfa.Input) (num.Int, bool) {
	switch {
	case in.Kind == cfa.Approx:
		return num.Int{}, true
	case in.Kind != cfa.External || in.Volatile:
		return num.Int{}, false
	case in.Name == "whether equal string literals are one object":
		return num.Of(1), true
	}
	return num.Int{}, in.Range.Bits == 1 || in.Name == "__whet_posixly_correct"
}

// run runs a program of the model.
func run(ctx context.Context, p *cfa.Program, inputs []num.Int) (Result, error) {
	next, garbage := 0, int64(0x1234567)
	in := interp.Func(func(q interp.Query) (num.Int, bool) {
		if q.Input.Kind == cfa.Uninit {
			garbage = garbage*0x5851f42d4c957f2d + 1
			return num.Of(garbage), true
		}
		if q.Input.Kind != cfa.Nondet {
			return asGCC(q.Input)
		}
		next++
		if next > len(inputs) {
			return num.Int{}, true
		}
		if x := inputs[next-1]; q.Input.Range.Bits != 1 {
			return x, true
		} else {
			return num.OfBool(!x.IsZero()), true // as the driver converts it to _Bool
		}
	})
	o := interp.Run(ctx, p, in, interp.Options{MaxSteps: 20_000_000, Check: true})
	if o.Tainted {
		return Result{}, errApprox
	}
	switch o.Kind {
	case interp.ErrorFound:
		if o.Error.IsCheck() {
			return Result{Ended: Crashed}, nil
		}
		return Result{Ended: Error}, nil
	case interp.Blocked:
		return Result{Ended: Assumed}, nil
	case interp.Exited:
		if o.Exit == nil {
			return Result{Status: -1}, nil // by exit: the status is not part of the model
		}
		status, _ := o.Exit.Wrap(8, false).Int64()
		return Result{Status: int(status)}, nil
	}
	return Result{}, fmt.Errorf("%v: %v %s", o.Pos, o.Kind, o.Reason)
}

func load(name, src string, m lang.DataModel) (p *cfa.Program, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v", r)
		}
	}()
	u, err := read.LoadBytes(name, []byte(src), read.Options{Model: m, Defines: Defines(src)})
	if err != nil {
		return nil, err
	}
	return lower.Lower(u, lower.Options{})
}

// agree reports whether whet says what gcc says.
func agree(gcc, whet Result) bool {
	if whet.Ended == Returned && whet.Status == -1 {
		// Neither the status of exit nor the difference between a run that ends and one that an
		// assumption rules out is kept by the lowering: nothing follows from either.
		return gcc.Ended == Returned || gcc.Ended == Assumed
	}
	return gcc == whet
}

// errNoGCC says that there is nothing to compare with.
var errNoGCC = errors.New("gcc does not run the program")

// compare runs the program both ways on each list of inputs and returns what differs first.
func compare(ctx context.Context, c *GCC, name, src string, m lang.DataModel, inputs [][]num.Int) error {
	exe, err := c.Build(ctx, src)
	if err != nil {
		return fmt.Errorf("%w: %w", errNoGCC, err)
	}
	defer os.Remove(exe)
	p, err := load(name, src, m)
	if err != nil {
		return fmt.Errorf("whet: %w", err)
	}
	for _, in := range inputs {
		want, err := c.Run(ctx, exe, in)
		if err != nil {
			return fmt.Errorf("%w: %w", errNoGCC, err)
		}
		if want.Ended == Crashed || want.Ended == TimedOut {
			// TestDefined sees to it that this is not the program's fault. An example: gcc 12 makes
			// -3 * (x / d) into 3 * (x / -d), which traps where x is the least int and d is 1.
			return fmt.Errorf("%w: %v", errNoGCC, want)
		}
		got, err := run(ctx, p, in)
		if err != nil {
			return fmt.Errorf("gcc: %v, whet: %w", want, err)
		}
		if !agree(want, got) {
			return fmt.Errorf("gcc: %v, whet: %v", want, got)
		}
	}
	return nil
}

// models lists the data models that gcc can run here.
func models(t testing.TB) map[lang.DataModel]*GCC {
	ms := map[lang.DataModel]*GCC{lang.LP64: needGCC(t, "-O0")}
	// floating operations rounded one by one
	c := &GCC{Dir: t.TempDir(), Flags: []string{"-O0", "-m32", "-msse2", "-mfpmath=sse"}}
	if c.Usable(context.Background()) {
		ms[lang.ILP32] = c
	}
	return ms
}

// TestDifferential compares random programs. Use -from and -count to run more of them; with -keep,
// those that differ are written to that folder, reduced.
func TestDifferential(t *testing.T) {
	ms := models(t)
	for _, seed := range seeds(6) {
		m := lang.DataModel(seed % 2)
		c := ms[m]
		if c == nil {
			m, c = lang.LP64, ms[lang.LP64]
		}
		differential(t, c, m, seed)
	}
}

func differential(t *testing.T, c *GCC, m lang.DataModel, seed uint64) {
	ctx := context.Background()
	src := Program(seed, optionsFor(seed))
	in := inputsFor(seed)
	name := fmt.Sprintf("seed%d.c", seed)
	err := compare(ctx, c, name, src, m, in)
	if errors.Is(err, errNoGCC) || errors.Is(err, errApprox) && !*exact {
		t.Logf("seed %d: %.200v", seed, err) // compilers have bugs, too
		return
	}
	if err == nil {
		return
	}
	t.Errorf("seed %d, %v: %v", seed, m, err)
	if *keep == "" {
		return
	}
	judge, jerr := NewJudge(t.TempDir(), c.Flags...)
	if jerr != nil {
		t.Fatal(jerr)
	}
	small := Reduce(src, func(s string) bool {
		return sameTrouble(err, compare(ctx, c, name, s, m, in)) && judge.Defined(ctx, s, in)
	})
	text := fmt.Sprintf("// seed %d, %v, inputs %v\n// %v\n%s", seed, m, in, compare(ctx, c, name, small, m, in), small)
	if err := os.WriteFile(fmt.Sprintf("%s/%d.c", *keep, seed), []byte(text), 0o644); err != nil {
		t.Error(err)
	}
}
