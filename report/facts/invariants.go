// This file turns the invariants of an engine into plain data.

package facts

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/mc/cells"
	"github.com/whet-mc/whet/mc/cells/slots"
	"github.com/whet-mc/whet/num/fp"
	"github.com/whet-mc/whet/refine"
	"github.com/whet-mc/whet/refine/invariants"
)

// Invariants describe the states at each location of the program that is reached. Together they are closed under the
// program's steps and hold at no error location, which anyone with the program can check without the engine. They
// cover only the runs that can still lead to an error according to the control flow, and say nothing about other
// runs.
type Invariants struct {
	Values      []Value       `json:"values"`
	Constraints []Constraint  `json:"constraints"` // over Values
	Locations   []LocationSet `json:"locations"`   // by function, loops together
}

// Value is a variable or a cell of the program: its current value, or its value when the function was entered.
type Value struct {
	Name     string `json:"name"`               // the name as people write it: "i", "a[1]", "\old(i)"
	Func     string `json:"function,omitempty"` // "": global
	Variable *int   `json:"variable,omitempty"` // the number of the variable in the program; nil for a cell
	Array    *int   `json:"array,omitempty"`    // for a cell: the number of its array
	// Index is the index of a cell: a numeral, or the name of a variable that never changes.
	Index string `json:"index,omitempty"`
	Old   bool   `json:"old,omitempty"` // set if the value is the one that it had when the function was entered
}

// Constraint compares a sum of values and a constant with 0.
type Constraint struct {
	Text     string `json:"text"` // the constraint in C's syntax, as people would write it
	Terms    []Term `json:"terms"`
	Constant string `json:"constant"`
	Relation string `json:"relation"` // "<=", "<" or "=="
	// OfType is set if every value of the type satisfies the constraint. Text for people leaves such constraints out.
	OfType bool `json:"of_type,omitempty"`
}

// Term is one summand: a value and its factor.
type Term struct {
	Value  int    `json:"value"` // index in Values
	Factor string `json:"factor"`
}

// LocationSet is a union of sets of states at a location.
type LocationSet struct {
	Func     string   `json:"function"`
	Location int      `json:"location"` // the number of the location in the program, as `whet cfa` shows it
	Pos      lang.Pos `json:"pos"`
	Place    Place    `json:"place,omitempty"`
	// Each case lists indexes in Constraints. All constraints of a case hold; an empty case says nothing.
	Cases [][]int `json:"cases"`
	// ACSL are predicates that say the same about all values of quantified variables.
	ACSL []string `json:"acsl,omitempty"`
}

// Place says what is special about a location.
type Place string

const (
	AtEntry Place = "entry" // the entry of the function
	AtExit  Place = "exit"  // the exit of the function
	AtLoop  Place = "loop"  // the head of a loop
)

// New returns the invariants of a safe run; nil if the engine gives none.
func New(ctx context.Context, out *refine.Outcome) *Invariants {
	if out == nil {
		return nil
	}
	reached := out.Invariants(ctx)
	if reached == nil {
		return nil
	}
	words := new(cfa.Program).Words()
	if out.Coverage != nil && out.Coverage.Program != nil {
		words = out.Coverage.Program.Words()
	}
	return of(reached, words)
}

// Of returns the invariants of an engine as plain data.
func Of(reached []invariants.Invariant) *Invariants { return of(reached, new(cfa.Program).Words()) }

func of(reached []invariants.Invariant, words *cfa.Notation) *Invariants {
	b := &invariantBuilder{words: words, out: &Invariants{}, values: map[Value]int{}, constraints: map[string]int{}}
	for i := range reached {
		b.location(&reached[i])
	}
	return b.out
}

type invariantBuilder struct {
	words       *cfa.Notation
	out         *Invariants
	values      map[Value]int  // by content, without the pointers
	constraints map[string]int // by content
}

func (b *invariantBuilder) location(r *invariants.Invariant) {
	l := r.Loc
	set := LocationSet{Func: l.Proc.Name, Location: l.ID, Pos: l.Pos, Cases: make([][]int, 0, len(r.Cases)), ACSL: r.ACSL}
	switch {
	case l == l.Proc.Entry:
		set.Place = AtEntry
		if !set.Pos.Valid() {
			set.Pos = l.Proc.Pos
		}
	case l == l.Proc.Exit:
		set.Place = AtExit
	case l.LoopHead:
		set.Place = AtLoop
	}
	dims := make([]int, len(r.Slots)) // index of each slot in Values
	names := make([]string, len(r.Slots))
	for d := range r.Slots {
		dims[d] = -1
	}
	value := func(d int) int {
		if dims[d] < 0 {
			dims[d] = b.value(r, d)
			names[d] = b.out.Values[dims[d]].Name
		}
		return dims[d]
	}
	for _, c := range r.Cases {
		places := make([]int, 0, len(c))
		for _, k := range c {
			k = k.Primitive()
			if ofBits(k, r.Slots) {
				continue // useless to people, and C would read it as a claim about the number
			}
			at := b.constraint(k, value, &names, r.Integers)
			b.out.Constraints[at].OfType = cells.OfType(k, r.Slots)
			if text := b.pointer(k, r.Slots); text != "" {
				b.out.Constraints[at].Text = text
			}
			places = append(places, at)
		}
		set.Cases = append(set.Cases, places)
	}
	b.out.Locations = append(b.out.Locations, set)
}

