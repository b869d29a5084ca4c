// The initial precision: variables that decide the property.

package arrays

import "github.com/whet-mc/whet/cfa"

// propertyVars returns the variables in the conditions of the last branches before error locations. For a parameter
// it adds the variables in the arguments, since an assertion is often a call. An abstraction without these variables
// cannot prove anything.
func propertyVars(p *cfa.Program) []*cfa.Var {
	var out []*cfa.Var
	found := map[*cfa.Var]bool{}
	var add func(v *cfa.Var)
	add = func(v *cfa.Var) {
		if found[v] {
			return
		}
		found[v] = true
		out = append(out, v)
		if v.Kind != cfa.ParamVar {
			return
		}
		for _, e := range v.Proc.Callers {
			call := e.Op.(*cfa.Call)
			for i, q := range call.Callee.Params {
				if q == v && i < len(call.Args) {
					cfa.ExprReads(call.Args[i], add, nil)
				}
			}
		}
	}
	seen := map[*cfa.Loc]bool{}
	work := append([]*cfa.Loc{}, p.Errors...)
	for len(work) > 0 {
		l := work[len(work)-1]
		work = work[:len(work)-1]
		if seen[l] {
			continue
		}
		seen[l] = true
		for _, e := range l.In {
			if a, ok := e.Op.(*cfa.Assume); ok {
				cfa.ExprReads(a.Cond, add, nil)
			} else {
				work = append(work, e.From)
			}
		}
		if l == l.Proc.Entry {
			for _, e := range l.Proc.Callers {
				work = append(work, e.From)
			}
		}
	}
	return out
}
