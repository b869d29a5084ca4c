package smtlib

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/whet-mc/whet/smt"
	"github.com/whet-mc/whet/smt/proof"
	"github.com/whet-mc/whet/smt/solver"
)

// lazy is a solver that knows nothing: for tests of reading.
type lazy struct{}

func (lazy) Assert(*smt.Term)                                                  {}
func (lazy) Push()                                                             {}
func (lazy) Pop(int)                                                           {}
func (lazy) Check(context.Context, ...*smt.Term) solver.Status                 { return solver.Unknown }
func (lazy) Reason() error                                                     { return errors.New("lazy") }
func (lazy) Model() *smt.Model                                                 { return nil }
func (lazy) Core() []*smt.Term                                                 { return nil }
func (lazy) MinimalCore(context.Context) ([]*smt.Term, error)                  { return nil, nil }
func (lazy) Proof() (*proof.Proof, error)                                      { return nil, nil }
func (lazy) Interpolants(context.Context, ...[]*smt.Term) ([]*smt.Term, error) { return nil, nil }

func newLazy(b *smt.Builder, o solver.Options) Solver { return lazy{} }

func answers(t testing.TB, script string) (out string, err error) {
	t.Helper()
	var buf bytes.Buffer
	in := New(Config{File: "t", Out: &buf, New: newLazy})
	err = in.Run(t.Context(), strings.NewReader(script))
	return buf.String(), err
}

