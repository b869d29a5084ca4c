package text

import (
	"fmt"
	"slices"
	"strings"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/report"
	"github.com/whet-mc/whet/report/prose"
	"github.com/whet-mc/whet/rule"
)

// This file prints what is known about each property.

const (
	fewChecked  = 12 // properties listed with a line each
	mostOfCalls = 12 // lines of calls listed for one property
)

// each prints the properties: those that are not decided or not reached with a line each, the others in one line; and
// then which kinds of checks were made and which were not.
func (p *printer) each(r *report.Result) {
	list := slices.DeleteFunc(slices.Clone(r.Checked), func(c report.Checked) bool { return !p.Verbose && !p.worth(r, c) })
	if len(r.Checked) > 1 || r.Verdict == report.Safe {
		p.list(r, list)
		if text := proved(r); text != "" {
			p.wrap("  ", text, 2)
		}
	}
	for i := range r.Obligations {
		p.obligation(&r.Obligations[i])
	}
	p.looked(&r.Task)
}

// obligation prints what was found out for one of several functions.
func (p *printer) obligation(o *report.Obligation) {
	how := ""
	if o.Verdict == report.Safe {
		how = " (" + prose.Plural(o.Properties, "property") + ")"
	}
	p.wrap("  ", o.Name()+": "+prose.OneLine(o.Text())+how, 4)
}

// worth reports whether a property has its own line.
func (p *printer) worth(r *report.Result, c report.Checked) bool {
	mixed := slices.ContainsFunc(c.Calls, func(k report.CheckedCall) bool { return k.Status != c.Status })
	return c.Status == report.Open || c.Status == report.Unreachable || mixed
}

// list prints a line for each property. If there are too many, the program's own assertions come before the rules of
// C.
func (p *printer) list(r *report.Result, list []report.Checked) {
	groups := alike(r, list, p.Verbose)
	shown := groups
	if len(groups) > fewChecked && !p.Verbose {
		shown = slices.Clone(groups)
		rank := func(g []report.Checked) int {
			switch c := g[0]; {
			case c.Status == report.Violated:
				return 0
			case c.Status == report.Unreachable:
				return 1
			case !(&cfa.Property{Kind: c.Kind}).IsCheck():
				return 2
			}
			return 3
		}
		slices.SortStableFunc(shown, func(a, b []report.Checked) int { return rank(a) - rank(b) })
		shown = shown[:fewChecked]
		slices.SortStableFunc(shown, func(a, b []report.Checked) int { return a[0].Pos.Compare(b[0].Pos) })
	}
	wide := 0
	places := make([]string, len(shown))
	for i, g := range shown {
		places[i] = r.Place(g[0].Pos)
		wide = max(wide, len(places[i]))
	}
	for i, g := range shown {
		c := g[0]
		what := claim(g)
		if c.Func != "" {
			what += " in " + c.Func
		}
		what += p.calls(r, c)
		if c.Reason != "" && c.Reason != r.Reason && !shared(list, c.Reason) {
			what += ": " + prose.OneLine(c.Reason)
		}
		p.checkedLine(places[i], wide, c.Status, what)
	}
	if told := slices.Concat(shown...); len(told) < len(list) {
		p.printf("    %s\n", p.paint(fmt.Sprintf("%s more (-v lists all): %s", prose.Group(len(list)-len(told)), countStatus(list, told)), dim))
	}
	p.reasons(r, list)
}

// alike groups open checks of one expression if they have no individual reason, so that all checks of p->next are one
// line. With verbose each check is its own group.
func alike(r *report.Result, list []report.Checked, verbose bool) [][]report.Checked {
	type key struct {
		pos        lang.Pos
		fn, of     string
		undecided  bool
		reason     string
		individual int
	}
	var groups [][]report.Checked
	index := map[key]int{}
	for i, c := range list {
		k := key{pos: c.Pos, fn: c.Func, of: c.Text, undecided: c.Status == report.Open, reason: c.Reason}
		k.pos.Col = 0
		own := c.Reason != "" && c.Reason != r.Reason && !shared(list, c.Reason)
		if verbose || c.Text == "" || !k.undecided || own || len(c.Calls) > 0 || !(&cfa.Property{Kind: c.Kind}).IsCheck() {
			k.individual = i + 1
		}
		g, ok := index[k]
		if !ok {
			g = len(groups)
			index[k] = g
			groups = append(groups, nil)
		}
		groups[g] = append(groups[g], c)
	}
	return groups
}

