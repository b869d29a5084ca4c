package small

import "strings"

// Programs whose truth follows from a contract.

// A contract is a program whose text states its truth: in lines "!safe condition" and "!unsafe condition", one of
// which is chosen. Without a condition, the text itself reaches the error or does not.
type contract struct {
	name, text string
	only       string
}

var contracts []contract

// contract makes a program from a random contract and a few ints.
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

// Contracts lists the names of all contracts.
func Contracts() []string {
	var out []string
	for i := range contracts {
		out = append(out, contracts[i].name)
	}
	return out
}
