package steady

import (
	"flag"
	"testing"
)

// Bar is a bar on a count over the cases of one rapid.Check. It is given for the hundred that rapid
// tries by default; where there are more, it is higher in proportion. Of fewer, as in short tests,
// chance has more of a say: a quarter of the proportion is enough.
func Bar(ofHundred int) int {
	n := Cases()
	if n < 100 {
		return ofHundred * n / 400
	}
	return ofHundred * n / 100
}

// Cases is how many cases rapid.Check tries.
func Cases() int {
	n := flag.Lookup("rapid.checks").Value.(flag.Getter).Get().(int)
	if testing.Short() {
		n /= 5 // as rapid does it
	}
	return n
}
