package histories

import (
	"testing"

	"github.com/whet-mc/whet/cfa/lower"
	"github.com/whet-mc/whet/lang/read"
)

// Every version of every history is a program that whet reads and lowers, and there are enough of
// each kind.
func TestPrograms(t *testing.T) {
	list, err := All("../../testdata/histories")
	if err != nil {
		t.Fatal(err)
	}
	for _, h := range list {
		unsafe, none := 0, 0
		for _, v := range h.Versions {
			u, err := read.LoadBytes(h.Name+".c", []byte(v.Source), read.Options{})
			if err == nil {
				_, err = lower.Lower(u, lower.Options{Check: lower.Default})
			}
			if err != nil {
				t.Errorf("%s, version %d (%s): %v", h.Name, v.Number, v.Title, err)
			}
			if !v.Safe {
				unsafe++
			}
			if v.Kind.NoMeaning() {
				none++
			}
		}
		if n := len(h.Versions); n < 31 || unsafe < 4 || 6*none < n {
			t.Errorf("%s: %d versions, %d unsafe, %d edits without meaning", h.Name, n, unsafe, none)
		}
	}
}
