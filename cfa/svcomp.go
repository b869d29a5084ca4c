package cfa

import (
	"slices"

	"github.com/whet-mc/whet/lang/task"
	"github.com/whet-mc/whet/rule"
)

// The properties of SV-COMP, and the checks that each of them requires.

// Asked is a property of SV-COMP.
type Asked struct {
	Name    string   // the name in package task
	Formula string   // the formula in a property file
	Checks  []string // the checks that the property requires
}

// Properties returns the properties of SV-COMP that require checks. The last one, def-behavior, is the widest. This
// table determines the checks for a property file, and the specification in a witness.
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

// ChecksOf returns the checks that the property of SV-COMP with this name requires, or nil if no such property exists.
func ChecksOf(name string) []string {
	for _, p := range Properties() {
		if p.Name == name {
			return p.Checks
		}
	}
	return nil
}

// Formulas returns the formulas of the properties of SV-COMP that together require the checks. A check that belongs to
// a property other than the last is represented by that property, and another check by the last property. Checks that
// belong to no property are not represented.
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
