package cfa

import (
	"slices"

	"github.com/whet-mc/whet/lang/task"
	"github.com/whet-mc/whet/rule"
)

// Asked is a property of SV-COMP.
type Asked struct {
	Name    string   // as in package task
	Formula string   // as in a property file
	Checks  []string // that it stands for
}

// Properties returns the properties of SV-COMP that stand for checks, the ones that ask for less first. All of
// them are listed here: what a property file asks for, and what the specification of a witness says,
// is taken from this table.
func Properties() []Asked {
	return []Asked{
		{task.UnreachCall, "G ! call(reach_error())", []string{rule.Asserted}},
		{task.ValidDeref, "G valid-deref", rule.With(task.ValidDeref)},
		{task.ValidFree, "G valid-free", rule.With(task.ValidFree)},
		{task.ValidMemtrack, "G valid-memtrack", rule.With(task.ValidMemtrack)},
		{task.ValidMemcleanup, "G valid-memcleanup", rule.With(task.ValidMemcleanup)},
		{task.NoOverflow, "G ! overflow", rule.With(task.NoOverflow)},
		{task.DefBehavior, "G def-behavior", rule.Defaults()},
	}
}

// ChecksOf are the checks that a property of SV-COMP stands for.
func ChecksOf(name string) []string {
	for _, p := range Properties() {
		if p.Name == name {
			return p.Checks
		}
	}
	return nil
}

// Formulas are the properties of SV-COMP that say of each of the checks that it was looked for: one
// that has a property of its own is said by that, the others by the last. Checks that are no part of
// any are not said.
func Formulas(checks []string) []string {
	own := map[string]bool{}
	all := Properties()
	wide := all[len(all)-1]
	for _, p := range all[:len(all)-1] {
		for _, c := range p.Checks {
			own[c] = true
		}
	}
	var list []string
	for _, p := range all {
		if slices.ContainsFunc(p.Checks, func(c string) bool { return slices.Contains(checks, c) && (p.Name != wide.Name || !own[c]) }) {
			list = append(list, p.Formula)
		}
	}
	return list
}
