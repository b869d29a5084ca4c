package steady

import (
	"testing"

	"pgregory.net/rapid"
)

func TestCases(t *testing.T) {
	n := 0
	rapid.Check(t, func(*rapid.T) { n++ })
	if n != Cases() || Bar(100) != n || Bar(10) != n/10 {
		t.Errorf("%d cases were tried, not %d; bars of 100 and 10 are %d, %d", n, Cases(), Bar(100), Bar(10))
	}
}
