//go:build linux

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/alecthomas/kong"
)

const (
	// Something fails, something is not reached, and something is open.
	several = `#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned a = __VERIFIER_nondet_uint(), x = a, i = 0;
  assert(a != 4711);
  if (a > 20 && a < 5) assert(a == 2);
  while (i < a) { x = x * 1664525u + 7; i++; }
  assert(x != 0x12345);
  return 0;
}
`
	targets = `targets:
  fails: {files: several.c, expect: unsafe, engine: bmc, unwind: 3}
  open: {files: open.c, engine: bmc, unwind: 3}
  reached: {files: reached.c, engine: value}
  unread: {files: unread.c}
`
)

// timings are what may differ in files.
var timings = regexp.MustCompile(`(time|seconds)="[0-9.]+"|[0-9.]+ (s|MB)\b|,[0-9.]+,[0-9.]+,[0-9.]+|[0-9.]+(ms|MB|µs)`)

// TestSame compares what a fleet of one machine leaves with what the command whet leaves: what is
// printed, and all files.
func TestSame(t *testing.T) {
	whet := build(t)
	dir := t.TempDir()
	for name, text := range map[string]string{
		"several.c": several, "open.c": strings.Replace(several, "a != 4711", "1", 1), "whet.yml": targets, "unread.c": "int main(void) { return x; }",
		"reached.c": strings.Replace(strings.Replace(several, "a != 4711", "1", 1), "x = x * 1664525u + 7; i++;", "x = 1; break;", 1),
		"m.csv":     "path,expected,set,flags\nseveral.c,unsafe,a,--engine=bmc --unwind=3\nreached.c,safe,b,\nopen.c,safe,b,--engine=bmc --unwind=3\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, test := range []struct{ command, args string }{
		{"check", "whet.yml --junit=OUT.xml --sarif=OUT.sarif"},
		{"bench", "m.csv --set=a --set=b --match=e --csv=OUT.csv --fail-under=100 -- --check=assert"},
	} {
		got, want := filepath.Join(dir, "got"), filepath.Join(dir, "want")
		fields := func(out string) []string { return strings.Fields(strings.ReplaceAll(test.args, "OUT", out)) }
		one := fields(want)
		if test.command == "check" {
			one[0] = "--file=" + one[0]
		}
		a := exec.Command(whet, slices.Insert(one, 0, test.command)...)
		b := command(append([]string{"run", "--whet=" + whet, "--store=" + filepath.Join(dir, "store"), "--workers=1"}, fields(got)...)...)
		a.Dir, b.Dir = dir, dir
		a.Stderr, b.Stderr = os.Stderr, os.Stderr
		x, errX := a.Output()
		y, errY := b.Output()
		if errX == nil || errY == nil || errX.Error() != errY.Error() {
			t.Errorf("%s ends with %v, and the fleet with %v", test.command, errX, errY)
		}
		same(t, test.command, string(y), string(x))
		for _, ext := range []string{".xml", ".sarif", ".csv"} {
			if strings.Contains(test.args, "OUT"+ext) {
				x, errX := os.ReadFile(want + ext)
				y, errY := os.ReadFile(got + ext)
				if errX != nil || errY != nil {
					t.Fatal(errX, errY)
				}
				same(t, ext, string(y), string(x))
			}
		}
	}
}

func same(t *testing.T, what, got, want string) {
	t.Helper()
	got, want = timings.ReplaceAllString(times.ReplaceAllString(got, "$1"), ""), timings.ReplaceAllString(times.ReplaceAllString(want, "$1"), "")
	if got != want {
		t.Errorf("%s: got\n%s\nwant\n%s", what, got, want)
	}
}

func TestArguments(t *testing.T) {
	flags := runFlags(kong.Must(&cli{}))
	for _, help := range []string{"--help", "-h"} { // that of this command
		if got := ownFirst(flags, []string{"x", help, "--csv=y"}); !slices.Equal(got, []string{help, "--", "x", "--csv=y"}) {
			t.Errorf("%s: %q", help, got)
		}
	}
	dir := t.TempDir()
	yml, task, manifest := filepath.Join(dir, "whet.yml"), filepath.Join(dir, "task.yml"), filepath.Join(dir, "m.csv")
	for name, text := range map[string]string{yml: "targets: {}", task: "format_version: '2.0'", manifest: ""} {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for args, want := range map[string]string{
		"YML --store s net/ -q":          "check --file=YML net/ -q",
		"--junit x --workers=2 YML":      "check --junit x --file=YML",
		"TASK --csv c --store=s -- --x":  "bench TASK --csv c -- --x",
		"-q MANIFEST -- --store s":       "bench -q MANIFEST -- --store s",
		"":                               "check",
		"-q":                             "check -q",
		"nowhere.csv":                    "error",
		"--store YML MANIFEST --match x": "bench MANIFEST --match x",
	} {
		fill := strings.NewReplacer("YML", yml, "TASK", task, "MANIFEST", manifest)
		rest := ownFirst(flags, strings.Fields(fill.Replace(args)))
		if i := slices.Index(rest, "--"); i >= 0 {
			rest = rest[i:]
		} else {
			rest = nil
		}
		got, err := whetArgs(rest)
		if err != nil {
			got = []string{"error"}
		}
		if strings.Join(got, " ") != fill.Replace(want) {
			t.Errorf("%s: got %q, want %q", args, got, want)
		}
	}
}
