package fuzz

import (
	"os/exec"
	"strings"
	"testing"

	"github.com/whet-mc/whet/lang"
)

// FuzzDifferential compares one random program a seed.
func FuzzDifferential(f *testing.F) {
	if _, err := exec.LookPath("gcc"); err != nil {
		f.Skip("no gcc here")
	}
	for seed := range uint64(2) {
		f.Add(seed, seed%2 == 1)
	}
	f.Fuzz(func(t *testing.T, seed uint64, narrow bool) {
		m := lang.LP64
		c := &GCC{Dir: t.TempDir(), Flags: []string{"-O0"}}
		if narrow {
			m, c.Flags = lang.ILP32, append(c.Flags, "-m32")
		}
		if !c.Usable(t.Context()) {
			t.Skip("gcc cannot compile and link here")
		}
		differential(t, c, m, seed)
	})
}

// TestReduce reduces a program to what it is about, with a question that needs no compiler.
func TestReduce(t *testing.T) {
	src := `int a;
int f(void) {
  if (a) {
    a++;
    while (a) {
      a--;
      needle();
    }
  }
  return a;
}
int main(void) {
  f();
}
`
	balanced := func(s string) bool {
		return strings.Count(s, "{") == strings.Count(s, "}") && strings.Contains(s, "needle") && strings.Contains(s, "f(void)")
	}
	want := "int f(void) {\n      needle();\n}\n"
	if got := Reduce(src, balanced); got != want {
		t.Errorf("reduced to\n%s", got)
	}
}
