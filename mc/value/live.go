// Dead variables, which are forgotten on request (DropDead).

package value

import "github.com/whet-mc/whet/cfa"

// deaths holds the variables that are dead, and are forgotten.
type deaths struct {
	*cfa.Deaths
	entry []cfa.VarSet // by Proc.ID: the variables that are live at the entry
}

// DropDead makes the domain forget variables that are not live.
func (d *Domain) DropDead() {
	live := d.prog.Liveness()
	d.dead = &deaths{Deaths: live.Deaths()}
	for _, q := range d.prog.Procs {
		d.dead.entry = append(d.dead.entry, live.LiveAt(q.Entry))
	}
}

// bury forgets the variables that die on an edge; nil stays nil.
func (d *Domain) bury(s *State, e *cfa.Edge) *State {
	if s == nil || d.dead == nil {
		return s
	}
	for _, v := range d.dead.On(e) {
		s = s.forgetVar(v)
	}
	return s
}

// livesIn reports whether a variable is live at the entry of a procedure, or dead variables are kept anyway.
func (d *Domain) livesIn(q *cfa.Proc, v *cfa.Var) bool {
	return d.dead == nil || d.dead.entry[q.ID].Has(v)
}
