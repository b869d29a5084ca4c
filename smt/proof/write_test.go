package proof

import (
	"bufio"
	"bytes"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/smt"
)

func TestWrite(t *testing.T) {
	b := smt.NewBuilder()
	x, p := b.Var("x", b.IntSort()), b.Var("p", b.BoolSort())
	pr := &Proof{Steps: []Step{
		{Rule: Assume, Clause: lits{p}},
		{Rule: IntCut, Clause: lits{b.Not(p), b.Not(b.Eq(b.Add(x, x), b.IntNum(1)))},
			Coefs: []num.Rat{num.RatFrac(-1, 2), num.RatOf(-3)}, Coefs2: []num.Rat{num.RatFrac(7, 2), {}}},
		{Rule: Euf, Terms: lits{x, x}, Premises: []int{0, 1}},
	}}
	const want = `(proof
 (step 0 assume (p))
 (step 1 int_cut ((not p) true) :coefs ((/ (- 1) 2) (- 3)) :coefs2 ((/ 7 2) 0))
 (step 2 euf () :premises (0 1) :terms (x x)))`
	var plain, buffered bytes.Buffer
	if err := Write(&plain, pr); err != nil || plain.String() != want {
		t.Errorf("%v\n%s\nwant\n%s", err, plain.String(), want)
	}
	// What has a buffer of its own is not flushed.
	w := bufio.NewWriter(&buffered)
	if err := Write(w, pr); err != nil || buffered.Len() > 0 || w.Buffered() != len(want) {
		t.Errorf("%v, %d written, %d in the buffer", err, buffered.Len(), w.Buffered())
	}
	long := &Proof{Steps: slices.Repeat(pr.Steps, 1000)}
	for n := range 2 {
		if err := Write(bufio.NewWriterSize(&failing{n}, 16), pr); !errors.Is(err, errFull) {
			t.Errorf("a writer with an own buffer that fails: %v", err)
		}
		if err := Write(&failing{n}, long); !errors.Is(err, errFull) {
			t.Errorf("a writer that fails after %d writes: %v", n, err)
		}
	}
	if err := Write(&failing{}, pr); !errors.Is(err, errFull) {
		t.Errorf("a writer that fails in the end: %v", err)
	}
}

var errFull = errors.New("full")

// failing takes so many writes.
type failing struct{ left int }

func (f *failing) Write(text []byte) (int, error) {
	if f.left == 0 {
		return 0, errFull
	}
	f.left--
	return len(text), nil
}

func TestRuleNames(t *testing.T) {
	seen := map[string]bool{}
	for r := range numberOfRules {
		if seen[r.String()] || r.String() == "" {
			t.Errorf("rule %d is called %q", r, r)
		}
		seen[r.String()] = true
	}
	if numberOfRules.String() != "invalid" || Rule(255).String() != "invalid" {
		t.Error("what is no rule has a name")
	}
}

func TestStepError(t *testing.T) {
	b := smt.NewBuilder()
	err := Check(b, nil, &Proof{Steps: []Step{{Rule: Rup}}})
	var se *StepError
	if !errors.As(err, &se) || !errors.Is(err, se.Err) || !strings.Contains(err.Error(), "step 0 (rup)") {
		t.Errorf("%v", err)
	}
}

// TestTrim: the first step may be all that is needed, or not; premises are counted anew, and those
// of the proof that is trimmed stay.
func TestTrim(t *testing.T) {
	b := smt.NewBuilder()
	p, q, f := b.Var("p", b.BoolSort()), b.Var("q", b.BoolSort()), b.False()
	pr := &Proof{Steps: []Step{
		{Rule: Assume, Clause: lits{q}},
		{Rule: Assume, Clause: lits{p}},
		{Rule: Assume, Clause: lits{p, q}},
		{Rule: Assume, Clause: lits{b.Not(p)}},
		{Rule: Assume, Clause: lits{b.Not(p)}},
		{Rule: Rup, Premises: []int{3}},
		{Rule: Cnf, Clause: lits{f}},
		{Rule: Rup, Premises: []int{2, 1, 4, 3, 1, 6}},
	}}
	trimmed := pr.Trim()
	if got := trimmed.Steps[len(trimmed.Steps)-1].Premises; len(trimmed.Steps) != 6 || !slices.Equal(got, []int{1, 0, 3, 2, 0, 4}) {
		t.Errorf("%d steps, premises %v", len(trimmed.Steps), got)
	}
	if !slices.Equal(pr.Steps[7].Premises, []int{2, 1, 4, 3, 1, 6}) {
		t.Error("the proof itself was changed")
	}
	// Each once, and only what is assumed; an empty clause assumes nothing that has a name.
	if got := trimmed.Inputs(); !slices.Equal(got, lits{p, b.Not(p)}) {
		t.Errorf("inputs %v", got)
	}
	if got := (&Proof{Steps: []Step{{Rule: Assume}, {Rule: Cnf, Clause: lits{p}}}}).Inputs(); len(got) > 0 {
		t.Errorf("inputs %v", got)
	}
	pr.Steps[6].Rule = numberOfRules
	st := pr.Statistics()
	if st.Steps[Assume] != 5 || st.Steps[Rup] != 2 || st.Literals != 7 || st.Premises != 7 {
		t.Errorf("%+v", st)
	}
	if first := (&Proof{Steps: []Step{{Rule: Assume}, {Rule: Rup, Premises: []int{0}}}}).Trim(); len(first.Steps) != 2 {
		t.Error("the first step was dropped")
	}
	if only := (&Proof{Steps: []Step{{Rule: Assume}, {Rule: Assume}}}).Trim(); len(only.Steps) != 1 {
		t.Error("a step was kept that nothing rests on")
	}
}
