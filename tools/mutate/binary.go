package mutate

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/whet-mc/whet/tools/mutate/schema"
)

// Compiled tests, and their runs.

// A binary is the compiled tests of a package, with all mutants in the package under test.
type binary struct {
	file  string
	dir   string // where the tests run
	name  string // of the package, as a prefix of test names; "" for the package under test
	flags []string
	tests []*test
}

// A test is one function of a binary.
type test struct {
	*binary
	name   string
	sites  map[int]bool // the sites that it reaches
	differ map[int]bool // the mutants whose value differs from the original's at least once
	effort int
	cpu    time.Duration
}

func (t *test) String() string { return t.binary.name + t.name }

// build compiles the tests of a package.
func build(pattern, name, overlay, file string) (*binary, error) {
	out, err := goOutput("list", "-f", "{{.Dir}}", pattern)
	if err != nil {
		return nil, err
	}
	if _, err := goOutput("test", "-c", "-vet=off", "-overlay", overlay, "-o", file, pattern); err != nil {
		return nil, err
	}
	b := &binary{file: file, dir: strings.TrimSpace(string(out)), name: name}
	// A property-based test that fails looks for a smaller case and keeps it. Neither is useful here.
	for _, f := range [][]string{{"-rapid.nofailfile", "-rapid.shrinktime=1ns"}} {
		cmd := exec.Command(file, append(f, "-test.list", "^$")...)
		cmd.Dir = b.dir
		if cmd.Run() == nil {
			b.flags = append(b.flags, f...)
		}
	}
	return b, nil
}

// overlay writes the instrumented files below dir, and the file that makes the go command read them.
func (s *source) overlay(dir string, files [][]byte) (string, error) {
	replace, err := schemaOverlay()
	if err != nil {
		return "", err
	}
	for i, text := range files {
		file := filepath.Join(dir, s.Names[i])
		if err := os.WriteFile(file, text, 0o666); err != nil {
			return "", err
		}
		replace[filepath.Join(s.Dir, s.Names[i])] = file
	}
	file := filepath.Join(dir, "overlay.json")
	return file, writeOverlay(file, replace)
}

// findTests lists the tests whose names match, except those to skip, and finds the sites that each reaches, and its
// cost. The tests must pass.
func (b *binary) findTests(match, skip *regexp.Regexp, dir string) error {
	cmd := exec.Command(b.file, append([]string{"-test.list", "."}, b.flags...)...)
	cmd.Dir = b.dir
	out, err := cmd.Output()
	if err != nil {
		return fmt.Errorf("%s -test.list .: %w", b.file, err)
	}
	for i, name := range strings.Fields(string(out)) {
		if strings.HasPrefix(name, "Benchmark") || !match.MatchString(name) || skip != nil && skip.MatchString(name) {
			continue
		}
		t := &test{binary: b, name: name, sites: map[int]bool{}, differ: map[int]bool{}}
		record := filepath.Join(dir, "record"+strconv.Itoa(i))
		r := b.run([]*test{t}, time.Hour, schema.EnvRecord+"="+record)
		if r.err != nil {
			return fmt.Errorf("%s fails with the code as it is: %w\n%s", t, r.err, r.out)
		}
		t.cpu = r.cpu
		if err := t.read(record); err != nil {
			return err
		}
		b.tests = append(b.tests, t)
	}
	return nil
}

// read reads the file that the run recorded.
func (t *test) read(file string) error {
	f, err := os.Open(file)
	if err != nil {
		return err
	}
	defer f.Close()
	in := bufio.NewScanner(f)
	for in.Scan() {
		what, number, _ := strings.Cut(in.Text(), " ")
		n, err := strconv.Atoi(number)
		if err != nil {
			return err
		}
		switch what {
		case "site":
			t.sites[n] = true
		case "mutant":
			t.differ[n] = true
		default:
			t.effort = 2 * n // it is recorded whenever it has doubled
		}
	}
	return in.Err()
}

// outcome says how a run of tests ended.
type outcome struct {
	err error // nil: they passed
	far bool  // it exceeded a limit
	out []byte
	cpu time.Duration
}

// run runs tests of the binary, up to the first that fails.
func (b *binary) run(tests []*test, most time.Duration, env ...string) outcome {
	var names []string
	for _, t := range tests {
		names = append(names, regexp.QuoteMeta(t.name))
	}
	ctx, cancel := context.WithTimeout(context.Background(), most)
	defer cancel()
	args := append([]string{"-test.run", "^(" + strings.Join(names, "|") + ")$", "-test.failfast", "-test.timeout=0"}, b.flags...)
	cmd := exec.CommandContext(ctx, b.file, args...)
	cmd.Dir = b.dir
	cmd.Env = append(slices.DeleteFunc(os.Environ(), func(s string) bool { return strings.HasPrefix(s, schema.EnvMutant) }), env...)
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	r := outcome{err: cmd.Run()}
	if p := cmd.ProcessState; p != nil {
		r.cpu = p.UserTime() + p.SystemTime()
	}
	r.out = out.Bytes()
	var exit *exec.ExitError
	if errors.As(r.err, &exit) {
		code := exit.ExitCode()
		// ended by a signal
		r.far = code == schema.ExitEffort || code == schema.ExitMemory || code < 0
	}
	return r
}

// try runs tests with a mutant.
func (b *binary) try(m *Mutant, tests []*test) outcome {
	var cpu time.Duration
	effort := 0
	for _, t := range tests {
		cpu += t.cpu
		effort += t.effort
	}
	seconds := 4 + int(4*cpu/time.Second)
	// The limit on elapsed time is for tests that wait. It is high, because a busy machine is slow.
	return b.run(tests, time.Duration(20*seconds)*time.Second,
		fmt.Sprintf("%s=%d", schema.EnvMutant, m.ID),
		fmt.Sprintf("%s=%d", schema.EnvEffort, 100_000+10*effort),
		fmt.Sprintf("%s=%d", schema.EnvMemory, 1500),
		fmt.Sprintf("%s=%d", schema.EnvCPU, seconds))
}
