package cert

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/cfa/lower"
	"github.com/whet-mc/whet/internal/effort"
	"github.com/whet-mc/whet/lang/read"
	"github.com/whet-mc/whet/smt"
)

// counter counts to 10.
const counter = `
void reach_error(void);
int total;
int main(void) {
	int i = 0;
	while (i < 10) {
		i = i + 1;
		total = total + 1;
	}
	if (i != 10) reach_error();
	return 0;
}`

func program(t testing.TB, text string) *cfa.Program {
	t.Helper()
	return lowered(t, text, lower.Options{})
}

// mathematical is a program over integers without bounds.
func mathematical(t testing.TB, text string) *cfa.Program {
	t.Helper()
	return lowered(t, text, lower.Options{Arith: cfa.Int})
}

func lowered(t testing.TB, text string, o lower.Options) *cfa.Program {
	t.Helper()
	u, err := read.LoadBytes("test.c", []byte(text), read.Options{})
	if err != nil {
		t.Fatal(err)
	}
	p, err := lower.Lower(u, o)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func procedure(t testing.TB, p *cfa.Program, name string) *cfa.Proc {
	t.Helper()
	for _, q := range p.Procs {
		if q.Name == name {
			return q
		}
	}
	t.Fatalf("there is no %s", name)
	return nil
}

// variable is the one of that name.
func variable(t *testing.T, p *cfa.Program, name string) *cfa.Var {
	t.Helper()
	for _, v := range p.Vars {
		if v.Name == name {
			return v
		}
	}
	t.Fatal("there is no variable " + name)
	return nil
}

// byHand is the proof of a program in which main has one loop: f holds at its head, and all else is
// passed.
func byHand(t testing.TB, p *cfa.Program, f func(b *smt.Builder, v func(string) *smt.Term) *smt.Term) *Certificate {
	t.Helper()
	b := smt.NewBuilder()
	c := &Certificate{Builder: b}
	v := func(name string) *smt.Term {
		for _, v := range p.Vars {
			if v.Name == name {
				return Symbol{Var: v}.Term(b)
			}
		}
		t.Fatalf("there is no variable %s", name)
		return nil
	}
	for _, q := range []*cfa.Proc{p.Start, procedure(t, p, "main")} {
		x := Context{Proc: q.ID}
		for _, l := range p.Locs {
			if l.Proc != q || l.Error != nil {
				continue
			}
			pt := Point{Loc: l.ID, Pass: true}
			calls := false
			for _, e := range l.Out {
				_, call := e.Op.(*cfa.Call)
				calls = calls || call
			}
			if l == q.Entry || l == q.Exit || calls || l.LoopHead {
				a := Annotation{}
				if l.LoopHead {
					a.Conj = append(a.Conj, f(b, v))
				}
				pt = Point{Loc: l.ID, Holds: []Annotation{a}}
			}
			x.Points = append(x.Points, pt)
		}
		c.Contexts = append(c.Contexts, x)
	}
	return c
}

func atMost(k int64) func(b *smt.Builder, v func(string) *smt.Term) *smt.Term {
	return func(b *smt.Builder, v func(string) *smt.Term) *smt.Term { return b.Le(v("i"), b.IntNum(k)) }
}

func TestByHand(t *testing.T) {
	p := program(t, counter)
	for _, c := range []struct {
		most int64
		why  string // "": right
	}{
		{10, ""},
		{9, "hold at the line"},     // not kept by the loop
		{11, "the error"},           // says too little
		{-1, "what should hold"},    // not true at first
		{1 << 40, "the error"},      // says nothing
		{-1 << 40, "should hold"},   // never true
		{1<<31 - 1, "the error at"}, // the greatest value
	} {
		_, err := Check(context.Background(), p, byHand(t, p, atMost(c.most)))
		switch {
		case err == nil && c.why != "":
			t.Errorf("i <= %d was accepted", c.most)
		case err != nil && (c.why == "" || !strings.Contains(err.Error(), c.why) || !strings.Contains(err.Error(), "test.c:")):
			t.Errorf("i <= %d: %v", c.most, err)
		}
	}
}

func TestUnwinding(t *testing.T) {
	p := program(t, counter)
	for n, want := range map[int]bool{8: false, 10: true, 12: true} {
		_, err := Check(context.Background(), p, &Certificate{Builder: smt.NewBuilder(), Unwind: n})
		if (err == nil) != want {
			t.Errorf("unwound %d times: %v", n, err)
		}
	}
}

// TestRecursion: a proof by unwinding says how deep a recursion goes, too, and one without an end
// takes no more than there is.
func TestRecursion(t *testing.T) {
	const text = `
		void reach_error(void); int __VERIFIER_nondet_int(void);
		int down(int n) { if (%s) return 0; return 1 + down(n - 1); }
		int main(void) { if (down(5) != 5) reach_error(); return 0; }`
	p := program(t, strings.Replace(text, "%s", "n <= 0", 1))
	for n, want := range map[int]bool{4: false, 6: true} {
		_, err := Check(context.Background(), p, &Certificate{Builder: smt.NewBuilder(), Unwind: n})
		if (err == nil) != want {
			t.Errorf("unwound %d times: %v", n, err)
		}
	}
	p = program(t, strings.Replace(text, "%s", "n == 7", 1))
	_, err := Check(context.Background(), p, &Certificate{Builder: smt.NewBuilder(), Unwind: mostRounds})
	if err == nil || !strings.Contains(err.Error(), "activations") {
		t.Errorf("endless recursion: %v", err)
	}
}

func TestInduction(t *testing.T) {
	// x alternates between two values: 2-inductive with what is known of y only.
	p := program(t, `
		void reach_error(void); int __VERIFIER_nondet_int(void);
		int main(void) {
			int x = 0, y = 1, n = 0;
			while (__VERIFIER_nondet_int()) {
				int t = x; x = y; y = t;
				if (x == 2) reach_error();
			}
			return 0;
		}`)
	open := func(k int) *Certificate {
		c := byHand(t, p, func(b *smt.Builder, v func(string) *smt.Term) *smt.Term { return b.True() })
		c.Induction = k
		return c
	}
	for k := 1; k <= 4; k++ {
		// From x = 2 the error is reached in the second round, from y = 2 in the first; two rounds
		// without an error exclude both.
		_, err := Check(context.Background(), p, open(k))
		if want := k >= 3; (err == nil) != want {
			t.Errorf("k = %d: %v", k, err)
		}
	}
	with := byHand(t, p, func(b *smt.Builder, v func(string) *smt.Term) *smt.Term {
		return b.And(b.Le(v("x"), b.IntNum(1)), b.Le(v("y"), b.IntNum(1)))
	})
	with.Induction = 1
	if _, err := Check(context.Background(), p, with); err != nil {
		t.Errorf("with an auxiliary invariant: %v", err)
	}
	wrong := byHand(t, p, func(b *smt.Builder, v func(string) *smt.Term) *smt.Term {
		return b.And(b.Le(v("x"), b.IntNum(0)), b.Le(v("y"), b.IntNum(0)))
	})
	wrong.Induction = 1
	if _, err := Check(context.Background(), p, wrong); err == nil {
		t.Error("an auxiliary invariant that does not hold was accepted")
	}
}

// TestInstances: what holds for any value of a variable that nobody has read holds for the value of
// another.
func TestInstances(t *testing.T) {
	const text = `
		void reach_error(void); int __VERIFIER_nondet_int(void);
		extern int ghost;
		int main(void) {
			int a[10] = {0}, i = __VERIFIER_nondet_int(); %s
			if (i < 0 || i > 9) return 0;
			while (__VERIFIER_nondet_int()) ;
			if (a[i] != 0 && ghost != 77) reach_error();
			return 0;
		}`
	for _, c := range []struct {
		change string
		with   bool
		why    string
	}{
		{"", true, ""},
		{"", false, "the error at"},
		{"if (ghost > 3) return 0;", true, "may have been read"},
		{"ghost = i;", true, "sets it"},
		{"a[3] = i;", true, "what should hold"},
	} {
		p := program(t, strings.Replace(text, "%s", c.change, 1))
		proof := byHand(t, p, func(b *smt.Builder, v func(string) *smt.Term) *smt.Term {
			var a *cfa.Array
			for _, x := range p.Arrays {
				if x.Name == "a" {
					a = x
				}
			}
			return b.And(b.Le(b.IntNum(0), v("i")), b.Le(v("i"), b.IntNum(9)), b.Implies(
				b.And(b.Le(b.IntNum(0), v("ghost")), b.Le(v("ghost"), b.IntNum(9))),
				b.Eq(b.Select(Symbol{Array: a}.Term(b), v("ghost")), b.IntNum(0))))
		})
		if c.with {
			for _, l := range procedure(t, p, "main").Locs {
				for _, e := range l.Out {
					if l.LoopHead {
						v := func(name string) *cfa.Var {
							for _, v := range p.Vars {
								if v.Name == name {
									return v
								}
							}
							return nil
						}
						proof.Instances = append(proof.Instances, Instance{e.ID, []Value{{v("ghost").ID, Symbol{Var: v("i")}.Term(proof.Builder)}}})
					}
				}
			}
		}
		var file bytes.Buffer
		if err := Write(&file, proof); err != nil {
			t.Fatal(err)
		}
		proof, err := Read(&file)
		if err != nil {
			t.Fatal(err)
		}
		_, err = Check(context.Background(), p, proof)
		if (err == nil) != (c.why == "") || err != nil && !strings.Contains(err.Error(), c.why) {
			t.Errorf("%q, %v: %v, want %q", c.change, c.with, err, c.why)
		}
	}
}

// TestGhosts: a number that the program knows nothing of can have the value of any term, one a
// time.
func TestGhosts(t *testing.T) {
	p := program(t, counter)
	for _, most := range []int64{10, 9} {
		q := Extend(p, 1)
		c := byHand(t, p, func(b *smt.Builder, v func(string) *smt.Term) *smt.Term {
			any := Symbol{Var: q.Vars[len(p.Vars)]}.Term(b)
			return b.Or(b.Not(b.Eq(any, v("i"))), b.Le(any, b.IntNum(most)))
		})
		c.Ghosts = 1
		for _, l := range procedure(t, p, "main").Locs {
			for _, e := range l.Out {
				for _, v := range p.Vars {
					if l.LoopHead && v.Name == "i" {
						c.Instances = append(c.Instances, Instance{e.ID, []Value{{len(p.Vars), Symbol{Var: v}.Term(c.Builder)}}})
					}
				}
			}
		}
		var file bytes.Buffer
		if err := Write(&file, c); err != nil {
			t.Fatal(err)
		}
		d, err := Read(&file)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := Check(context.Background(), p, d); (err == nil) != (most == 10) {
			t.Errorf("at most %d: %v", most, err)
		}
	}
}

func TestReadWrite(t *testing.T) {
	p := program(t, counter)
	c := byHand(t, p, atMost(10))
	c.Task.File = "test.c"
	var first, second bytes.Buffer
	if err := Write(&first, c); err != nil {
		t.Fatal(err)
	}
	d, err := Read(bytes.NewReader(first.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Check(context.Background(), p, d); err != nil {
		t.Error(err)
	}
	if err := Write(&second, d); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(first.Bytes(), second.Bytes()) {
		t.Errorf("written again it is another one:\n%s%s", first.Bytes(), second.Bytes())
	}
}

func TestReadErrors(t *testing.T) {
	text := func(symbols, formulas, contexts string) string {
		return `{"format":"whet certificate 1","task":{"file":"","program":"","arith":"","data_model":"","checks":null,"entry":""},` +
			`"symbols":[` + symbols + `],"formulas":[` + formulas + `],"contexts":[` + contexts + `]}`
	}
	for in, want := range map[string]string{
		"":                            "ends too early",
		"[]":                          "cannot unmarshal",
		"{}":                          "its format",
		`{"format":"x","more":1}`:     "unknown field",
		text(``, ``, ``) + "{}":       "more behind",
		text(`"x"`, ``, ``):           "names nothing",
		text(``, `"(< x@0 1)"`, ``):   "formula 0",
		text(`"x@0"`, `"x@0"`, ``):    "sort Int",
		text(`"x@0"`, `"(= x@0"`, ``): "formula 0",
		text(``, ``, `{"proc":0,"points":[{"loc":0,"holds":[{"conj":[3]}]}]}`): "no formula 3",
	} {
		_, err := Read(strings.NewReader(in))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", in, err, want)
		}
	}
}

// FuzzRead reads anything, and checks what can be read.
func FuzzRead(f *testing.F) {
	p := program(f, counter)
	for _, c := range []*Certificate{byHand(f, p, atMost(10)), everything(p), {Builder: smt.NewBuilder(), Unwind: 3}} {
		var out bytes.Buffer
		if err := Write(&out, c); err != nil {
			f.Fatal(err)
		}
		f.Add(out.Bytes())
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		c, err := Read(bytes.NewReader(text))
		if err != nil {
			return
		}
		ctx, stop := effort.Limit(t.Context(), 50_000)
		defer stop()
		if c.Unwind > 20 || c.Induction > 20 {
			return // long, for good reason
		}
		Check(ctx, p, c) //nolint:errcheck // whatever it says
	})
}
