// get-model: definitions of everything that is declared.

package smtlib

import (
	"slices"
	"strconv"
	"strings"

	"github.com/whet-mc/whet/smt"
)

// getModel prints the model's values of all declared constants and functions, in the order of the declarations. A
// comment before them lists the elements of free sorts that occur.
func (in *Interpreter) getModel() *complaint {
	m, wrong := in.model(":produce-models", in.set.models)
	if wrong != nil {
		return wrong
	}
	list, wrong := in.definitions(m)
	if wrong != nil {
		return wrong
	}
	in.out.WriteString("(\n")
	in.elements(list)
	for _, d := range list {
		in.printDefinition(d)
	}
	in.say(")")
	return nil
}

// definition is the model's value of a constant or function: the entries of its table, and the value everywhere else.
type definition struct {
	*decl
	value   *smt.Term
	entries []smt.Entry
}

// definitions returns the definitions of everything that is declared, and of the functions for division by 0 and the
// like that the assertions use.
func (in *Interpreter) definitions(m *smt.Model) ([]definition, *complaint) {
	decls := in.tab.decls
	for _, name := range in.partials() {
		// The name of an indexed function is replaced by one that can be defined.
		plain := strings.NewReplacer("|(_ ", "", " ", "_", ")", "").Replace(name.Name)
		decls = append(decls, &decl{name: plain, params: name.Params, result: name.Result, fn: name})
	}
	var list []definition
	for _, d := range decls {
		switch {
		case d.fn == nil:
		case len(d.params) == 0:
			v, err := m.Eval(d.value)
			if err != nil {
				return nil, complain(0, "%v", err)
			}
			list = append(list, definition{d, v, nil})
		default:
			fv := m.Func(d.fn)
			if fv == nil {
				fv = &smt.FuncValue{}
			}
			def := fv.Default
			if def == nil {
				def = in.b.DefaultValue(d.result)
			}
			list = append(list, definition{d, def, fv.Entries})
		}
	}
	return list, nil
}

// elements prints a comment with the elements of free sorts in the definitions. Sorts are in the order of first
// occurrence.
func (in *Interpreter) elements(list []definition) {
	seen := map[*smt.Term]bool{}
	elems := map[*smt.Sort][]*smt.Term{}
	var sorts []*smt.Sort
	note := func(t *smt.Term) {
		smt.Walk(t, seen, nil, func(t *smt.Term) {
			if t.Op() == smt.OpElem {
				if elems[t.Sort()] == nil {
					sorts = append(sorts, t.Sort())
				}
				elems[t.Sort()] = append(elems[t.Sort()], t)
			}
		})
	}
	for _, d := range list {
		note(d.value)
		for _, e := range d.entries {
			for _, a := range e.Args {
				note(a)
			}
			note(e.Value)
		}
	}
	for _, s := range sorts {
		slices.SortFunc(elems[s], func(x, y *smt.Term) int { return x.Value().Cmp(y.Value()) })
		in.out.WriteString("  ; elements of " + s.String() + ":")
		for _, e := range elems[s] {
			in.out.WriteByte(' ')
			in.print(e)
		}
		in.out.WriteByte('\n')
	}
}

// printDefinition prints d as a define-fun.
func (in *Interpreter) printDefinition(d definition) {
	w := in.out
	w.WriteString("  (define-fun " + smt.Symbol(d.name) + " (")
	for i, p := range d.params {
		if i > 0 {
			w.WriteByte(' ')
		}
		w.WriteString("(" + argument(i) + " " + p.String() + ")")
	}
	w.WriteString(") " + d.result.String())
	if len(d.entries) == 0 {
		w.WriteByte(' ')
		in.print(d.value)
		w.WriteString(")\n")
		return
	}
	for _, x := range d.entries {
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
	in.print(d.value)
	w.WriteString(strings.Repeat(")", len(d.entries)+1) + "\n")
}

// argument returns the name of parameter i of a function in a model. The values in a model contain no symbols, so it
// hides nothing.
func argument(i int) string { return "x!" + strconv.Itoa(i) }

// partials returns the functions that assertions use for division by 0 and for other results that the theories leave
// open: without their values the model would not explain why the assertions hold. Other quotients follow from the
// meaning of division.
func (in *Interpreter) partials() []*smt.Func {
	var fs []*smt.Func
	for _, a := range in.stack {
		fs = append(fs, smt.Funcs(a.f)...)
	}
	slices.SortFunc(fs, func(x, y *smt.Func) int { return x.ID() - y.ID() })
	fs = slices.Compact(fs)
	return slices.DeleteFunc(fs, func(f *smt.Func) bool {
		return f.Name != divZero && f.Name != modZero && f.Name != overZero && !strings.HasPrefix(f.Name, "@fp.") && !strings.HasPrefix(f.Name, "|(_ @fp.")
	})
}