// What is wrong is said with its place, and what to do; reading goes on after it.
func TestErrors(t *testing.T) {
	for _, c := range []struct{ script, want string }{
		{"(assert (< x 1))", "t:1:12: there is no symbol x; declare it with (declare-const x …)"},
		{"(declare-const xs Int)\n  (assert (< xss\n1))", "t:2:14: there is no symbol xss; did you mean xs?"},
		{"(declare-const é Int)", "t:1:16: the character 'Ã' is not allowed here; names with special characters are written |so|"},
		{"(declare-const |é| Int)(assert (and |é| true))", "t:1:37: argument 1 of and must have sort Bool, not Int"},
		{"(assert 1)", "t:1:9: a formula is needed here, not a term of sort Int"},
		{"(assert (= 1 true))", "t:1:14: argument 2 of = has sort Bool, but argument 1 has sort Int"},
		{"(assert (ite true 1 false))", "t:1:21: argument 3 of ite has sort Bool, but argument 2 has sort Int"},
		{"(assert (not true false))", "t:1:9: not takes 1 argument, not 2"},
		{"(assert (bvadd #b1))", "t:1:9: bvadd takes at least 2 arguments, not 1"},
		{"(assert (= #b1 #b11))", "t:1:16: argument 2 of = has sort (_ BitVec 2), but argument 1 has sort (_ BitVec 1)"},
		{"(assert (bvult #b1 #b11))", "t:1:20: argument 2 of bvult has 2 bits, but the first has 1"},
		{"(assert (= ((_ extract 4 0) #b1111) #b1))", "t:1:12: there are no bits 4 to 0 of 4 bits: they are numbered from 3 down to 0"},
		{"(assert (= (extract #b1111) #b1))", "t:1:12: extract needs 2 indices: ((_ extract …) …)"},
		{"(assert (= (_ bv4 2) #b11))", "t:1:15: 4 does not fit 2 bits"},
		{"(assert (select 1 1))", "t:1:17: argument 1 of select must be an array, not a term of sort Int"},
		{"(assert (forall ((x Int)) (> x 0)))", "t:1:9: quantifiers are not supported"},
		{"(assert (let ((x 1) (y x)) (= x y)))", "t:1:24: there is no symbol x; declare it with (declare-const x …)"},
		{"(assert (let () true))", "t:1:9: a let has a list of bindings and a body: (let ((x 1)) (+ x x))"},
		{"(assert (+ 1 (+ 2 true)))", "t:1:19: argument 2 of + must be a number, not a term of sort Bool"},
		{"(assert (f 1))", "t:1:10: there is no function f; declare it with (declare-fun f (…) …)"},
		{"(declare-fun f (Int) Int)(assert (= f 1))", "t:1:37: f takes 1 argument, not none"},
		{"(declare-fun f (Int) Int)(assert (= (f true) 1))", "t:1:40: argument 1 of f must have sort Int, not Bool"},
		{"(declare-fun f (Int) Int)(assert (= (f 1 2) 1))", "t:1:37: f takes 1 argument, not 2"},
		{"(declare-const x Itn)", "t:1:18: there is no sort Itn; did you mean Int?"},
		{"(declare-const x (Array Int))", "t:1:19: the sort Array takes 2 arguments, not 1"},
		{"(declare-const and Int)", "t:1:16: and is an operator of the logic and cannot be declared"},
		{"(declare-const let Int)", "t:1:16: let is a reserved word; write |let|"},
		{"(declare-const @x Int)", "t:1:16: @x cannot be declared: names that start with @ or . belong to solvers"},
		{"(declare-const x Int)(declare-const x Int)", "t:1:37: x is declared already, on line 1"},
		{"(define-fun f ((x Int) (x Int)) Int x)", "t:1:24: there are two parameters x"},
		{"(define-fun f () Int true)", "t:1:22: the body has sort Bool, not Int"},
		{"(chek-sat)", "t:1:2: there is no command chek-sat; did you mean check-sat?"},
		{"(assert)", "t:1:1: assert is written (assert FORMULA)"},
		{"(pop)", "t:1:1: 1 level to pop, but only 0 pushed"},
		{"(get-model)", "t:1:1: there is no model: the last command that changed or checked something did not answer sat"},
		{"(get-unsat-core)", "t:1:1: set the option :produce-unsat-cores to true before the first assertion"},
		{"(set-option :print-success 1)", "t:1:28: :print-success is true or false"},
		{"(assert true)(set-option :produce-proofs true)", "t:1:26: :produce-proofs is set before the first assertion, push or check"},
		{"(set-option :regular-output-channel \"f\")", "t:1:37: files cannot be written here; \"\"stdout\"\" and \"\"stderr\"\" can"},
		{"(set-logic QF_LIA)\n(set-logic QF_LIA)", "t:2:12: the logic is QF_LIA already; (reset) comes before another"},
		{"check-sat", "t:1:1: check-sat stands outside of a command; commands are written in parentheses, like (check-sat)"},
		{")", "t:1:1: this parenthesis closes nothing; remove it"},
		{"()", "t:1:1: a command starts with its name, like (check-sat)"},
		{"(assert\n (and true", "t:2:2: the file ends before this parenthesis is closed (2 are open)"},
		{"(assert |abc)", "t:1:9: the file ends within this quoted symbol; close it with |"},
		{"(assert (= 1x 1))", "t:1:12: 1x is neither a number nor a symbol; symbols do not start with a digit"},
		{"(assert (= #xfg #x00))", "t:1:12: #xfg is no token; bit-vectors are written #b0101 or #x5, keywords :word"},
		{"(assert [])", "t:1:9: the character '[' is not allowed here; names with special characters are written |so|"},
		{"(declare-const x (_ BitVec 0))", "t:1:28: a bit-vector has at least 1 bit"},
		{"(declare-const x (_ BitVec 99999999))", "t:1:28: 99999999 is too large; up to 16777216 is supported"},
		{"(assert (! true :named a))(assert (! true :named a))", "t:1:50: a is declared already, on line 1"},
		{"(assert (or (! true :named a) x))(assert (! a :named b))(assert a)", "t:1:31: there is no symbol x; declare it with (declare-const x …)"},
	} {
		out, err := answers(t, c.script+"\n(echo \"on\")")
		if err != nil {
			t.Errorf("%s: %v", c.script, err)
		}
		lines := strings.Split(strings.TrimSpace(out), "\n")
		closed := !strings.HasSuffix(c.script, "true") && !strings.HasSuffix(c.script, "|abc)")
		if on := lines[len(lines)-1] == `"on"`; on != closed {
			t.Errorf("%s: the next command was answered: %t", c.script, on)
		}
		if got := strings.TrimSuffix(strings.TrimPrefix(lines[0], `(error "`), `")`); got != c.want {
			t.Errorf("%s\ngot  %s\nwant %s", c.script, got, c.want)
		}
	}
}

