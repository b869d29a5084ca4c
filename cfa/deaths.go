package cfa

// Deaths says which variables die on an edge: no run reads them after the edge. Domains forget them, so that states
// that differ in nothing else become equal. This loses nothing that decides a later branch, since such variables are
// read later and so are live.
//
// Whatever a state can know at the source of an edge is live there, or was just set. So the list of an edge depends
// only on the edge. It is computed when it is first requested.
type Deaths struct {
	live  *Liveness
	known []bool // by Edge.ID
	edges [][]*Var
}

// Deaths returns the Deaths of the analysed program. It is not safe for concurrent use.
func (lv *Liveness) Deaths() *Deaths {
	return &Deaths{lv, make([]bool, len(lv.p.Edges)), make([][]*Var, len(lv.p.Edges))}
}

// On lists the variables that die on the edge e, by ID; for a call, after its return. Ghosts do not die, since cells
// may be named by them.
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
