package main

import (
	"bytes"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/whet-mc/whet/internal/difftest"
)

var update = flag.Bool("update", false, "write the outputs in README.md, docs/command.md and docs/papers.md anew")

var console = regexp.MustCompile("(?s)```console\n\\$ ([^\n]*)\n(.*?)```")

// The outputs that documents show are what the commands print.
func TestReadme(t *testing.T) {
	t.Chdir("../..")
	for _, file := range []string{"README.md", "docs/command.md", "docs/papers.md"} {
		t.Run(file, func(t *testing.T) { fresh(t, file, 2) })
	}
}

// The commands of docs/projects.md that are about the example in testdata/project print what it
// shows, after a build with whet cc.
func TestProjects(t *testing.T) {
	file, err := filepath.Abs("../../docs/projects.md")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("../../testdata/project")); err != nil {
		t.Fatal(err)
	}
	t.Chdir(dir)
	t.Setenv("WHET_CC", "true")
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if contract, err := os.ReadFile("contract.c"); err != nil || !bytes.Contains(text, contract) {
		t.Errorf("it does not show contract.c: %v", err)
	}
	// What make runs, where there is one.
	build := "whet cc -std=c99 -Wall -O2 -DFRAME_END=0x7e -c -o main.o main.c\n" +
		"whet cc -std=c99 -Wall -O2 -DFRAME_END=0x7e -c -o frame.o frame.c\n" +
		"whet cc -std=c99 -Wall -O2 -DFRAME_END=0x7e -c -o crc.o crc.c\n" +
		"whet cc -o frames main.o frame.o crc.o\n"
	if make, err := exec.LookPath("make"); err == nil {
		got, err := exec.Command(make, "-n", "CC=whet cc").CombinedOutput()
		if err != nil || string(got) != build {
			t.Errorf("make runs other commands: %v\n%s", err, got)
		}
	}
	for line := range strings.Lines(build) {
		var out bytes.Buffer
		if status := run(strings.Fields(line)[1:], env{&out, &out}); status != 0 {
			t.Fatalf("%s: %d: %s", line, status, out.String())
		}
	}
	fresh(t, file, 2)
}

func fresh(t *testing.T, file string, least int) {
	old, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	blocks := 0
	now := console.ReplaceAllFunc(old, func(block []byte) []byte {
		blocks++
		m := console.FindSubmatch(block)
		line := string(m[1])
		args, ok := strings.CutPrefix(line, "go run ./cmd/whet ")
		if !ok {
			args, ok = strings.CutPrefix(line, "whet ")
		}
		if !ok {
			t.Fatalf("not a command of whet: %s", line)
		}
		var out, errs bytes.Buffer
		run(strings.Fields(args), env{&out, &errs})
		return []byte("```console\n$ " + line + "\n" + out.String() + errs.String() + "```")
	})
	if blocks < least {
		t.Errorf("only %d blocks found", blocks)
	}
	if *update {
		if err := os.WriteFile(file, now, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if d := difftest.Text(string(old), string(now)); d != "" {
		t.Errorf("%s is stale (go test ./cmd/whet -run Readme -update):\n%s", file, d)
	}
}

// The examples of README.md are ones that are tested.
func TestReadmeExample(t *testing.T) {
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	example, err := os.ReadFile("../../example_test.go")
	if err != nil {
		t.Fatal(err)
	}
	ms := regexp.MustCompile("(?s)```go\n(.*?)```").FindAllSubmatch(readme, -1)
	if len(ms) == 0 {
		t.Fatal("there is no Go example")
	}
	for _, m := range ms {
		if !bytes.Contains(example, m[1]) {
			t.Errorf("not in example_test.go:\n%s", m[1])
		}
	}
}

// The example of docs/contracts.md is found out as the page says.
func TestContractsDocument(t *testing.T) {
	text, err := os.ReadFile("../../docs/contracts.md")
	if err != nil {
		t.Fatal(err)
	}
	m := regexp.MustCompile("(?s)```c\n(.*?)```.*?`whet (verify [^`]*)` says for each what was found out:\n\n((?:    [^\n]*\n)+)").FindSubmatch(text)
	if m == nil {
		t.Fatal("there is no example")
	}
	t.Chdir(t.TempDir())
	if err := os.WriteFile("swap.c", m[1], 0o644); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	run(strings.Fields(string(m[2])), env{&out, &out})
	for line := range strings.Lines(string(m[3])) {
		if !strings.Contains(out.String(), "  "+strings.TrimSpace(line)+"\n") {
			t.Errorf("%q is not what is printed:\n%s", strings.TrimSpace(line), out.String())
		}
	}
}
