package html

import (
	"fmt"
	"html/template"
	"slices"
	"strings"

	"github.com/whet-mc/whet/internal/lazyregexp"
	"github.com/whet-mc/whet/report"
	"github.com/whet-mc/whet/report/prose"
)

// This file lists what was checked and the results.

// tally counts the properties of one status.
type tally struct {
	Status, Mark, Words string
	N                   int
	Groups              []group
}

// group holds properties of one status; undecided properties of a group have the same reason.
type group struct {
	Reason reason
	List   []checked
	More   int // number of properties that are not listed
}

type checked struct {
	ID, Place, What, Status, Mark string
	File, Line                    int
	Failure                       int // the counterexample that shows how it fails, -1: none on the page
	Calls                         []checked
}

// reason is a text with a short form; the full text is shown when it is unfolded.
type reason struct{ Short, All string }

const longReason = 150

func newReason(s string) reason {
	s = prose.OneLine(s)
	if len([]rune(s)) <= longReason {
		return reason{Short: s}
	}
	// Of several clauses, the first is the best short form.
	if first, _, ok := strings.Cut(s, "; "); ok && len([]rune(first)) <= longReason {
		return reason{first + " …", s}
	}
	return reason{shorten(s, longReason), s}
}

// statuses lists the statuses in the order of interest to people.
var statuses = []struct {
	of          report.Status
	mark, words string
}{
	{report.Violated, "✗", "fails"}, {report.Open, "?", "not decided"}, {report.Unreachable, "○", "no run comes there"}, {report.Holds, "✓", "holds"},
}

// rank returns the index of a status in statuses.
func rank(s string) int {
	for i, x := range statuses {
		if string(x.of) == s {
			return i
		}
	}
	return len(statuses)
}

func markOf(s report.Status) string {
	if i := rank(string(s)); i < len(statuses) {
		return statuses[i].mark
	}
	return ""
}

// properties lists what was checked, by result.
func (p *page) properties() {
	n := 0
	for _, s := range statuses {
		t := tally{Status: string(s.of), Mark: s.mark, Words: s.words}
		for i := range p.R.Checked {
			c := &p.R.Checked[i]
			if c.Status != s.of {
				continue
			}
			t.N++
			why := newReason(p.R.WhyOpen(c))
			k := slices.IndexFunc(t.Groups, func(g group) bool { return g.Reason == why })
			if k < 0 {
				k = len(t.Groups)
				t.Groups = append(t.Groups, group{Reason: why})
			}
			if n++; n > maxListed {
				t.Groups[k].More++
				continue
			}
			t.Groups[k].List = append(t.Groups[k].List, p.property(i))
		}
		if t.N > 1 && s.of == report.Violated {
			t.Words = "fail"
		} else if t.N > 1 && s.of == report.Holds {
			t.Words = "hold"
		}
		if t.N > 0 {
			p.Tallies = append(p.Tallies, t)
		}
	}
}

func (p *page) property(i int) checked {
	c := &p.R.Checked[i]
	x := checked{ID: fmt.Sprintf("p%d", i), What: c.Property.Claim(), Status: string(c.Status), Mark: markOf(c.Status), Line: c.Pos.Line, Failure: -1}
	if c.Func != "" {
		x.What += " in " + c.Func
	}
	if c.Status == report.Violated {
		x.Failure = slices.IndexFunc(p.Failures, func(f failure) bool { return f.of == c.Property })
	}
	x.Place, x.File = p.R.Place(c.Pos), p.fileOf(c.Pos.File)
	for _, k := range c.Calls[:min(len(c.Calls), maxListed)] {
		y := checked{What: "called from " + k.Func, Status: string(k.Status), Mark: markOf(k.Status), Line: k.Pos.Line, Place: p.R.Place(k.Pos), File: p.fileOf(k.Pos.File)}
		x.Calls = append(x.Calls, y)
	}
	return x
}

// command matches what a hint suggests to type.
var command = lazyregexp.New(`whet (?:explain|verify|check|validate)\b(?: --engine [\w.+-]*\w)?|--(?:(?:engine|arith|check|pointers|entry) [\w.+-]*\w|(?:timeout|memory) \d\w*|\w[\w-]*)`)

// commands marks the parts of a hint that are to be typed.
func commands(s string) template.HTML {
	var b strings.Builder
	at := 0
	for _, m := range command.FindAllStringIndex(s, -1) {
		b.WriteString(escape(s[at:m[0]]) + "<code>" + escape(s[m[0]:m[1]]) + "</code>")
		at = m[1]
	}
	return template.HTML(b.String() + escape(s[at:])) //nolint:gosec // escaped
}

// hints returns the hints except the hints that lead to this page.
func hints(list []string) []string {
	var out []string
	for _, h := range list {
		if h = strings.Replace(h, ", or --html report.html", "", 1); !strings.HasPrefix(h, "--html ") {
			out = append(out, h)
		}
	}
	return out
}
