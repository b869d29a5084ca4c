// The commands for interpolants, which are not part of SMT-LIB: get-interpolants of SMTInterpol, for a sequence of
// partitions, and get-interpolant, for one partition against the rest.

package smtlib

import (
	"github.com/whet-mc/whet/smt"
)

// getInterpolants answers the form of SMTInterpol: (get-interpolants P1 … Pn), where each P is the name of an
// assertion, or (and names…). The answer is n-1 formulas. It refuses SMTInterpol's trees (A (B) C).
func (in *Interpreter) getInterpolants() *complaint {
	if err := in.refuted(":produce-interpolants", in.set.interpolants); err != nil {
		return err
	}
	byName := in.named()
	var groups [][]*smt.Term
	used := map[*smt.Term]bool{}
	for _, i := range in.args {
		if in.t.isList(i) && !in.t.is(i+1, "and") {
			return complain(i, "tree interpolants are not supported; a partition is a name or (and names…)")
		}
		g, err := in.group(i, byName)
		if err != nil {
			return err
		}
		for _, f := range g {
			used[f] = true
		}
		groups = append(groups, g)
	}
	// An assertion in no partition is ignored if the core does not contain it.
	has, err := in.core()
	if err != nil {
		return err
	}
	for _, a := range in.stack {
		if has[a.f] && !used[a.f] {
			return complain(0, "the partitions together are not unsatisfiable as far as the proof shows: it also uses %v", a.f)
		}
	}
	return in.interpolate(groups)
}

// getInterpolant answers (get-interpolant P): an interpolant between the assertions of P and all other assertions and
// assumptions.
func (in *Interpreter) getInterpolant() *complaint {
	if err := in.refuted(":produce-interpolants", in.set.interpolants); err != nil {
		return err
	}
	g, err := in.group(in.args[0], in.named())
	if err != nil {
		return err
	}
	mine := map[*smt.Term]bool{}
	for _, f := range g {
		mine[f] = true
	}
	var rest []*smt.Term
	for _, a := range in.stack {
		if !mine[a.f] {
			rest = append(rest, a.f)
		}
	}
	for _, a := range in.assumed {
		rest = append(rest, a.f)
	}
	return in.interpolate([][]*smt.Term{g, rest})
}

// interpolate prints the interpolants of the groups.
func (in *Interpreter) interpolate(groups [][]*smt.Term) *complaint {
	ctx, cancel := in.limited()
	defer cancel()
	itps, err := in.solver.Interpolants(ctx, groups...)
	if err != nil {
		return complain(0, "no interpolants: %v", err)
	}
	in.out.WriteByte('(')
	for i, f := range itps {
		if i > 0 {
			in.out.WriteString("\n ")
		}
		in.print(f)
	}
	in.say(")")
	return nil
}

// named returns the assertions that have names, by name.
func (in *Interpreter) named() map[string]*smt.Term {
	m := map[string]*smt.Term{}
	for _, a := range in.stack {
		if a.name != "" {
			m[a.name] = a.f
		}
	}
	return m
}

// group returns the assertions that the names at token i denote: n, (and n1 n2 …) or (n1 n2 …).
func (in *Interpreter) group(i int, byName map[string]*smt.Term) ([]*smt.Term, *complaint) {
	t := in.t
	toks := []int{i}
	if t.isList(i) {
		toks = toks[:0]
		from := i + 1
		if from < t.skip(i) && t.is(from, "and") {
			from++
		}
		for k := from; k < t.skip(i); k = t.skip(k) {
			toks = append(toks, k)
		}
	}
	var out []*smt.Term
	for _, k := range toks {
		if err := in.wantSymbol(k, "the name of an assertion"); err != nil {
			return nil, err
		}
		n := in.tab.symbol(t.atom(k)).text
		f := byName[n]
		if f == nil {
			return nil, complain(k, "no assertion is named %s%s", smt.Symbol(n), didYouMean(n, func(yield func(string) bool) {
				for name := range byName { // didYouMean orders them
					if !yield(name) {
						return
					}
				}
			}))
		}
		out = append(out, f)
	}
	return out, nil
}
