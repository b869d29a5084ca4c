// Package steady makes tests with random cases try the same cases every time. So a test fails only because of the
// change at hand, and counts of what the cases were like can have lower bounds. Importing the package into a
// package's tests is enough. Other seeds try other cases: go test -rapid.seed=0 takes a new seed each time, and so
// does the environment's RAPID_SEED=0.
package steady

import (
	"flag"
	"os"

	_ "pgregory.net/rapid" // declares the flag
)

// init sets rapid's seed, unless the environment sets it. Flags of the command line are parsed later and take
// precedence.
func init() {
	if _, set := os.LookupEnv("RAPID_SEED"); set {
		return
	}
	if err := flag.Set("rapid.seed", "7"); err != nil {
		panic(err)
	}
}
