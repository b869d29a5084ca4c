package settled

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/cfa/intervals"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/num/interval"
)

// An env maps variables to intervals. Local and global variables have separate maps, because a call hands on only the
// global variables, and most variables are local.
type env struct{ local, global *intervals.Env }

// of returns the part of e that has v.
func (e env) of(v *cfa.Var) *intervals.Env {
	if v.Proc != nil {
		return e.local
	}
	return e.global
}

// Get returns the interval of v. It returns false if v can have any value of its type.
func (e env) Get(v *cfa.Var) (interval.Interval, bool) { return e.of(v).Get(v) }

// With returns e with v mapped to val.
func (e env) With(v *cfa.Var, val interval.Interval) env {
	if v.Proc != nil {
		e.local = e.local.With(v, val)
	} else {
		e.global = e.global.With(v, val)
	}
	return e
}

// Merge returns an env of the variables that are in both e and o, each with the interval that f returns for its two
// intervals.
func (e env) Merge(o env, f func(v *cfa.Var, a, b interval.Interval) interval.Interval) env {
	return env{e.local.Merge(o.local, f), e.global.Merge(o.global, f)}
}

// Join returns the least upper bound of e and o.
func (e env) Join(o env) env { return env{e.local.Join(o.local), e.global.Join(o.global)} }

// Equal reports whether e and o have the same variables with the same intervals.
func (e env) Equal(o env) bool { return e.local.Equal(o.local) && e.global.Equal(o.global) }

// Var returns the values that v can have. Var and Cell implement cfa.Env.
func (e env) Var(v *cfa.Var) interval.Interval { return e.of(v).Var(v) }

// Cell returns the range of a's cells: an env knows no more about them.
func (e env) Cell(a *cfa.Array, k num.Int) interval.Interval { return e.local.Cell(a, k) }
