package script

import (
	"bytes"
	"context"
	"fmt"
	"os/exec"
	"strings"
	"time"
)

// Other solvers.

// A Rival is another solver.
type Rival struct {
	Name string
	args []string
}

// Rivals lists the installed solvers. The one that also checks models comes first.
func Rivals() []Rival {
	var out []Rival
	for _, r := range []Rival{{"z3", []string{"-in", "-t:2000"}}, {"cvc5", []string{"--lang=smt2", "--incremental", "--tlimit-per=2000", "--arrays-exp", "--fp-exp"}}} {
		if _, err := exec.LookPath(r.Name); err == nil {
			out = append(out, r)
		}
	}
	return out
}

// A Question is a set of assertions.
type Question struct {
	Declarations string
	Assertions   []string
}

// Ask returns the answers: "sat", "unsat", "unknown", or an error that the solver has printed. After an error that
// ends the solver, a new process continues.
func (r Rival) Ask(ctx context.Context, qs []Question) ([]string, error) {
	var out []string
	for len(out) < len(qs) {
		more, err := r.ask(ctx, qs[len(out):])
		if err != nil {
			return nil, err
		}
		last := len(more)
		for last > 0 && more[last-1] == "" {
			last--
		}
		if out = append(out, more[:last]...); last == 0 {
			out = append(out, "unknown") // the solver died at this question
		}
	}
	return out, nil
}

// ask asks one process. Missing answers are "".
func (r Rival) ask(ctx context.Context, qs []Question) ([]string, error) {
	var in bytes.Buffer
	in.WriteString("(set-logic ALL)\n")
	for i, q := range qs {
		fmt.Fprintf(&in, "(echo \"#%d\")\n(push 1)\n", i)
		r.write(&in, q)
		in.WriteString("(check-sat)\n(pop 1)\n")
	}
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second+time.Duration(len(qs))*200*time.Millisecond)
	defer cancel()
	cmd := exec.CommandContext(ctx, r.Name, r.args...)
	cmd.Stdin = &in
	text, err := cmd.Output()
	out := make([]string, len(qs))
	at := -1
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		k := 0
		switch n, _ := fmt.Sscanf(strings.Trim(line, `"`), "#%d", &k); {
		case n == 1 && k < len(qs) && strings.HasPrefix(strings.Trim(line, `"`), "#"):
			at = k
		case at >= 0 && (out[at] == "" || !strings.HasPrefix(out[at], "(error")):
			out[at] = line
		}
	}
	if at < 0 && len(qs) > 0 {
		return nil, fmt.Errorf("%s says nothing: %w", r.Name, err)
	}
	return out, nil
}

// write writes declarations and assertions in a form that the solver knows.
func (r Rival) write(in *bytes.Buffer, q Question) {
	in.WriteString(q.Declarations)
	divisible := false
	for _, a := range q.Assertions {
		if r.Name == "z3" && strings.Contains(a, "(_ divisible") { // z3 does not know it
			if !divisible {
				divisible = true
				in.WriteString("(define-fun by2 ((x Int)) Bool (= (mod x 2) 0)) (define-fun by3 ((x Int)) Bool (= (mod x 3) 0)) (define-fun by4 ((x Int)) Bool (= (mod x 4) 0))\n")
			}
			a = strings.NewReplacer("(_ divisible 2)", "by2", "(_ divisible 3)", "by3", "(_ divisible 4)", "by4").Replace(a)
		}
		fmt.Fprintf(in, "(assert %s)\n", a)
	}
}
