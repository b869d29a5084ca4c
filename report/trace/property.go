// This file describes properties in words.

package trace

import (
	"strings"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/report/prose"
	"github.com/whet-mc/whet/rule"
)

// Property is something that must not happen.
type Property struct {
	Kind string   `json:"kind"` // "assertion", "reach_error", "label ERROR", "bounds", …
	Text string   `json:"text,omitempty"`
	Pos  lang.Pos `json:"pos"`
	Func string   `json:"function"`
}

// PropertyOf returns the property of an error location.
func PropertyOf(e *cfa.Property) *Property {
	return &Property{Kind: e.Kind, Text: e.Text, Pos: e.Pos, Func: e.Func}
}

// rule returns the words for a violation of the rule of C and for a program that keeps the rule; ok is false if the
// property is no rule of C. The words for arrays are used only for an access by index, which shows the array.
func (c *Property) rule() (fails, holds string, ok bool) {
	r := rule.Of(c.Kind)
	switch {
	case r == nil:
		return "", "", false
	case r.Indexed != "" && strings.HasSuffix(prose.OneLine(c.Text), "]"):
		return r.Indexed, r.Holds, true
	case c.Kind == rule.LibraryContract && c.Text != "":
		name, _, _ := strings.Cut(c.Text, "(")
		return "broken contract of " + name, "contract of " + name, true
	}
	return r.Title, r.Holds, true
}

// with appends the property's expression to a description.
func (c *Property) with(what string) string {
	if text := prose.OneLine(c.Text); text != "" {
		return what + ": " + text
	}
	return what
}

// Describe names a property: "assertion x > 0", "reach_error()", "label ERROR", "signed integer overflow: x + 1".
func (c *Property) Describe() string {
	if fails, _, ok := c.rule(); ok {
		return c.with(fails)
	}
	kind := c.Kind
	if prose.Identifier(kind) && kind != "assertion" && kind != "unsupported" && !isCondition(kind) {
		kind += "()"
	}
	text := strings.Trim(prose.OneLine(c.Text), `"`)
	if text == "" || text == c.Kind {
		return kind
	}
	return kind + " " + text
}

// isCondition reports whether a property is a clause of a function's contract.
func isCondition(kind string) bool { return kind == "precondition" || kind == "postcondition" }

// Happens says what went wrong: "assertion x > 0 fails".
func (c *Property) Happens() string {
	switch {
	case rule.Of(c.Kind) != nil:
		return c.Describe()
	case strings.Contains(c.Kind, "assert"), isCondition(c.Kind):
		return c.Describe() + " fails"
	case strings.HasPrefix(c.Kind, "label"):
		return c.Describe() + " is reached"
	}
	return c.Describe() + " is called"
}

// HappensIn returns what Happens returns, with the function added unless the text names it already: "the return from
// main".
func (c *Property) HappensIn() string {
	what := c.Happens()
	if c.Func == "" || strings.HasSuffix(what, " from "+c.Func) {
		return what
	}
	return what + " in " + c.Func
}

// Claim phrases the property as what should hold.
func (c *Property) Claim() string {
	if _, holds, ok := c.rule(); ok {
		return c.with(holds)
	}
	return c.Describe()
}

// pointer returns the pointer that an access follows, as the program writes it: p for *p, p[i] and p->next.x. It
// returns "" if the expression does not show it plainly.
func (c *Property) pointer() string {
	if c.Kind == rule.LibraryContract || c.Kind == rule.BadFree {
		return ""
	}
	text := prose.OneLine(c.Text)
	for {
		switch {
		case strings.HasPrefix(text, "*") && chain(text[1:]):
			return text[1:]
		case strings.HasSuffix(text, "]"):
			depth, i := 0, len(text)-1
			for ; i > 0; i-- {
				switch text[i] {
				case ']':
					depth++
				case '[':
					depth--
				}
				if depth == 0 {
					break
				}
			}
			if text = text[:i]; chain(text) {
				return text
			}
			return ""
		}
		arrow, dot := strings.LastIndex(text, "->"), strings.LastIndexByte(text, '.')
		switch {
		case dot > arrow && chain(text):
			text = text[:dot]
		case arrow > 0 && chain(text):
			return text[:arrow]
		default:
			return ""
		}
	}
}

// chain reports whether an expression is a variable, or a member of a member.
func chain(text string) bool {
	for _, part := range strings.Split(strings.ReplaceAll(text, "->", "."), ".") {
		if !prose.Identifier(part) {
			return false
		}
	}
	return true
}
