package lower

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// sanitized is a program compiled such that it exits with status 99 where a sanitizer objects.
type sanitized struct {
	dir      string
	compiler []string // with its flags
}

// newSanitized skips the test where the compiler does not work with these flags.
func newSanitized(t *testing.T, compiler ...string) *sanitized {
	t.Helper()
	s := &sanitized{t.TempDir(), compiler}
	if err := s.build("int main(void) { return 0; }"); err != nil {
		t.Skipf("no %s with sanitizers: %v", compiler[0], err)
	}
	return s
}

func (s *sanitized) build(src string) error {
	file := filepath.Join(s.dir, "p.c")
	if err := os.WriteFile(file, []byte(src), 0o644); err != nil {
		return err
	}
	args := append(append([]string{"-w", "-O0"}, s.compiler[1:]...), "-o", filepath.Join(s.dir, "p"), file)
	if out, err := exec.Command(s.compiler[0], args...).CombinedOutput(); err != nil {
		return fmt.Errorf("%v: %s", err, out)
	}
	return nil
}

// agrees checks that a sanitizer objects on the inputs that are bad, and on no good one. The input is
// the last argument.
func (s *sanitized) agrees(t *testing.T, name string, bad, good []int64, args ...string) {
	t.Helper()
	check := func(x int64, want bool) {
		cmd := exec.Command(filepath.Join(s.dir, "p"), append(args[:len(args):len(args)], fmt.Sprint(x))...)
		out, _ := cmd.CombinedOutput()
		if objects := cmd.ProcessState.ExitCode() == 99; objects != want {
			t.Errorf("%s: on %d: sanitizers find something: %v\n%.300s", name, x, objects, out)
		}
	}
	for _, x := range bad {
		check(x, true)
	}
	for _, x := range good {
		check(x, false)
	}
}
