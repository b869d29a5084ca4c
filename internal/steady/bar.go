package steady

import (
	"flag"
	"testing"
)

// Bar is a bar on a count over the cases of one rapid.Check. It is given for the hundred that rapid tries by default; where
// there are others, as in short tests, it is lower or higher in proportion.
func Bar(ofHundred int) int { return ofHundred * Cases() / 100 }

// Cases is how many cases rapid.Check tries.
func Cases() int {
	n := flag.Lookup("rapid.checks").Value.(flag.Getter).Get().(int)
	if testing.Short() {
		n /= 5 // as rapid does it
	}
	return n
}
