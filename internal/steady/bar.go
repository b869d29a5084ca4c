// Bars for counts over random cases.

package steady

import (
	"flag"
	"testing"
)

// Bar scales a lower bound for a count over the cases of one rapid.Check. It is given for the 100 cases that rapid
// tries by default, and grows in proportion to their number. With fewer cases, as in short tests, chance has more
// influence, so a quarter of the proportion is enough.
func Bar(ofHundred int) int {
	n := Cases()
	if n < 100 {
		return ofHundred * n / 400
	}
	return ofHundred * n / 100
}

// Cases returns the number of cases that rapid.Check tries.
func Cases() int {
	n := flag.Lookup("rapid.checks").Value.(flag.Getter).Get().(int)
	if testing.Short() {
		n /= 5 // as rapid does
	}
	return n
}
