package solver

import (
	"fmt"
	"strings"

	"github.com/whet-mc/whet/smt"
)

func dump(t *smt.Term) string {
	var parts []string
	switch {
	case t.Op() == smt.OpSum:
		for i, a := range t.Args() {
			parts = append(parts, t.Coef(i).String()+"*"+dump(a))
		}
		if !t.Value().IsZero() {
			parts = append(parts, t.Value().String())
		}
		return "(+ " + strings.Join(parts, " ") + ")"
	case t.Op() == smt.OpNum:
		return t.Value().String()
	case t.IsVar():
		return t.Func().Name
	}
	name := t.Op().String()
	if t.Op() == smt.OpApp {
		name = t.Func().Name
	}
	if t.Op() == smt.OpDiv {
		name += t.Value().String()
	}
	if t.Op() == smt.OpElem {
		return fmt.Sprint("@", t.Value())
	}
	for _, a := range t.Args() {
		parts = append(parts, dump(a))
	}
	if len(parts) == 0 {
		return name
	}
	return "(" + name + " " + strings.Join(parts, " ") + ")"
}

func (s *Solver) dumpAll() string {
	var sb strings.Builder
	for _, a := range s.stack {
		fmt.Fprintln(&sb, dump(a.f))
	}
	if s.engine != nil {
		m := s.engine.buildModel()
		s.pre.complete(m)
		for _, v := range m.Vars() {
			x, err := m.Eval(v)
			if err != nil {
				fmt.Fprintln(&sb, err)
				continue
			}
			fmt.Fprintln(&sb, dump(v), "=", dump(x))
		}
		for _, f := range m.Funcs() {
			for _, e := range m.Func(f).Entries {
				fmt.Fprint(&sb, f.Name)
				for _, a := range e.Args {
					fmt.Fprint(&sb, " ", dump(a))
				}
				fmt.Fprintln(&sb, " -> ", dump(e.Value))
			}
		}
	}
	e := s.engine
	for n, t := range e.eq.terms {
		if n < len(e.snap.roots) {
			fmt.Fprintln(&sb, "node", n, dump(t), "root", e.snap.roots[n])
		}
	}
	for v, t := range e.arith.terms {
		fmt.Fprintln(&sb, "var", v, dump(t), e.valueOf(v, t))
	}
	fmt.Fprintf(&sb, "%+v %+v\n", s.Stats(), e.arith.t.Stats)
	for i, p := range s.pre.passes {
		for _, x := range p.order {
			fmt.Fprintln(&sb, "pass", i, dump(x), ":=", dump(p.by[x].to))
		}
	}
	for _, f := range s.pre.result {
		fmt.Fprintln(&sb, "left", dump(f.f))
	}
	return sb.String()
}
