package lang

import (
	"bytes"
	"fmt"
	"io/fs"
	"os/exec"
	"regexp"
	"strings"
	"testing"
)

// foreignHeader is a header that only says that it is for another machine.
const foreignHeader = "arm_neon.h"

// headerNames are the other embedded headers.
func headerNames(t *testing.T) []string {
	var names []string
	err := fs.WalkDir(headerFiles, "headers", func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && d.Name() != foreignHeader {
			names = append(names, strings.TrimPrefix(path, "headers/"))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return names
}

// Each header can be read by itself, and all of them together, in either order.
func TestHeadersTogether(t *testing.T) {
	names := headerNames(t)
	if len(names) < 120 {
		t.Errorf("%d headers", len(names))
	}
	load := func(m DataModel, text string, defines ...string) {
		t.Helper()
		if _, err := LoadBytes("h.c", []byte(text+"int main(void) { return 0; }\n"), Options{Model: m, Defines: defines}); err != nil {
			t.Errorf("%v, %s, %v: %v", m, strings.Join(strings.Fields(text), " ")[:40], defines, err)
		}
	}
	for _, m := range []DataModel{LP64, ILP32} {
		all, back := "", ""
		for _, n := range names {
			text := fmt.Sprintf("#include <%s>\n", n)
			if n != "tgmath.h" { // its macros have the names of functions
				all, back = all+text, text+back
			}
			if !testing.Short() {
				load(m, text+strings.Repeat(" ", 40))
			}
		}
		load(m, all, "_GNU_SOURCE")
		load(m, back)
	}
}

var (
	plainMacro = regexp.MustCompile(`(?m)^#define ([A-Z][A-Z0-9_]*) (\(?-?(?:0[xX][0-9a-fA-F]+|[0-9]+)[uUlL]*\)?)$`)
	// glibc's have an enumeration in the place of int with _GNU_SOURCE; strerror_r another result
	enumParameter = regexp.MustCompile(`\b(ptrace|[gs]etrlimit|[gs]etpriority|[gs]etitimer|strerror_r)\(`)
	prototype     = regexp.MustCompile(`(?m)^extern [^{};]*\([^{};]*\)(?: __attribute__\(\(noreturn\)\))?;$`)
)

// What the C library of the machine has as well is the same there: values of macros, and functions'
// types.
func TestHeadersAgainstTheLibrary(t *testing.T) {
	gcc, err := exec.LookPath("gcc")
	if err != nil {
		t.Skip("gcc is not installed")
	}
	differ := map[string]bool{
		// types that are opaque to programs, or are kept simple
		"complex.h": true, "tgmath.h": true, "ucontext.h": true, "wctype.h": true, "fenv.h": true, "stdatomic.h": true, "values.h": true,
	}
	compared := 0
	for _, n := range headerNames(t) {
		text, err := headerFiles.ReadFile("headers/" + n)
		if err != nil {
			t.Fatal(err)
		}
		if differ[n] || !bytes.Contains(text, []byte("extern")) || exec.Command(gcc, "-fsyntax-only", "-include", n, "-x", "c", "/dev/null").Run() != nil {
			continue
		}
		lines := map[int]string{}
		var src bytes.Buffer
		fmt.Fprintf(&src, "#define _GNU_SOURCE\n#include <%s>\n#include <sys/types.h>\n#include <stdint.h>\n#include <stdarg.h>\n", n)
		at := 6
		add := func(about, line string) {
			lines[at] = about
			fmt.Fprintln(&src, line)
			at++
			compared++
		}
		for _, m := range plainMacro.FindAllStringSubmatch(string(text), -1) {
			if !bytes.Contains(text, []byte("#ifdef __LP64__")) {
				add(m[0], fmt.Sprintf("_Static_assert(%s == %s, \"\");", m[1], m[2]))
			}
		}
		for _, p := range prototype.FindAllString(string(text), -1) {
			if !enumParameter.MatchString(p) {
				add(p, p)
			}
		}
		cmd := exec.Command(gcc, "-fsyntax-only", "-w", "-fmax-errors=0", "-x", "c", "-")
		cmd.Stdin = &src
		out, _ := cmd.CombinedOutput()
		for _, l := range strings.Split(string(out), "\n") {
			var line, col int
			if k, _ := fmt.Sscanf(l, "<stdin>:%d:%d: error:", &line, &col); k == 2 && lines[line] != "" && (strings.Contains(l, "conflicting types") || strings.Contains(l, "assertion failed")) {
				t.Errorf("%s: %s\n\t%s", n, lines[line], l)
			}
		}
	}
	t.Logf("%d declarations compared", compared)
}
