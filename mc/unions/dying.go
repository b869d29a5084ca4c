package unions

import "github.com/whet-mc/whet/cfa"

// dying tells which variables die on an edge: no run from its target on reads them. They are forgotten, so that
// states which differ in nothing else are one.
type dying struct {
	prog  *cfa.Program
	live  *cfa.Liveness
	known []bool
	edges [][]*cfa.Var
}

func newDying(p *cfa.Program) *dying {
	return &dying{p, p.Liveness(), make([]bool, len(p.Edges)), make([][]*cfa.Var, len(p.Edges))}
}

// on lists what dies on an edge; for a call, on coming back.
func (x *dying) on(e *cfa.Edge) []*cfa.Var {
	if x.known[e.ID] {
		return x.edges[e.ID]
	}
	x.known[e.ID] = true
	may := x.live.LiveAt(e.From)
	cfa.Writes(e.Op, func(v *cfa.Var) { may.Add(v) }, nil)
	if c, ok := e.Op.(*cfa.Call); ok {
		may.Union(&c.Callee.Mods)
		may.Union(&c.Callee.Uses)
	}
	to := x.live.LiveAt(e.To)
	for _, id := range may.IDs() {
		if v := x.prog.Vars[id]; !to.Has(v) && !v.Ghost {
			x.edges[e.ID] = append(x.edges[e.ID], v)
		}
	}
	return x.edges[e.ID]
}
