//go:build linux

package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// partly has properties that hold, and one for each case to change.
const partly = `#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned x = __VERIFIER_nondet_uint(), n = 0, i;
  for (i = 0; i < x && i < 10; i++) n += 2;
  assert(n <= 20);
  assert(n % 2 == 0);
  assert(i <= 10);
  assert(x != 7 || OTHER);
  return 0;
}
`

// What is between worker and whet says what a machine can do within its time, whatever machine that is:
// asked for all, it decides the first property alone.
const (
	little = `[ -z "$only" ] && exec WHET "$@" --only=1; `
	late   = `{ echo 'VERDICT: unknown (out of time)'; exit 3; }; `
	auto   = `grep -q '"Engine":""' $program`
)

// TestSplit has real processes verify a program of which one machine leaves most open. With --split all
// is decided, and the files are those of a machine that has decided it by itself, also where the
// coordinator is killed in between. Who lies about one property leaves that one open.
func TestSplit(t *testing.T) {
	whet := build(t)
	for _, test := range []struct {
		name, fault string
		other       string // what holds instead of the last property
		targets     string // more of the target
		kill        bool   // the coordinator, while a part is held
		open        int    // the line of a property that stays open, 0: none
		calls       string // of the engine auto; "": whatever
	}{
		{name: "properties", fault: little, other: "i == 7", calls: "all 2 3 4"},
		{name: "engines", fault: little + `[ "$only" = 3 ] && ` + auto + ` && ` + late, other: "i == 7", calls: "all 2 3 4"},
		{name: "fails", fault: little + `[ "$only" = 3 ] && ` + auto + ` && ` + late, other: "n == 4", targets: ", expect: unsafe", calls: "all 2 3 4"},
		{name: "no time at all", fault: `[ -z "$only" ] && ` + late, other: "i == 7", calls: "all 1 2 3 4"},
		{name: "killed", fault: little + `[ "$only" = 3 ] && mv DIR/hold DIR/held && echo $PPID >DIR/pid.new && mv DIR/pid.new DIR/pid && exec sleep 600; `, other: "i == 7", kill: true},
		{name: "lie", fault: little + `[ "$only" = 2 ] && { sed 's/"only":\[1\],"decided":\[1\]/"only":[2],"decided":[2]/' DIR/first >$evidence; echo 'VERDICT: unknown (trust me)'; exit 3; }; `, other: "i == 7", open: 7},
		{name: "lie of all", fault: little + `[ "$only" = 2 ] && { cp DIR/whole $evidence; echo 'VERDICT: safe'; exit 0; }; `, other: "i == 7", open: 7},
	} {
		t.Run(test.name, func(t *testing.T) {
			dir := t.TempDir()
			write := func(name, text string) string {
				path := filepath.Join(dir, name)
				if err := os.WriteFile(path, []byte(text), 0o755); err != nil {
					t.Fatal(err)
				}
				return path
			}
			run := func(args ...string) string {
				cmd := exec.Command(whet, args...)
				cmd.Dir = dir
				out, _ := cmd.Output() // with another status than 0 where something is open
				return string(out)
			}
			program := strings.Replace(partly, "OTHER", test.other, 1)
			write("partly.c", program)
			write("other.c", strings.Replace(program, "n % 2 == 0", "1", 1))
			write("whet.yml", "targets:\n  partly: {files: partly.c, check: none"+test.targets+"}\n")
			write("hold", "")
			run("verify", "--check=none", "--only=1", "--evidence=first", "partly.c")
			run("verify", "--check=none", "--evidence=whole", "other.c")
			log := `e=$(sed 's/.*"Engine":"\([^"]*\)".*/\1/' $program); echo "${only:-all}$e" >>DIR/calls; `
			script := write("whet", strings.NewReplacer("WHET", whet, "DIR", dir).Replace(strings.Replace(between, "FAULT", log+test.fault, 1)))
			start := func(name string) (*exec.Cmd, *bytes.Buffer) {
				cmd := command("run", "--split", "--whet="+script, "--store="+filepath.Join(dir, "store"), "--wait=5s", "--workers=2", "whet.yml", "--junit="+name+".xml", "--sarif="+name+".sarif")
				out := &bytes.Buffer{}
				cmd.Dir, cmd.Stdout, cmd.Stderr = dir, out, os.Stderr
				if err := cmd.Start(); err != nil {
					t.Fatal(err)
				}
				return cmd, out
			}
			cmd, out := start("got")
			var before []string
			if test.kill {
				waitFor(t, filepath.Join(dir, "pid"))
				kill(t, cmd.Process.Pid)
				cmd.Wait() //nolint:errcheck // it was killed
				before = calls(t, dir)
				cmd, out = start("got")
			}
			cmd.Wait() //nolint:errcheck // as whet check, if something is open
			want := run("check", "--junit=want.xml", "--sarif=want.sarif")
			if test.open > 0 { // that one alone
				_, report, _ := strings.Cut(read(t, dir, "got.xml"), fmt.Sprintf("line %d in main", test.open))
				report, rest, _ := strings.Cut(report, "</testcase>")
				if !strings.Contains(out.String(), "partly: unknown") || !strings.Contains(report, "<error message=\"not decided") || strings.Count(rest, "<testcase") != 2 || strings.Contains(rest, "not decided") {
					t.Errorf("got %s\n%s", out, read(t, dir, "got.xml"))
				}
				return
			}
			same(t, "table", out.String(), want)
			same(t, "JUnit", read(t, dir, "got.xml"), read(t, dir, "want.xml"))
			same(t, "SARIF", read(t, dir, "got.sarif"), read(t, dir, "want.sarif"))
			all := calls(t, dir)
			if got := strings.Join(slices.DeleteFunc(slices.Clone(all), func(c string) bool { return strings.Trim(c, "0123456789") != "" && c != "all" }), " "); test.calls != "" && sorted(got) != sorted(test.calls) {
				t.Errorf("asked for %s, not for %s", got, test.calls)
			}
			if test.kill {
				again := 0
				for _, c := range all[len(before):] {
					if slices.Contains(before, c) {
						again++
					}
				}
				if again > 2 { // what two workers had
					t.Errorf("before it was killed %v, and then %v", before, all[len(before):])
				}
			}
			// Another run has all answers.
			cmd, out = start("again")
			cmd.Wait() //nolint:errcheck // as above
			same(t, "table", out.String(), want)
			same(t, "JUnit", read(t, dir, "again.xml"), read(t, dir, "want.xml"))
			if more := calls(t, dir); len(more) != len(all) {
				t.Errorf("asked again: %v", more[len(all):])
			}
		})
	}
}

func read(t *testing.T, dir, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func calls(t *testing.T, dir string) []string { return strings.Fields(read(t, dir, "calls")) }

func sorted(words string) string {
	list := strings.Fields(words)
	slices.Sort(list)
	return strings.Join(list, " ")
}