// claim returns the claim about an expression. If several rules were checked, it lists their names: "bounds, null:
// p->next".
func claim(group []report.Checked) string {
	var rules []string
	for _, c := range group {
		if !slices.Contains(rules, c.Kind) {
			rules = append(rules, c.Kind)
		}
	}
	if len(rules) == 1 {
		return group[0].Property.Claim()
	}
	return strings.Join(rules, ", ") + ": " + prose.OneLine(group[0].Text)
}

// shared reports whether several properties are open for the same reason.
func shared(list []report.Checked, why string) bool {
	n := 0
	for _, c := range list {
		if c.Status == report.Open && c.Reason == why {
			n++
		}
	}
	return n > 1
}

// reasons prints once the reason that several properties are open for, unless it is the reason of the verdict.
func (p *printer) reasons(r *report.Result, list []report.Checked) {
	var order []string
	lines, count := map[string][]string{}, map[string]int{}
	for _, c := range list {
		if c.Status != report.Open || c.Reason == "" || c.Reason == r.Reason || !shared(list, c.Reason) {
			continue
		}
		if count[c.Reason] == 0 {
			order = append(order, c.Reason)
		}
		count[c.Reason]++
		if line := r.Place(c.Pos); !slices.Contains(lines[c.Reason], line) {
			lines[c.Reason] = append(lines[c.Reason], line)
		}
	}
	for _, why := range order {
		at := lines[why]
		if n := len(at) - mostOfCalls; n > 0 {
			at = append(at[:mostOfCalls:mostOfCalls], "…")
		}
		p.wrap("  ", fmt.Sprintf("unknown: %s at %s: ", prose.Plural(count[why], "check"), strings.Join(at, ", "))+prose.OneLine(why), 4)
	}
}

// proved counts the properties that hold, by kind: "proved: 42 checks: bounds 20, overflow 22". A single property is
// named.
func proved(r *report.Result) string {
	var kinds []string
	var one *report.Checked
	count, n := map[string]int{}, 0
	for i := range r.Checked {
		c := &r.Checked[i]
		if c.Status != report.Holds {
			continue
		}
		if count[c.Kind] == 0 {
			kinds = append(kinds, c.Kind)
		}
		count[c.Kind]++
		one = c
		n++
	}
	switch n {
	case 0:
		return ""
	case 1:
		return fmt.Sprintf("proved: %s, %s", one.Property.Claim(), r.Place(one.Pos))
	}
	for i, k := range kinds {
		kinds[i] = fmt.Sprintf("%s %s", k, prose.Group(count[k]))
	}
	return fmt.Sprintf("proved: %s checks: %s", prose.Group(n), strings.Join(kinds, ", "))
}

// looked prints what the run checked, and what it did not check.
func (p *printer) looked(t *report.Task) {
	if len(t.Checks) > 0 {
		p.wrap("  ", "checked: "+strings.Join(t.Checks, ", "), 4)
	}
	for _, rule := range t.Inputs {
		p.wrap("  ", "assumed of "+rule, 4)
	}
	not := t.NotChecked()
	switch {
	case len(not) == len(rule.Names()):
		p.wrap("  ", "not checked: what C leaves undefined (--check default looks for it)", 4)
	case len(not) > 0:
		p.wrap("  ", fmt.Sprintf("not checked: %s (--check all looks for %s)", strings.Join(not, ", "), map[bool]string{true: "it", false: "them"}[len(not) == 1]), 4)
	}
}

// open prints the properties that are not decided.
func (p *printer) open(r *report.Result) {
	n := 0
	for _, c := range r.Checked {
		if c.Status == report.Open {
			n++
		}
	}
	switch {
	case len(r.Checked) == 1 && len(r.Checked[0].Calls) < 2:
		c := r.Checked[0].Property
		p.wrap("  ", fmt.Sprintf("open: %s, %s", c.Describe(), r.Place(c.Pos)), 2)
	case n > 0:
		p.wrap("  ", fmt.Sprintf("open: %s", prose.Plural(n, "place")), 2)
	}
	p.each(r)
}

