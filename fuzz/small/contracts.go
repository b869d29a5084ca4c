package small

import "strings"

// contract is a program whose truth is written beside it: lines "!safe condition" and "!unsafe
// condition", of which one is taken. A condition that is missing says that the text itself reaches
// the error, or does not.
type contract struct {
	name, text string
	only       string
}

var contracts []contract

// contract makes a program of one of them, among a few ints.
func (b *builder) contract() { b.agree(&contracts[b.n(len(contracts))]) }

func (b *builder) agree(c *contract) {
	b.p.Parts = append(b.p.Parts, c.name)
	b.p.Only = c.only
	if b.chance(40) {
		b.input()
	}
	var text strings.Builder
	var claims []string
	for line := range strings.Lines(c.text) {
		if strings.HasPrefix(line, "!") {
			claims = append(claims, strings.TrimSpace(line[1:]))
		} else {
			text.WriteString(line)
		}
	}
	claim := pick(b, claims)
	truth, cond, _ := strings.Cut(claim, " ")
	b.p.Truth = truth
	text.WriteString("\n= " + cond)
	if cond = b.expand(text.String(), false); cond != "" {
		b.line("if (%s) reach_error();", cond)
	}
}

// Contracts lists all of them.
func Contracts() []string {
	var out []string
	for i := range contracts {
		out = append(out, contracts[i].name)
	}
	return out
}
