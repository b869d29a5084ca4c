package witness

import (
	"fmt"
	"slices"
	"strings"

	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/report"
	"github.com/whet-mc/whet/report/facts"
)

// FromProof makes the witness of a safe result: its loop invariants, as far as they can be said in
// C where the loop is. There may be none: a witness without invariants says that none are needed,
// or known.
func FromProof(r *report.Result) (*Witness, error) {
	if r.Verdict != report.Safe || r.Program == nil || r.Program.Unit == nil {
		return nil, fmt.Errorf("there is no proof to make a witness of")
	}
	w := &Witness{Task: task(r)}
	text := sourceText{files: r.Files}
	scopes := map[string]scope{}
	for _, f := range r.Program.Unit.Funcs {
		scopes[f.Label()] = scopeOf(r.Program.Unit, f)
	}
	for _, l := range r.Loops {
		at, ok := text.loop(l.Pos)
		if !ok {
			continue
		}
		if value := scopes[l.Func].disjunction(l); value != "" {
			w.Invariants = append(w.Invariants, Invariant{Loop: true, Pos: at, Func: lang.PlainName(l.Func), Value: value})
		}
	}
	if r.Invariants == nil {
		return w, nil
	}
	own := map[string]map[string]bool{} // the names that each function gives to objects of its own
	for _, f := range r.Program.Unit.Funcs {
		names := map[string]bool{}
		for _, o := range slices.Concat(f.Params, f.Objects) {
			names[o.Name] = true
		}
		own[f.Label()] = names
	}
	for _, l := range r.Invariants.Locations {
		if l.Place != facts.AtLoop || len(l.Cases) == 0 {
			continue
		}
		at, ok := text.loop(l.Pos)
		if !ok {
			continue
		}
		if value := disjunction(r.Invariants, l.Cases, own[l.Func]); value != "" {
			w.Invariants = append(w.Invariants, Invariant{Loop: true, Pos: at, Func: lang.PlainName(l.Func), Value: value})
		}
	}
	return w, nil
}

// disjunction says one of the cases in C, in a function whose own objects have certain names; "" where
// that says nothing.
func disjunction(inv *facts.Invariants, cases [][]int, own map[string]bool) string {
	var all []string
	for _, c := range cases {
		var parts []string
		for _, k := range c {
			if s, ok := comparison(inv, inv.Constraints[k], own); ok {
				parts = append(parts, s)
			}
		}
		if len(parts) == 0 {
			return ""
		}
		s := strings.Join(parts, " && ")
		if len(cases) > 1 && len(parts) > 1 {
			s = "(" + s + ")"
		}
		all = append(all, s)
	}
	return strings.Join(all, " || ")
}

// comparison writes a constraint. Sums are those of long long, which those of int would overflow.
// One that speaks of what C has no name for there is left out, which weakens the invariant.
func comparison(inv *facts.Invariants, c facts.Constraint, own map[string]bool) (string, bool) {
	if c.OfType {
		return "", false
	}
	var left, right []string
	side := func(list *[]string, factor, name string) {
		term := "(long long)" + name
		if factor != "1" {
			term = factor + "LL * " + term
		}
		*list = append(*list, term)
	}
	for _, t := range c.Terms {
		v := inv.Values[t.Value]
		hidden := v.Func == "" && own[v.Name[:strings.IndexAny(v.Name+".", ".[")]] // a global with the name of a local
		if v.Old || hidden || !expression(v.Name) || len(t.Factor) > 9 || strings.Contains(t.Factor, "/") {
			return "", false
		}
		if f, neg := strings.CutPrefix(t.Factor, "-"); neg {
			side(&right, f, v.Name)
		} else {
			side(&left, f, v.Name)
		}
	}
	k, neg := strings.CutPrefix(c.Constant, "-")
	if len(k) > 18 || strings.Contains(k, "/") || len(left)+len(right) == 0 {
		return "", false
	}
	if k != "0" {
		if neg {
			right = append(right, k+"LL")
		} else {
			left = append(left, k+"LL")
		}
	}
	sum := func(list []string) string {
		if len(list) == 0 {
			return "0"
		}
		return strings.Join(list, " + ")
	}
	return sum(left) + " " + c.Relation + " " + sum(right), true
}

// expression reports whether a name is one that C understands: a variable, a member, a cell.
// Variables that share their name with another of the function (x@12), and what is not the
// program's own, are not.
func expression(name string) bool {
	if name == "" || '0' <= name[0] && name[0] <= '9' {
		return false
	}
	depth := 0
	for i := 0; i < len(name); i++ {
		switch c := name[i]; {
		case c == '[':
			depth++
		case c == ']':
			depth--
		case c == '.' || letter(c):
		default:
			return false
		}
	}
	return depth == 0
}
