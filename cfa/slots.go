package cfa

// Slots say where the variables and arrays of a program lie, for what runs it: in the activation of
// their procedure, or among the global ones, numbered from 0 on in the order of the program.
type Slots struct {
	Var, Array               []int32 // by ID
	Vars, Arrays             []int32 // how many an activation has, by Proc.ID
	GlobalVars, GlobalArrays int32
}

// NewSlots gives each variable and array of a program its place.
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

func next(global *int32, local []int32, q *Proc) int32 {
	n := global
	if q != nil {
		n = &local[q.ID]
	}
	*n++
	return *n - 1
}