// pointer returns a constraint that compares a pointer with a constant as C writes it: "p != NULL". It returns "" for
// other constraints.
func (b *invariantBuilder) pointer(k linear.Constraint, slots []cells.Slot) string {
	if k.Expr.Len() != 1 {
		return ""
	}
	t := k.Expr.Term(0)
	s := slots[t.Var]
	at, whole := k.Expr.Constant().Quo(t.Coef).Neg().Int()
	if s.Var == nil || s.Entry || s.Var.Type == nil || s.Var.Type.Kind != lang.Pointer || !whole {
		return ""
	}
	op := cfa.Eq
	switch {
	case k.Rel == linear.EQ:
	case k.Rel != linear.LE:
		return ""
	case t.Coef.Sign() > 0:
		op = cfa.Le
	default:
		op = cfa.Ge
	}
	return b.words.Expr(&cfa.Binary{Op: op, X: s.Var, Y: cfa.ConstOf(at)})
}

// ofBits reports whether a constraint is about the bits of a floating-point number.
func ofBits(k linear.Constraint, slots []cells.Slot) bool {
	for t := range k.Expr.Terms() {
		if s := slots[t.Var]; s.Var != nil && s.Var.Float != (fp.Format{}) || s.Var == nil && s.Arr.Float != (fp.Format{}) {
			return true
		}
	}
	return false
}

func (b *invariantBuilder) value(r *invariants.Invariant, d int) int {
	s := r.Slots[d]
	v := Value{Name: s.Name(), Old: s.Entry}
	var proc *cfa.Proc
	id := 0
	if s.Var != nil {
		proc, id = s.Var.Proc, s.Var.ID
	} else {
		proc, id, v.Index = s.Arr.Proc, s.Arr.ID, s.Idx.String()
	}
	if proc != nil {
		v.Func = proc.Name
	}
	// Variables of one name in different blocks are distinguished by their lines.
	if s.Var != nil && proc != nil && s.Var.Pos.Valid() {
		for _, w := range proc.Locals {
			if w != s.Var && w.Name == s.Var.Name {
				v.Name = strings.Replace(v.Name, s.Var.Name, fmt.Sprintf("%s@%d", s.Var.Name, s.Var.Pos.Line), 1)
				break
			}
		}
	}
	key := v
	if key.Func += fmt.Sprintf("/%d", id); s.Var == nil {
		key.Func += "[]"
	}
	if k, ok := b.values[key]; ok {
		return k
	}
	if s.Var != nil {
		v.Variable = &id
	} else {
		v.Array = &id
	}
	k := len(b.out.Values)
	b.values[key] = k
	b.out.Values = append(b.out.Values, v)
	return k
}

func (b *invariantBuilder) constraint(k linear.Constraint, value func(int) int, names *[]string, integers bool) int {
	c := Constraint{Terms: make([]Term, 0, k.Expr.Len()), Constant: k.Expr.Constant().String(), Relation: k.Rel.String()}
	if k.Rel == linear.EQ {
		c.Relation = "=="
	}
	key := c.Constant + c.Relation
	for t := range k.Expr.Terms() {
		c.Terms = append(c.Terms, Term{value(t.Var), t.Coef.String()})
		key += fmt.Sprintf(" %d*%v", value(t.Var), t.Coef)
	}
	if at, ok := b.constraints[key]; ok {
		return at
	}
	c.Text = slots.Text(k, *names, integers)
	at := len(b.out.Constraints)
	b.constraints[key] = at
	b.out.Constraints = append(b.out.Constraints, c)
	return at
}

// Formula returns a case in the syntax of C.
func (v *Invariants) Formula(c []int) string {
	parts := make([]string, len(c))
	for i, k := range c {
		parts[i] = v.Constraints[k].Text
	}
	return cmp.Or(strings.Join(parts, " && "), "1")
}

// Silent reports whether nothing is known at a location.
func (l LocationSet) Silent() bool {
	return len(l.ACSL) == 0 && slices.ContainsFunc(l.Cases, func(c []int) bool { return len(c) == 0 })
}

// BeyondTypes removes the constraints that only state the range of a type.
func (v *Invariants) BeyondTypes(cases [][]int) [][]int {
	out := make([][]int, len(cases))
	for i, c := range cases {
		out[i] = slices.DeleteFunc(slices.Clone(c), func(k int) bool { return v.Constraints[k].OfType })
	}
	return out
}

// Factor separates the constraints that hold in all cases from the rest. Constraints about only the entry values come
// last.
func (v *Invariants) Factor(cases [][]int) (always []int, rest [][]int) {
	count := map[int]int{}
	for _, c := range cases {
		for _, k := range c {
			count[k]++
		}
	}
	for _, c := range cases {
		var own []int
		for _, k := range c {
			if count[k] < len(cases) {
				own = append(own, k)
			}
		}
		if len(own) > 0 || len(cases) > 1 {
			rest = append(rest, v.entryLast(own))
		}
	}
	for _, k := range cases[0] {
		if count[k] == len(cases) {
			always = append(always, k)
		}
	}
	return v.entryLast(always), rest
}

func (v *Invariants) entryLast(c []int) []int {
	old := func(k int) int {
		for _, t := range v.Constraints[k].Terms {
			if !v.Values[t.Value].Old {
				return 0
			}
		}
		return 1
	}
	slices.SortStableFunc(c, func(a, b int) int { return old(a) - old(b) })
	return c
}
