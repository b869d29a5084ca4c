package cfa

// Deaths tells which variables die on an edge: no run from its target on reads them. Domains forget
// them, so that states which differ in nothing else are one. That loses nothing that decides a
// later branch: what does is read later, and so is live.
//
// What a state can know at the source of an edge is live there, or was just set; so each edge has a
// list, made when it is first asked for, and nothing else is looked at.
type Deaths struct {
	live  *Liveness
	known []bool // by Edge.ID
	edges [][]*Var
}

// Deaths returns the lists of the program that was analysed. It is not safe for concurrent use.
func (lv *Liveness) Deaths() *Deaths {
	return &Deaths{lv, make([]bool, len(lv.p.Edges)), make([][]*Var, len(lv.p.Edges))}
}

// On lists what dies on an edge, by ID; for a call, on coming back. Ghosts, which cells may be
// named by, do not die.
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
