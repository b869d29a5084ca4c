package settled

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/cfa/intervals"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/num/interval"
)

// env is what is known of variables. Local and global ones are apart, since a call hands on the global
// ones, and most variables are local.
type env struct{ local, global *intervals.Env }

func (e env) of(v *cfa.Var) *intervals.Env {
	if v.Proc != nil {
		return e.local
	}
	return e.global
}

// Get is the interval of a variable; false where it can have any value of its type.
func (e env) Get(v *cfa.Var) (interval.Interval, bool) { return e.of(v).Get(v) }

// With is e with a value for v.
func (e env) With(v *cfa.Var, val interval.Interval) env {
	if v.Proc != nil {
		e.local = e.local.With(v, val)
	} else {
		e.global = e.global.With(v, val)
	}
	return e
}

// Merge has the variables that both have, with what f makes of their values.
func (e env) Merge(o env, f func(v *cfa.Var, a, b interval.Interval) interval.Interval) env {
	return env{e.local.Merge(o.local, f), e.global.Merge(o.global, f)}
}

// Join has what both know.
func (e env) Join(o env) env { return env{e.local.Join(o.local), e.global.Join(o.global)} }

// Equal reports whether both have the same values.
func (e env) Equal(o env) bool { return e.local.Equal(o.local) && e.global.Equal(o.global) }

// Var and Cell make it a cfa.Env.
func (e env) Var(v *cfa.Var) interval.Interval { return e.of(v).Var(v) }

// Cell returns the range of the cells.
func (e env) Cell(a *cfa.Array, k num.Int) interval.Interval { return e.local.Cell(a, k) }
