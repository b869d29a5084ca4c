package main

import (
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// TestMemoryProfile: allocations are sampled where somebody asks for them, from the start of the process on,
// so that the profile knows of the front end.
func TestMemoryProfile(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for _, flag := range [][]string{{"--memprofile", ""}, {"--memprofile="}} {
		file := filepath.Join(t.TempDir(), "profile")
		flag[len(flag)-1] += file
		c := exec.Command(self)
		c.Args = append(append([]string{"whet", "verify"}, flag...), "../../testdata/door.c") // see TestMain
		if out, err := c.CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		z, err := gzip.NewReader(bytes.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		if text, err = io.ReadAll(z); err != nil || !bytes.Contains(text, []byte("whet/lang.")) {
			t.Errorf("%q: the profile of %d bytes has no allocation of the front end (%v)", flag, len(text), err)
		}
	}
}
