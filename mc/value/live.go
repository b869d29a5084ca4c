package value

import "github.com/whet-mc/whet/cfa"

// Dead variables are forgotten: no run from a location on depends on a variable that is not live there, so
// that two states that differ in dead variables only need not be kept apart. This loses nothing: what a
// proof of infeasibility needs at a location is read later, and so is live.
//
// What a state can know at the source of an edge is live there, or was just set; so each edge has a list of
// what dies on it, and nothing else is looked at.

// deaths holds these lists.
type deaths struct {
	live  *cfa.Liveness
	edges [][]*cfa.Var // by Edge.ID
	known []bool       // by Edge.ID
	entry []cfa.VarSet // by Proc.ID: live at the entry
}

// DropDead makes the domain forget variables that are not live.
func (d *Domain) DropDead() {
	p := d.prog
	d.dead = &deaths{live: p.Liveness(), edges: make([][]*cfa.Var, len(p.Edges)), known: make([]bool, len(p.Edges))}
	for _, q := range p.Procs {
		d.dead.entry = append(d.dead.entry, d.dead.live.LiveAt(q.Entry))
	}
}

// on lists what dies on an edge; for a call, on coming back.
func (x *deaths) on(e *cfa.Edge, vars []*cfa.Var) []*cfa.Var {
	if x.known[e.ID] {
		return x.edges[e.ID]
	}
	may := x.live.LiveAt(e.From)
	cfa.Writes(e.Op, func(v *cfa.Var) { may.Add(v) }, func(*cfa.Array) {})
	if c, ok := e.Op.(*cfa.Call); ok {
		may.Union(&c.Callee.Mods)
		may.Union(&c.Callee.Uses)
	}
	to := x.live.LiveAt(e.To)
	for _, id := range may.IDs() {
		if v := vars[id]; !to.Has(v) {
			x.edges[e.ID] = append(x.edges[e.ID], v)
		}
	}
	x.known[e.ID] = true
	return x.edges[e.ID]
}

// bury forgets what dies on an edge; nil stays nil.
func (d *Domain) bury(s *State, e *cfa.Edge) *State {
	if s == nil || d.dead == nil {
		return s
	}
	for _, v := range d.dead.on(e, d.prog.Vars) {
		s = s.forgetVar(v)
	}
	return s
}

// livesIn reports whether a variable is live at the entry of a procedure.
func (d *Domain) livesIn(q *cfa.Proc, v *cfa.Var) bool {
	return d.dead == nil || d.dead.entry[q.ID].Has(v)
}