// Input is asked for only when it is needed: an answer is there before the next command is.
func TestInteractive(t *testing.T) {
	r, w := io.Pipe()
	out := make(chan string)
	in := New(Config{Out: writerFunc(func(p []byte) (int, error) {
		out <- string(p)
		return len(p), nil
	}), New: newLazy})
	done := make(chan error, 1)
	go func() { done <- in.Run(t.Context(), r) }()
	for i := range 3 {
		fmt.Fprintf(w, "(echo \"%d\")", i)
		// If there were no answer this would wait for ever, and the test would end with all
		// goroutines asleep.
		if got, want := <-out, fmt.Sprintf("\"%d\"\n", i); got != want {
			t.Errorf("answer %q, not %q", got, want)
		}
	}
	w.Close()
	if err := <-done; err != nil {
		t.Error(err)
	}
}

type writerFunc func(p []byte) (int, error)

func (f writerFunc) Write(p []byte) (int, error) { return f(p) }

// How the input is cut into pieces does not matter, nor does a reader that fails.
func TestPieces(t *testing.T) {
	script := "; comment\n(declare-const |a b| Int) ; more\n(assert (! (< |a b| 3) :named n))\n(echo \"x \"\" y\")(get-assertions)\n(simplify (+ |a b| #b1))\n(simplify 1.50)"
	want, _ := answers(t, script)
	for name, r := range map[string]io.Reader{
		"bytes": iotest.OneByteReader(strings.NewReader(script)),
		"half":  iotest.HalfReader(strings.NewReader(script)),
		"eof":   iotest.DataErrReader(strings.NewReader(script)),
	} {
		var out bytes.Buffer
		in := New(Config{File: "t", Out: &out, New: newLazy})
		if err := in.Run(t.Context(), r); err != nil || out.String() != want {
			t.Errorf("%s: %v\n%s\nnot\n%s", name, err, out.String(), want)
		}
	}
	broken := errors.New("broken")
	if err := New(Config{}).Run(t.Context(), io.MultiReader(strings.NewReader("(echo "), iotest.ErrReader(broken))); !errors.Is(err, broken) {
		t.Errorf("the error is %v", err)
	}
}

