package main

import (
	"bytes"
	"context"
	"fmt"
	"time"

	"github.com/whet-mc/whet/fuzz/script"
	"github.com/whet-mc/whet/smt/smtlib"
)

// Answers of other solvers that contradict whet's answer.

// settled returns the answer that counts for the answer of the rival k to a question q. If the rival's answer
// contradicts the solver's answer to the script and the rival contradicts itself, settled returns "unknown". Other
// solvers have faults, too, most of all with floats, and between questions to one process. Such an answer is counted
// as a fault of the rival.
//
// Only the rival's own answers count against it:
//
//   - "sat", if it answers "unsat" to the question alone, or says that its own model, substituted
//     for the unknowns, is not a model;
//   - "unsat", if it answers "sat" to the question alone, or to the script with the solver's model
//     substituted.
//
// This does not show which of its answers is wrong. So the answer counts, and is a find, if another rival also gives
// it, or if the solver contradicts itself: if it accepts the model although it answered "unsat".
func (c *Campaign) settled(ctx context.Context, rivals []script.Rival, k int, s *script.Script, p *Formula, q script.Question, answer string) string {
	if !opposite(p.Answer, answer) {
		return answer
	}
	fault := ""
	r := rivals[k]
	again, model := r.Model(ctx, q)
	switch {
	case opposite(answer, again):
		fault = "answers " + again + " where it is asked nothing else"
	case again == "sat":
		with := script.Question{Declarations: modelled(q.Declarations, model), Assertions: q.Assertions}
		if accepts(ctx, with) {
			return answer
		}
		if r.Alone(ctx, with) == "unsat" {
			fault = "says that its own model is none"
		}
	case answer == "unsat" && p.model != "":
		if r.Alone(ctx, script.Question{Declarations: modelled(s.Declarations, p.model), Assertions: s.Assertions}) == "sat" {
			fault = "says that the model found is one"
		}
	}
	if fault == "" {
		return answer
	}
	for i, other := range rivals {
		if i != k && other.Alone(ctx, q) == answer {
			return answer
		}
	}
	p.Faults = append(p.Faults, fmt.Sprintf("%s answers %s, but %s", r.Name, answer, fault))
	if c.Progress != nil {
		fmt.Fprintf(c.Progress, "script %d, %s: %s\n", p.Seed, p.Logic, p.Faults[len(p.Faults)-1])
	}
	return "unknown"
}

// opposite reports whether two answers contradict each other.
func opposite(a, b string) bool { return a == "sat" && b == "unsat" || a == "unsat" && b == "sat" }

// accepts reports whether the solver answers "sat" to a question.
func accepts(ctx context.Context, q script.Question) bool {
	var text, out bytes.Buffer
	text.WriteString("(set-logic ALL)\n" + q.Declarations)
	for _, a := range q.Assertions {
		text.WriteString("(assert " + a + ")\n")
	}
	text.WriteString("(check-sat)\n")
	err := run1(ctx, smtlib.New(smtlib.Config{Out: &out, Timeout: 5 * time.Second}), text.String())
	return err == nil && len(expressions(out.String())) > 0 && expressions(out.String())[0] == "sat"
}
