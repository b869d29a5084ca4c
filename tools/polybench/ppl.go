package main

import (
	"bytes"
	_ "embed"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
)

// The workload on the Parma Polyhedra Library.

//go:embed ppl/ppl.cc
var source []byte

// program is the compiled program that measures PPL.
type program struct{ dir string }

// compile compiles the program in a new directory.
func compile(compiler string) (*program, error) {
	const advice = "on Debian and Ubuntu: apt-get install g++ libppl-dev"
	if _, err := exec.LookPath(compiler); err != nil {
		return nil, fmt.Errorf("there is no C++ compiler %q (%s)", compiler, advice)
	}
	dir, err := os.MkdirTemp("", "whet-ppl-")
	if err != nil {
		return nil, err
	}
	p := &program{dir}
	if err := os.WriteFile(filepath.Join(dir, "ppl.cc"), source, 0o600); err != nil {
		p.close()
		return nil, err
	}
	cmd := exec.Command(compiler, "-std=c++17", "-O3", "-march=native", "-DNDEBUG", "-w", "-o", "ppl", "ppl.cc", "-lppl", "-lgmpxx", "-lgmp")
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		p.close()
		if bytes.Contains(out, []byte("ppl.hh")) {
			return nil, fmt.Errorf("there is no ppl.hh (%s)", advice)
		}
		return nil, fmt.Errorf("%s does not compile the program (%s): %w\n%s", compiler, advice, err, out)
	}
	return p, nil
}

func (p *program) close() { os.RemoveAll(p.dir) }

// run runs the program and reads what it printed.
func (p *program) run(args ...string) ([]sample, error) {
	cmd := exec.Command(filepath.Join(p.dir, "ppl"), args...)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("the program for PPL, with %v: %w", args, err)
	}
	return parse(string(out))
}

// parse reads samples: each line has library, size, operation, nanoseconds and digest.
func parse(out string) ([]sample, error) {
	var all []sample
	for line := range strings.Lines(out) {
		f := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if len(f) != 5 {
			return nil, errors.New("the program for PPL printed " + strconv.Quote(line))
		}
		n, err1 := strconv.Atoi(f[1])
		ns, err2 := strconv.ParseFloat(f[3], 64)
		if err := errors.Join(err1, err2); err != nil {
			return nil, err
		}
		s := sample{lib: f[0], n: n, op: f[2], ns: ns, sum: f[4]}
		if s.lib == pplPoly {
			s.kind = polyhedra
		}
		if strings.Trim(s.sum, "0") == "" {
			s.sum = ""
		}
		all = append(all, s)
	}
	return all, nil
}