// Depth and length cost neither stack nor quadratic time.
func TestLarge(t *testing.T) {
	n, m := 300_000, 1_000_000
	if testing.Short() {
		n, m = 50_000, 50_000
	}
	rep := strings.Repeat
	var lets, wide, chain, names strings.Builder
	for i := range n / 2 {
		fmt.Fprintf(&lets, "(let ((v%d (f v%d v%d))) ", i+1, i, i)
		fmt.Fprintf(&wide, "(w%d (f p %d)) ", i, i)
		fmt.Fprintf(&chain, "(ite (= p %d) %d ", i, i)
	}
	for i := range n / 100 {
		fmt.Fprintf(&names, "(define-fun d%d ((x Int)) Int (f x %d))(assert (= (d%d p) 0))\n", i, i, i)
	}
	for name, c := range map[string]struct{ script, want string }{
		"parentheses": {rep("(", m), fmt.Sprintf("(error \"t:1:%d: the file ends before this parenthesis is closed (%d are open)\")\n", m, m)},
		"closing":     {"(assert " + rep("(", m) + rep(")", m) + ")", "(error \"t:1:10: " + rep("(", 41) + "… is no function\")\n"},
		"not":         {"(assert " + rep("(not ", m) + "true" + rep(")", m) + ")", ""},
		"and":         {"(declare-const p Bool)(assert " + rep("(and p ", n) + "true" + rep(")", n) + ")", ""},
		"sum":         {"(declare-const p Int)(assert (= 0 " + rep("(+ p 1 ", n) + "1" + rep(")", n) + "))", ""},
		"minus":       {"(declare-const p Int)(assert (= 0 " + rep("(- p ", n) + "1" + rep(")", n) + "))", ""},
		"lets":        {"(declare-fun f (Int Int) Int)(assert (let ((v0 1)) " + lets.String() + "(= v9 0)" + rep(")", n/2+1) + ")", ""},
		"wide":        {"(declare-fun f (Int Int) Int)(declare-const p Int)(assert (let (" + wide.String() + ") (= w1 w2)))", ""},
		"ites":        {"(declare-const p Int)(assert (= 0 " + chain.String() + "0" + rep(")", n/2) + "))", ""},
		"definitions": {"(declare-fun f (Int Int) Int)(declare-const p Int)" + names.String(), ""},
		"sorts":       {"(declare-const p " + rep("(Array Int ", n) + "Int" + rep(")", n) + ")", "(error \"t:1:11025: this sort is nested more than 1000 levels deep\")\n"},
		"annotations": {"(assert " + rep("(! ", n) + "true" + rep(" :a)", n) + ")", ""},
		"comment":     {rep(";", n) + "\n;" + rep("x", n) + "\n(echo \"a\")", "\"a\"\n"},
		"commands":    {rep("(push 1)(pop 1)\n", n/10), ""},
	} {
		before := allocated()
		out, err := answers(t, c.script)
		each := float64(allocated()-before) / float64(len(c.script))
		if err != nil || out != c.want {
			t.Errorf("%s: %v, %.300s", name, err, out)
		}
		if t.Logf("%s: %d bytes, for each of which %.0f are allocated", name, len(c.script), each); each > 5000 {
			t.Errorf("%s: for each byte of the script %.0f are allocated", name, each)
		}
	}
}

// allocated is how many bytes have been allocated so far, freed or not.
func allocated() uint64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.TotalAlloc
}

// Definitions of sorts that double each time are refused, not written out.
func TestSortBomb(t *testing.T) {
	var s strings.Builder
	s.WriteString("(define-sort S0 (X) (Array X X))\n")
	for i := range 60 {
		fmt.Fprintf(&s, "(define-sort S%d (X) (S%d (S%d X)))\n", i+1, i, i)
	}
	s.WriteString("(declare-const x (S60 Int))")
	out, err := answers(t, s.String())
	if err != nil || !strings.Contains(out, "written out, this sort has more than 1000 symbols") {
		t.Errorf("%v: %s", err, out)
	}
}

// A context ends reading at once.
func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	defer cancel(nil)
	enough := errors.New("enough")
	in := New(Config{New: newLazy})
	input := &endless{until: 1000, then: func() { cancel(enough) }}
	if err := in.Run(ctx, input); err != enough || input.reads > input.until+5000 {
		t.Errorf("%v after %d pieces", err, input.reads)
	}
}

// endless is an input that never ends; after some pieces of it something happens.
type endless struct {
	reads, until int
	then         func()
}

func (e *endless) Read(p []byte) (int, error) {
	if e.reads++; e.reads == e.until {
		e.then()
	}
	return copy(p, "(and "), nil
}

func BenchmarkRead(b *testing.B) {
	var s strings.Builder
	s.WriteString("(set-logic QF_UFLIA)(declare-fun f (Int) Int)\n")
	for i := range 2000 {
		fmt.Fprintf(&s, "(declare-const x%d Int)\n(assert (let ((a (+ x%d 1)) (b (f x%d))) (and (<= a b) (or (= b %d) (< (* 3 a) (- b %d))))))\n", i, i, i, i, i)
	}
	script := s.String()
	b.SetBytes(int64(len(script)))
	for b.Loop() {
		in := New(Config{New: newLazy})
		if err := in.Run(b.Context(), strings.NewReader(script)); err != nil || in.Errors() > 0 {
			b.Fatal(err)
		}
	}
}
