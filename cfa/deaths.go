package cfa

// Dead variables, which abstract domains forget.

// Deaths says which variables die on an edge: no run reads their values after the edge. Domains forget these variables,
// so that states that differ in nothing else become equal. No information is lost that decides a later branch: the
// variables of the branch's condition are read there, so they are live before it.
//
// A variable that a state knows something about after an edge was live before the edge, or the edge sets it. So the
// variables that die depend only on the edge. The list of an edge is computed when it is first requested.
type Deaths struct {
	live  *Liveness
	known []bool   // by Edge.ID: the list of the edge is computed
	edges [][]*Var // by Edge.ID: the list of the edge
}

// Deaths returns the Deaths of the analysed program. It is not safe for concurrent use.
func (lv *Liveness) Deaths() *Deaths {
	return &Deaths{lv, make([]bool, len(lv.p.Edges)), make([][]*Var, len(lv.p.Edges))}
}

// On returns the variables that die on the edge e, ordered by ID. For a call, these die when it has returned, and
// include globals that the callee accesses. Ghosts do not die, since cells may be named by them.
func (x *Deaths) On(e *Edge) []*Var {
	if x.known[e.ID] {
		return x.edges[e.ID]
	}
	x.known[e.ID] = true
	may := x.live.LiveAt(e.From)
	Writes(e.Op, func(v *Var) { may.Add(v) }, nil)
	if c, ok := e.Op.(*Call); ok {
		may.Union(&c.Callee.Mods)
		may.Union(&c.Callee.Uses)
	}
	to := x.live.LiveAt(e.To)
	for _, id := range may.IDs() {
		if v := x.live.p.Vars[id]; !to.Has(v) && !v.Ghost {
			x.edges[e.ID] = append(x.edges[e.ID], v)
		}
	}
	return x.edges[e.ID]
}
