package trace

import (
	"strings"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/report/prose"
)

// Property is something that must not happen.
type Property struct {
	Kind string   `json:"kind"` // "assertion", "reach_error", "label ERROR", "bounds", …
	Text string   `json:"text,omitempty"`
	Pos  lang.Pos `json:"pos"`
	Func string   `json:"function"`
}

// PropertyOf is the property of an error location.
func PropertyOf(e *cfa.Property) *Property {
	return &Property{Kind: e.Kind, Text: e.Text, Pos: e.Pos, Func: e.Func}
}

// Describe names a property: "assertion x > 0", "reach_error()", "label ERROR".
func (c *Property) Describe() string {
	if c.Kind == cfa.OutOfBounds {
		return c.outside()
	}
	if c.Kind == cfa.LibraryContract {
		return "contract of " + c.callee() + ": " + prose.OneLine(c.Text)
	}
	if c.Kind == cfa.Uninitialised {
		return "use of what was never stored to: " + prose.OneLine(c.Text)
	}
	kind := c.Kind
	if prose.Identifier(kind) && kind != "assertion" && kind != "unsupported" {
		kind += "()"
	}
	text := strings.Trim(prose.OneLine(c.Text), `"`)
	if text == "" || text == c.Kind {
		return kind
	}
	return kind + " " + text
}

// outside says what is wrong with an access that leaves its array, or what its pointer should lead
// to.
func (c *Property) outside() string {
	text := prose.OneLine(c.Text)
	if strings.HasSuffix(text, "]") {
		return "index outside of the array: " + text
	}
	return "access outside of every object: " + text
}

// callee is the library function that the property is about.
func (c *Property) callee() string {
	name, _, _ := strings.Cut(c.Text, "(")
	return name
}

// Happens says what went wrong: "assertion x > 0 fails".
func (c *Property) Happens() string {
	switch {
	case c.Kind == cfa.OutOfBounds:
		return c.outside()
	case c.Kind == cfa.Uninitialised:
		return c.Describe()
	case c.Kind == cfa.LibraryContract:
		return prose.OneLine(c.Text) + " breaks the contract of " + c.callee()
	case strings.Contains(c.Kind, "assert"):
		return c.Describe() + " fails"
	case strings.HasPrefix(c.Kind, "label"):
		return c.Describe() + " is reached"
	}
	return c.Describe() + " is called"
}

// Claim names a property as what should hold.
func (c *Property) Claim() string {
	if c.Kind == cfa.OutOfBounds {
		return "access inside: " + prose.OneLine(c.Text)
	}
	if c.Kind == cfa.Uninitialised {
		return "stored to before: " + prose.OneLine(c.Text)
	}
	return c.Describe()
}
