package report

import (
	"fmt"
	"strings"
)

// What the other forms of a result (package report/html, SARIF, JUnit) say in the words of the text report.

// Headline says in one line what came of a run: "assertion x > 0 fails in main", "no run reaches an error", "not decided: out of time".
func Headline(r *Result) string {
	switch {
	case r.Verdict == Safe:
		return "no run reaches an error"
	case r.Verdict == Unsafe && r.Property != nil:
		what := happens(r.Property)
		if r.Property.Func != "" {
			what += " in " + r.Property.Func
		}
		return what
	case r.Reason == "":
		return "not decided"
	}
	return "not decided: " + oneLine(r.Reason)
}

// Describe names a property as what must not happen, Claim as what should hold.
func Describe(p *Property) string { return describe(p) }

// Claim names a property as what should hold.
func Claim(p *Property) string { return claim(p) }

// From says where an input comes from.
func (in Input) From(r *Result) string { return inputFrom(r, in) }

// String is "x = 3", with the last round's value where the change is of a folded loop.
func (c Change) String() string { return change(c) }

// Text says what was found and what was done about it.
func (g NoteGroup) Text(r *Result) string { return (&printer{Style: Style{Verbose: true}}).note(r, g) }

// Summary says of a round what came of its path.
func (r Round) Summary() string {
	switch r.Outcome {
	case Refined, Repaired, KeptApart, Repeated:
		return "the path cannot be taken"
	case Feasible:
		return "inputs lead along the path"
	case NoPath:
		return "no path to an error is left"
	}
	return "undecided: " + r.Why
}

// Gain lists what was learnt from the round, a line each.
func (r Round) Gain() []string {
	var out []string
	for _, t := range r.Learnt {
		text := strings.Join(keptTexts(t), ", ")
		if t.Pos.Valid() {
			text = fmt.Sprintf("line %d: %s", t.Pos.Line, text)
		}
		out = append(out, "track "+text)
	}
	if len(r.Repairs) > 0 {
		p := &printer{Style: Style{Width: 1 << 20}}
		p.repairs(&Iteration{Property: r.Property, Repairs: r.Repairs})
		for _, l := range strings.Split(strings.TrimSpace(p.b.String()), "\n")[1:] {
			out = append(out, strings.TrimSpace(l))
		}
	}
	for _, a := range r.Apart {
		out = append(out, fmt.Sprintf("states at line %d are kept apart", a.Line))
	}
	if r.Outcome == Repeated && len(out) == 0 {
		out = append(out, "nothing new")
		if r.Why != "" {
			out[0] += ": " + r.Why
		}
	}
	return out
}

func keptTexts(t Tracked) []string {
	out := append([]string{}, t.Vars...)
	for _, a := range t.Arrays {
		for _, i := range a.Indexes {
			if strings.HasPrefix(i, "[") {
				out = append(out, a.Array+i)
			} else {
				out = append(out, a.Array+"["+i+"]")
			}
		}
	}
	return out
}
