package main

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// TestMemoryProfile: allocations are sampled where somebody asks for them, from the start of the process on,
// so that the profile knows of the front end. The program is so large that reading it takes many samples.
func TestMemoryProfile(t *testing.T) {
	var program bytes.Buffer
	for i := range 2000 {
		fmt.Fprintf(&program, "int f%d(int x) { return x > %d ? x - 1 : x; }\n", i, i)
	}
	program.WriteString("int main(void) { return f0(1); }\n")
	source := filepath.Join(t.TempDir(), "large.c")
	if err := os.WriteFile(source, program.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for _, flag := range [][]string{{"--memprofile", ""}, {"--memprofile="}} {
		file := filepath.Join(t.TempDir(), "profile")
		flag[len(flag)-1] += file
		c := exec.Command(self)
		c.Args = append(append([]string{"whet", "verify"}, flag...), source) // see TestMain
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
		if text, err = io.ReadAll(z); err != nil || !bytes.Contains(text, []byte("whet/lang/read.")) {
			t.Errorf("%q: the profile of %d bytes has no allocation of the front end (%v)", flag, len(text), err)
		}
	}
}
