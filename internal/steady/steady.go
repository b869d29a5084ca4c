// Package steady makes tests with random cases try the same ones every time: a test that fails does
// so for the change at hand, and counts of what the cases were like can have bars. Importing it
// into a package's tests is enough. To look for more, give another seed: go test -rapid.seed=0
// takes a new one each time, and so does the environment's RAPID_SEED=0.
package steady

import (
	"flag"
	"os"

	_ "pgregory.net/rapid" // declares the flag
)

func init() {
	if _, set := os.LookupEnv("RAPID_SEED"); set {
		return
	}
	if err := flag.Set("rapid.seed", "7"); err != nil {
		panic(err)
	}
}
