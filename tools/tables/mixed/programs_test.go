package mixed

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/whet-mc/whet/bench"
	"github.com/whet-mc/whet/fuzz"
	"github.com/whet-mc/whet/num"
)

var (
	runs     = flag.Int("runs", 30, "random runs of each program")
	sanitize = flag.Bool("sanitize", false, "random runs with the sanitizers of gcc")
)

func tasks(t *testing.T) []bench.Task {
	t.Helper()
	list, err := bench.Read(filepath.Join("..", "..", "..", "testdata", "mixed", "manifest.csv"))
	if err != nil || len(list) < 20 {
		t.Fatalf("%d programs, %v", len(list), err)
	}
	return list
}

func source(t *testing.T, task bench.Task) string {
	t.Helper()
	b, err := os.ReadFile(task.Path)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// Every program is in the manifest, says itself what is expected, and why: a safe one by its
// invariant, an unsafe one by an input.
func TestHeads(t *testing.T) {
	list := tasks(t)
	for _, task := range list {
		src := source(t, task)
		if !strings.Contains(src, "\n// expected: "+task.Expected+"\n") {
			t.Errorf("%s does not say that it is %s", task.Name, task.Expected)
		}
		if strings.Contains(src, "\n// Invariant: ") != (task.Expected == "safe") || strings.Contains(src, "\n// Needs: ") != (task.Expected == "safe") {
			t.Errorf("%s: an invariant and what it needs belong to what is safe", task.Name)
		}
		if (len(failing(src)) > 0) != (task.Expected == "unsafe") {
			t.Errorf("%s: a failing input belongs to what is unsafe", task.Name)
		}
	}
	if files, err := filepath.Glob(filepath.Join(filepath.Dir(list[0].Path), "*.c")); err != nil || len(files) != len(list) {
		t.Errorf("%d files for %d rows, %v", len(files), len(list), err)
	}
}

var (
	failingLine = regexp.MustCompile(`(?m)^// Failing input: (.*)$`)
	failingPart = regexp.MustCompile(`(?:\(([^)]*)\)|(-?\d+))(?:\*(\d+))?`)
)

// failing reads the failing input of a program: 7, 1*3, (2, 3)*2 is 7, 1, 1, 1, 2, 3, 2, 3.
func failing(src string) []num.Int {
	line := failingLine.FindStringSubmatch(src)
	if line == nil {
		return nil
	}
	var all []num.Int
	for _, m := range failingPart.FindAllStringSubmatch(line[1], -1) {
		var part []num.Int
		for _, s := range strings.Split(m[1]+m[2], ",") {
			x, err := strconv.ParseInt(strings.TrimSpace(s), 10, 64)
			if err != nil {
				return nil
			}
			part = append(part, num.Of(x))
		}
		times, _ := strconv.Atoi(m[3])
		for range max(times, 1) {
			all = append(all, part...)
		}
	}
	return all
}

func compiler(t *testing.T) *fuzz.GCC {
	t.Helper()
	if _, err := exec.LookPath("gcc"); err != nil || testing.Short() {
		t.Skip("gcc is not there, or this would take too long")
	}
	c := &fuzz.GCC{Dir: t.TempDir()}
	if *sanitize {
		c.Flags = []string{"-fno-wrapv", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"}
	}
	if !c.Usable(context.Background()) {
		t.Skip("gcc cannot compile and link")
	}
	return c
}

// What is said to fail fails when it is compiled, by the assertion.
func TestFailingInputs(t *testing.T) {
	c := compiler(t)
	for _, task := range tasks(t) {
		if task.Expected != "unsafe" {
			continue
		}
		src := source(t, task)
		exe, err := c.Build(t.Context(), src)
		if err != nil {
			t.Fatal(err)
		}
		if r, err := c.Run(t.Context(), exe, failing(src)); err != nil || r.Ended != fuzz.Crashed {
			t.Errorf("%s: %s, %v", task.Name, r, err)
		}
	}
}

// What is said to be safe does not fail in random runs, whose inputs are few different numbers,
// mostly ones that stand in the program. To try longer:
//
//	go -C tools test ./tables/mixed -run RandomRuns -args -sanitize -runs 5000
func TestRandomRuns(t *testing.T) {
	c := compiler(t)
	driver, err := os.ReadFile(filepath.Join("testdata", "driver.c"))
	if err != nil {
		t.Fatal(err)
	}
	constants := regexp.MustCompile(`\b(?:0x[0-9a-f]+|\d{1,9})\b|'\\?.'`)
	for _, task := range tasks(t) {
		if task.Expected != "safe" {
			continue
		}
		src := source(t, task)
		_, code, _ := strings.Cut(src, "#include")
		whole := "#define main program\n#define __VERIFIER_nondet_int next_input\n" + src + "\n#undef main\n" +
			fmt.Sprintf("#define CONSTANTS %s\n#define RUNS %d\n", strings.Join(constants.FindAllString(code, -1), ", "), *runs) + string(driver)
		exe, err := c.Build(t.Context(), whole)
		if err != nil {
			t.Fatal(err)
		}
		out, err := exec.CommandContext(t.Context(), exe).CombinedOutput()
		if err != nil {
			t.Errorf("%s: %v\n%s", task.Name, err, out)
		}
		t.Logf("%s: %s", task.Name, out)
	}
}
