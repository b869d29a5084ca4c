package smtlib

import (
	"slices"
	"strconv"
	"strings"

	"github.com/whet-mc/whet/smt"
)

// getModel prints what the model says of every constant and function that is declared, in the order of
// the declarations; the elements of free sorts that come up are listed in a comment first.
func (in *Interpreter) getModel() *complaint {
	m, wrong := in.model(":produce-models", in.set.models)
	if wrong != nil {
		return wrong
	}
	type entry struct {
		d     *decl
		value *smt.Term
		table *smt.FuncValue
	}
	var list []entry
	seen := map[*smt.Term]bool{}
	elems := map[*smt.Sort][]*smt.Term{}
	var sorts []*smt.Sort
	note := func(t *smt.Term) {
		if t == nil {
			return
		}
		smt.Walk(t, seen, nil, func(t *smt.Term) {
			if t.Op() == smt.OpElem {
				if elems[t.Sort()] == nil {
					sorts = append(sorts, t.Sort())
				}
				elems[t.Sort()] = append(elems[t.Sort()], t)
			}
		})
	}
	decls := in.tab.decls
	for _, name := range in.partials() {
		decls = append(decls, &decl{name: name.Name, params: name.Params, result: name.Result, fn: name})
	}
	for _, d := range decls {
		switch {
		case d.fn == nil:
		case len(d.params) == 0:
			v, err := m.Eval(d.value)
			if err != nil {
				return complain(0, "%v", err)
			}
			note(v)
			list = append(list, entry{d: d, value: v})
		default:
			fv := m.Func(d.fn)
			if fv == nil {
				fv = &smt.FuncValue{}
			}
			def := fv.Default
			if def == nil {
				def = in.b.DefaultValue(d.result)
			}
			note(def)
			for _, e := range fv.Entries {
				for _, a := range e.Args {
					note(a)
				}
				note(e.Value)
			}
			list = append(list, entry{d: d, value: def, table: fv})
		}
	}
	w := in.out
	w.WriteString("(\n")
	for _, s := range sorts {
		slices.SortFunc(elems[s], func(x, y *smt.Term) int { return x.Value().Cmp(y.Value()) })
		w.WriteString("  ; elements of " + s.String() + ":")
		for _, e := range elems[s] {
			w.WriteByte(' ')
			in.print(e)
		}
		w.WriteByte('\n')
	}
	for _, e := range list {
		w.WriteString("  (define-fun " + smt.Symbol(e.d.name) + " (")
		for i, p := range e.d.params {
			if i > 0 {
				w.WriteByte(' ')
			}
			w.WriteString("(" + argument(i) + " " + p.String() + ")")
		}
		w.WriteString(") " + e.d.result.String())
		if e.table == nil || len(e.table.Entries) == 0 {
			w.WriteByte(' ')
			in.print(e.value)
			w.WriteString(")\n")
			continue
		}
		for _, x := range e.table.Entries {
			w.WriteString("\n    (ite ")
			if len(x.Args) > 1 {
				w.WriteString("(and ")
			}
			for i, a := range x.Args {
				if i > 0 {
					w.WriteByte(' ')
				}
				w.WriteString("(= " + argument(i) + " ")
				in.print(a)
				w.WriteByte(')')
			}
			if len(x.Args) > 1 {
				w.WriteByte(')')
			}
			w.WriteByte(' ')
			in.print(x.Value)
		}
		w.WriteString("\n    ")
		in.print(e.value)
		w.WriteString(strings.Repeat(")", len(e.table.Entries)+1) + "\n")
	}
	in.say(")")
	return nil
}

// argument is the name of parameter i of a function in a model. Values have no names in them, so it
// hides nothing.
func argument(i int) string { return "x!" + strconv.Itoa(i) }

// partials are the functions that the assertions use for division by 0: without them the model would not
// say why the assertions hold. The other quotients follow from what division is.
func (in *Interpreter) partials() []*smt.Func {
	if !in.partial0 {
		return nil
	}
	var fs []*smt.Func
	for _, a := range in.stack {
		fs = append(fs, smt.Funcs(a.f)...)
	}
	slices.SortFunc(fs, func(x, y *smt.Func) int { return x.ID() - y.ID() })
	fs = slices.Compact(fs)
	return slices.DeleteFunc(fs, func(f *smt.Func) bool {
		return f.Name != divZero && f.Name != modZero && f.Name != overZero
	})
}
