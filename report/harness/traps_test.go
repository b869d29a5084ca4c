package harness_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/whet-mc/whet/report/harness"
	"github.com/whet-mc/whet/rule"
)

// TestTraps compiles programs that make NaNs and infinities with their harnesses: the processor
// stops them, and only then.
func TestTraps(t *testing.T) {
	if _, err := exec.LookPath("gcc"); err != nil || testing.Short() || runtime.GOARCH != "amd64" {
		t.Skip("it compiles programs, for x86")
	}
	for _, c := range []struct{ check, src string }{
		{rule.FloatNaN, "double d = input; double e = d / d; if (e > 2) return 1; return 0;"},
		{rule.FloatNaN, "long double d = input; d = d / d; return d == 1;"},
		{rule.FloatOverflow, "float f = input; float g = 3e38f; g *= f; return g > 5;"},
		{rule.FloatOverflow, "int n = input; double d = 1.0 / n; return d == 1;"},
	} {
		src := "extern int __VERIFIER_nondet_int(void);\n#define input __VERIFIER_nondet_int()\nint main(void) { " + c.src + " }\n"
		text, err := write(src, c.check, false)
		if err != nil {
			t.Fatalf("%s: %v", c.src, err)
		}
		dir := t.TempDir()
		for name, text := range map[string]string{"program.c": src, "harness.c": text} {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		build := exec.Command("gcc", "-fwrapv", "program.c", "harness.c", "-o", "repro")
		build.Dir = dir
		if out, err := build.CombinedOutput(); err != nil {
			t.Fatalf("gcc: %v\n%s", err, out)
		}
		cmd := exec.Command(filepath.Join(dir, "repro"))
		if out, _ := cmd.Output(); cmd.ProcessState.ExitCode() != harness.StatusError || !strings.Contains(string(out), "error reached") {
			t.Errorf("%s: exit status %d %q\n%s", c.src, cmd.ProcessState.ExitCode(), out, text)
		}
	}
}
