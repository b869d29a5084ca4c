package cfa

import "github.com/whet-mc/whet/rule"

// IsCheck reports whether the property is a rule of C (package rule), and not, for example, an assertion of the
// program.
func (p *Property) IsCheck() bool { return rule.Of(p.Kind) != nil }
