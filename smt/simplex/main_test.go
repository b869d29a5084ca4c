package simplex

import (
	"flag"
	"os"
	"testing"
)

// The random systems are small: far more of them than usual are run, unless the command line says.
func TestMain(m *testing.M) {
	flag.Parse()
	given := false
	flag.Visit(func(f *flag.Flag) { given = given || f.Name == "rapid.checks" })
	if !given {
		checks := "4000"
		if testing.Short() {
			checks = "800"
		}
		if err := flag.Set("rapid.checks", checks); err != nil {
			panic(err)
		}
	}
	os.Exit(m.Run())
}
