package witness

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/report/facts"
)

// The formulas of a proof (facts.LoopFact) are about integers without bounds, in C's syntax. In a
// witness they are C: each name is of a program variable that is seen there, an integer that
// (long long) holds, and what is computed with it does not overflow.

// scope is what names mean in a function.
type scope map[string]*lang.Type

// scopeOf has the names that mean one thing in a function.
func scopeOf(u *lang.Unit, f *lang.Func) scope {
	s, count := scope{}, map[string]int{}
	for _, list := range [][]*lang.Object{f.Params, f.Objects, u.Objects} {
		for _, o := range list {
			if o.Storage == lang.Global || o.Func == f {
				s[o.Name] = o.Type
				count[o.Name]++
			}
		}
	}
	for n, k := range count {
		if k > 1 {
			delete(s, n)
		}
	}
	return s
}

var (
	formulaToken = regexp.MustCompile(`[A-Za-z_][A-Za-z0-9_]*|[0-9]+|&&|\|\||[<>=!]=|[<>!+*()-]| +`)
	cell         = regexp.MustCompile(`^\[([0-9]+)\]`)
	isName       = regexp.MustCompile(`^[A-Za-z_]`)
	isNumber     = regexp.MustCompile(`^[0-9]`)
)

// disjunction writes what a run knows at a loop in C; "" where that cannot be said. A part of a
// conjunction that cannot be said is left out, which weakens it.
func (s scope) disjunction(f facts.LoopFact) string {
	var all []string
	for _, c := range f.All { // none, where there are too many
		var parts []string
		for _, p := range conjuncts(c) {
			if t := s.formula(p); t != "" {
				parts = append(parts, t)
			}
		}
		if len(parts) == 0 {
			return ""
		}
		t := strings.Join(parts, " && ")
		if len(f.Cases) > 1 && len(parts) > 1 {
			t = "(" + t + ")"
		}
		all = append(all, t)
	}
	slices.Sort(all)
	return strings.Join(slices.Compact(all), " || ")
}

// conjuncts are the parts of a formula between its outermost &&; one with || outside of
// parentheses is a part itself.
func conjuncts(text string) []string {
	depth, from := 0, 0
	var list []string
	for i := 0; i < len(text); i++ {
		switch {
		case text[i] == '(' || text[i] == '[':
			depth++
		case text[i] == ')' || text[i] == ']':
			depth--
		case depth == 0 && strings.HasPrefix(text[i:], "||"):
			return []string{text}
		case depth == 0 && strings.HasPrefix(text[i:], "&&"):
			list = append(list, strings.TrimSpace(text[from:i]))
			from = i + 2
		}
	}
	return append(list, strings.TrimSpace(text[from:]))
}

// formula writes a formula with casts; "" where it is about what C does not say there.
func (s scope) formula(text string) string {
	var b strings.Builder
	wide, sums, names := false, false, 0
	rest := text
	last := ""
	for rest != "" {
		loc := formulaToken.FindStringIndex(rest)
		if loc == nil || loc[0] != 0 {
			return ""
		}
		w := rest[:loc[1]]
		rest = rest[loc[1]:]
		switch {
		case isName.MatchString(w):
			t := s[w]
			if t == nil || isName.MatchString(last) {
				return ""
			}
			names++
			if t.Kind == lang.Array { // a cell, whose index is there whatever the state
				m := cell.FindStringSubmatch(rest)
				if m == nil {
					return ""
				}
				k, err := strconv.ParseInt(m[1], 10, 64)
				if err != nil || k >= t.Len {
					return ""
				}
				w += m[0]
				rest = rest[len(m[0]):]
				t = t.Elem
			}
			if !t.IsInteger() || t.Size > 8 || t.Size == 8 && !t.Signed {
				return ""
			}
			wide = wide || t.Size == 8
			b.WriteString("(long long)" + w)
		case isNumber.MatchString(w):
			if len(w) > 18 {
				return ""
			}
			wide = wide || len(w) > 9
			b.WriteString(w + "LL")
		default:
			sums = sums || w == "+" || w == "-" || w == "*"
			b.WriteString(w)
		}
		if strings.TrimSpace(w) != "" {
			last = w
		}
	}
	if names == 0 || wide && sums || strings.Count(text, "*") > 1 {
		return ""
	}
	return b.String()
}
