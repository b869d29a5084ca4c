package cfa

// This file numbers variables and arrays for packages that execute programs and keep values in slices.

// Slots gives each variable and array of a program a slot number. The variables of a procedure are numbered from 0 on,
// in the order of their IDs. Their values belong to one activation of the procedure. The global variables are numbered
// separately, also from 0 on. The same holds for arrays.
type Slots struct {
	Var, Array               []int32 // by Var.ID and by Array.ID: the slot
	Vars, Arrays             []int32 // by Proc.ID: the number of slots of an activation
	GlobalVars, GlobalArrays int32   // the number of slots of the globals
}

// NewSlots computes the slots of the variables and arrays of p.
func NewSlots(p *Program) Slots {
	s := Slots{
		Var: make([]int32, len(p.Vars)), Vars: make([]int32, len(p.Procs)),
		Array: make([]int32, len(p.Arrays)), Arrays: make([]int32, len(p.Procs)),
	}
	for _, v := range p.Vars {
		s.Var[v.ID] = next(&s.GlobalVars, s.Vars, v.Proc)
	}
	for _, a := range p.Arrays {
		s.Array[a.ID] = next(&s.GlobalArrays, s.Arrays, a.Proc)
	}
	return s
}

// next returns the next free slot of the procedure q, or of the globals if q is nil.
func next(global *int32, local []int32, q *Proc) int32 {
	n := global
	if q != nil {
		n = &local[q.ID]
	}
	*n++
	return *n - 1
}