func (p *printer) checkedLine(where string, wide int, s report.Status, what string) {
	color := map[report.Status]string{report.Holds: green, report.Violated: red, report.Unreachable: yellow, report.Open: yellow}[s]
	lead := "    " + pad(where, wide, false) + "  " + p.paint(pad(string(s), len(report.Unreachable), false), color) + "  "
	p.wrap(lead, what, 4+wide+2+len(report.Unreachable)+2)
}

// calls lists the lines that call an assertion function of the program, by their status.
func (p *printer) calls(r *report.Result, c report.Checked) string {
	if len(c.Calls) == 0 {
		return ""
	}
	by := map[report.Status][]string{}
	for _, k := range c.Calls {
		line := strings.TrimPrefix(r.Place(k.Pos), "line ")
		if !slices.Contains(by[k.Status], line) {
			by[k.Status] = append(by[k.Status], line)
		}
	}
	var parts []string
	for _, s := range []report.Status{report.Violated, report.Holds, report.Unreachable, report.Open} {
		lines := by[s]
		if len(lines) == 0 {
			continue
		}
		text := "line "
		if len(lines) > 1 {
			text = "lines "
		}
		if n := len(lines) - mostOfCalls; n > 0 && !p.Verbose {
			text += strings.Join(lines[:mostOfCalls], ", ") + fmt.Sprintf(" and %d more", n)
		} else {
			text += strings.Join(lines, ", ")
		}
		if s != c.Status {
			text += " (" + string(s) + ")"
		}
		parts = append(parts, text)
	}
	return ", called from " + strings.Join(parts, "; ")
}

// countStatus counts the properties that are not shown: "30 safe, 4 unknown".
func countStatus(list, shown []report.Checked) string {
	count := map[report.Status]int{}
	for _, c := range list {
		count[c.Status]++
	}
	for _, c := range shown {
		count[c.Status]--
	}
	var parts []string
	for _, s := range []report.Status{report.Violated, report.Holds, report.Unreachable, report.Open} {
		if count[s] > 0 {
			parts = append(parts, fmt.Sprintf("%s %s", prose.Group(count[s]), s))
		}
	}
	return strings.Join(parts, ", ")
}

// stuck prints where a run that was cut short spent its time.
func (p *printer) stuck(r *report.Result) {
	for i, s := range r.Stuck {
		text := fmt.Sprintf("%s: no invariant was found for it; it was unrolled to %s so far", r.Loop(s), prose.Plural(s.States, "state"))
		if i > 0 {
			text = fmt.Sprintf("%s: %s", r.Loop(s), prose.Plural(s.States, "state"))
		}
		p.wrap("  stuck at: ", text, 12)
	}
}

// tried prints why the engines of auto have no answer. Engines that gave up are grouped by their reason. An
// unfinished engine that has excluded something so far has its own line. The other unfinished engines are listed
// together.
func (p *printer) tried(r *report.Result) {
	var unfinished, order []string
	gaveUp := map[string][]string{} // the engines by their reason
	for _, a := range r.Engines {
		switch {
		case a.Answered: // but the answer was not accepted; the reason of the result says why
		case a.Finished:
			if len(gaveUp[a.Reason]) == 0 {
				order = append(order, a.Reason)
			}
			gaveUp[a.Reason] = append(gaveUp[a.Reason], a.Engine)
		case a.SoFar != "":
			p.wrap("  tried: ", a.Engine+": "+a.Did(r.Verdict), 9)
		default:
			unfinished = append(unfinished, a.Engine)
		}
	}
	for _, why := range order {
		text := strings.Join(gaveUp[why], ", ") + ": gave up"
		if why != "" && why != r.Reason {
			text += ": " + prose.OneLine(why)
		}
		p.wrap("  tried: ", text, 9)
	}
	if len(unfinished) > 0 {
		p.wrap("  tried: ", strings.Join(unfinished, ", ")+": did not finish", 9)
	}
}
