// Commands that ask about the last answer: values, assignments, assertions, cores, proofs and statistics. The model
// has a file of its own, and so have interpolants.

package smtlib

import (
	"errors"
	"slices"
	"strings"

	"github.com/whet-mc/whet/smt"
	"github.com/whet-mc/whet/smt/solver"
)

var errNoFiles = errors.New("files cannot be written here; \"stdout\" and \"stderr\" can")

// unquote returns the contents of a string literal.
func unquote(text []byte) string {
	return strings.ReplaceAll(string(text[1:len(text)-1]), `""`, `"`)
}

// model returns the model of the last answer. It complains if the last answer has no model, or if `on` is false: on is
// the value of the option that the command needs, and option is its name.
func (in *Interpreter) model(option string, on bool) (*smt.Model, *complaint) {
	if !on {
		return nil, complain(0, "set the option %s to true first", option)
	}
	if in.mode != answered || in.status != solver.Sat {
		return nil, complain(0, "there is no model: the last command that changed or checked something did not answer sat")
	}
	return in.solver.Model(), nil
}

// getValue prints the values of a list of terms in the model.
func (in *Interpreter) getValue() *complaint {
	m, wrong := in.model(":produce-models", in.set.models)
	if wrong != nil {
		return wrong
	}
	t, list := in.t, in.args[0]
	if !t.isList(list) || t.children(list) == 0 {
		return complain(list, "a list of terms is needed here, like (x (+ x y))")
	}
	var toks []int
	var terms []*smt.Term
	for i := list + 1; i < t.skip(list); i = t.skip(i) {
		f, err := in.term(i)
		if err != nil {
			return err
		}
		if err := in.settled(i, f); err != nil {
			return err
		}
		v, e := m.Eval(f)
		if e != nil {
			return complain(i, "%v", e)
		}
		toks, terms = append(toks, i), append(terms, v)
	}
	in.out.WriteByte('(')
	for k, v := range terms {
		if k > 0 {
			in.out.WriteString("\n ")
		}
		in.out.WriteByte('(')
		in.out.Write(t.write(nil, toks[k], 0))
		in.out.WriteByte(' ')
		in.print(v)
		in.out.WriteByte(')')
	}
	in.say(")")
	return nil
}

// settled complains if f, the term at token i, contains a quotient that no assertion contains: its meaning has not
// been asserted, so the model has no value for it.
func (in *Interpreter) settled(i int, f *smt.Term) *complaint {
	if !in.nonlinear {
		return nil
	}
	qs := quotients(f)
	if len(qs) == 0 {
		return nil
	}
	var all []*smt.Term
	for _, a := range in.stack {
		all = append(all, quotients(a.f)...)
	}
	for _, a := range in.assumed {
		all = append(all, quotients(a.f)...)
	}
	for _, q := range qs {
		if !slices.Contains(all, q) {
			return complain(i, "the model has no value for %v, since no assertion has it", q)
		}
	}
	return nil
}

// getAssignment prints the values of the formulas that have names.
func (in *Interpreter) getAssignment() *complaint {
	m, wrong := in.model(":produce-assignments", in.set.assignments)
	if wrong != nil {
		return wrong
	}
	in.out.WriteByte('(')
	first := true
	for _, d := range in.tab.decls {
		if d.fn != nil || !d.named || d.result.Kind != smt.Bool {
			continue
		}
		v, err := m.Eval(d.value)
		if err != nil {
			return complain(0, "%v", err)
		}
		if !first {
			in.out.WriteString("\n ")
		}
		first = false
		in.out.WriteString("(" + smt.Symbol(d.name) + " " + v.String() + ")")
	}
	in.say(")")
	return nil
}

// getAssertions prints the assertions on the stack as they were written.
func (in *Interpreter) getAssertions() *complaint {
	if !in.set.assertions {
		return complain(0, "set the option :produce-assertions to true before the first assertion")
	}
	in.out.WriteByte('(')
	for i, a := range in.stack {
		if i > 0 {
			in.out.WriteString("\n ")
		}
		in.out.WriteString(a.text)
	}
	in.say(")")
	return nil
}

// refuted complains unless the last answer was unsat and `on` is true: on is the value of the option that the command
// needs, and option is its name.
func (in *Interpreter) refuted(option string, on bool) *complaint {
	switch {
	case !on:
		return complain(0, "set the option %s to true before the first assertion", option)
	case in.mode != answered || in.status != solver.Unsat:
		return complain(0, "the last command that changed or checked something did not answer unsat")
	}
	return nil
}

// core returns the assertions and assumptions of an unsatisfiable core, a minimal one if that option is set.
func (in *Interpreter) core() (map[*smt.Term]bool, *complaint) {
	list := in.solver.Core()
	if in.set.minimal {
		ctx, cancel := in.limited()
		defer cancel()
		// If time runs out, the list is still a core, but it may not be minimal.
		if l, err := in.solver.MinimalCore(ctx); err == nil || len(l) > 0 {
			list = l
		}
	}
	has := map[*smt.Term]bool{}
	for _, f := range list {
		has[f] = true
	}
	return has, nil
}

// getUnsatCore prints the named assertions in the core.
func (in *Interpreter) getUnsatCore() *complaint {
	var named []assumption
	for _, a := range in.stack {
		if a.name != "" {
			named = append(named, assumption{a.f, smt.Symbol(a.name)})
		}
	}
	return in.sayCore(":produce-unsat-cores", in.set.cores, named)
}

// getUnsatAssumptions prints the assumptions in the core.
func (in *Interpreter) getUnsatAssumptions() *complaint {
	return in.sayCore(":produce-unsat-assumptions", in.set.assumptions, in.assumed)
}

// sayCore prints the texts of the formulas in the list `all` that are in the core, each formula once.
func (in *Interpreter) sayCore(option string, on bool, all []assumption) *complaint {
	if err := in.refuted(option, on); err != nil {
		return err
	}
	has, err := in.core()
	if err != nil {
		return err
	}
	var texts []string
	for _, a := range all {
		if has[a.f] {
			texts = append(texts, a.text)
			has[a.f] = false
		}
	}
	in.say("(%s)", strings.Join(texts, " "))
	return nil
}

// getProof prints the proof of the last unsat.
func (in *Interpreter) getProof() *complaint {
	if err := in.refuted(":produce-proofs", in.set.proofs); err != nil {
		return err
	}
	p, err := in.solver.Proof()
	if err != nil {
		return complain(0, "%v", err)
	}
	in.proof(p)
	return nil
}

// statistics prints the counters of the solver, if it has any.
func (in *Interpreter) statistics() {
	s, ok := in.solver.(interface{ Stats() solver.Stats })
	if !ok {
		in.say("()")
		return
	}
	in.say("(%s)", strings.Join(statistics(s.Stats()), "\n "))
}
