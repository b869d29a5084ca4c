package cfa

import "github.com/whet-mc/whet/rule"

// IsCheck reports whether the property is a rule of C, and not something that the program asserts.
func (p *Property) IsCheck() bool { return rule.Of(p.Kind) != nil }
