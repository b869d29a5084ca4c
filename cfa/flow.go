package cfa

// A Flow has for each variable and each array of a program what is stored there: where values come from, whatever the
// order of operations.
type Flow map[any][]Expr

// Flow returns the flow of the program as it is now.
func (p *Program) Flow() Flow {
	into := Flow{}
	for _, e := range p.Edges {
		switch op := e.Op.(type) {
		case *Assign:
			into[op.LHS] = append(into[op.LHS], op.RHS)
		case *Store:
			into[op.Arr] = append(into[op.Arr], op.Val)
		case *Copy:
			into[op.Dst] = append(into[op.Dst], &Select{Arr: op.Src})
		case *Call:
			for i, v := range op.Callee.Params {
				into[v] = append(into[v], op.Args[i])
			}
			for i, v := range op.Results {
				if v != nil {
					into[v] = append(into[v], op.Callee.Results[i])
				}
			}
		}
	}
	return into
}

// Sources returns the variables and arrays from which pointers in the list come, also if numbers have been added to them. A
// pointer that was read from an array comes from this array, and from what is stored there, only if arrays is set.
func (into Flow) Sources(list []Expr, arrays bool) map[any]bool {
	seen := map[any]bool{}
	list = append([]Expr(nil), list...)
	for len(list) > 0 {
		last := len(list) - 1
		e := list[last]
		list = list[:last]
		var from any
		switch e := e.(type) {
		case *Var:
			from = e
		case *Select:
			if arrays {
				from = e.Arr
			}
		case *Wrap:
			list = append(list, e.X)
		case *Binary: // a pointer and a number
			list = append(list, e.X)
		case *Ite:
			list = append(list, e.T, e.E)
		}
		if from != nil && !seen[from] {
			seen[from] = true
			list = append(list, into[from]...)
		}
	}
	return seen
}
