package read

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/parse"
)

// foreignHeader is a header that only says that it is for another machine.
const foreignHeader = "arm_neon.h"

// headerNames are the other embedded headers.
func headerNames(t *testing.T) []string {
	var names []string
	err := fs.WalkDir(parse.HeaderFiles, "headers", func(path string, d fs.DirEntry, err error) error {
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
	load := func(m lang.DataModel, text string, defines ...string) {
		t.Helper()
		if _, err := LoadBytes("h.c", []byte(text+"int main(void) { return 0; }\n"), Options{Model: m, Defines: defines}); err != nil {
			t.Errorf("%v, %s, %v: %v", m, strings.Join(strings.Fields(text), " ")[:40], defines, err)
		}
	}
	for _, m := range []lang.DataModel{lang.LP64, lang.ILP32} {
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
		text, err := parse.HeaderFiles.ReadFile("headers/" + n)
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

// posixHeaders are those of POSIX.1-2017, but for the obsolete stropts.h and trace.h, and ndbm.h.
const posixHeaders = `aio.h arpa/inet.h assert.h complex.h cpio.h ctype.h dirent.h dlfcn.h errno.h fcntl.h fenv.h float.h
	fmtmsg.h fnmatch.h ftw.h glob.h grp.h iconv.h inttypes.h iso646.h langinfo.h libgen.h limits.h locale.h math.h monetary.h
	mqueue.h net/if.h netdb.h netinet/in.h netinet/tcp.h nl_types.h poll.h pthread.h pwd.h regex.h sched.h search.h semaphore.h
	setjmp.h signal.h spawn.h stdarg.h stdbool.h stddef.h stdint.h stdio.h stdlib.h string.h strings.h sys/ipc.h sys/mman.h
	sys/msg.h sys/resource.h sys/select.h sys/sem.h sys/shm.h sys/socket.h sys/stat.h sys/statvfs.h sys/time.h sys/times.h
	sys/types.h sys/uio.h sys/un.h sys/utsname.h sys/wait.h syslog.h tar.h termios.h tgmath.h time.h ulimit.h unistd.h utime.h
	utmpx.h wchar.h wctype.h wordexp.h`

// Numbers that a header of POSIX defines on this machine are defined by the embedded header, too.
func TestHeadersOfPOSIX(t *testing.T) {
	gcc, err := exec.LookPath("gcc")
	if err != nil {
		t.Skip("gcc is not installed")
	}
	number := regexp.MustCompile(`(?m)^#define ((?:[A-Z]|_POSIX2?_|_XOPEN_)[A-Z0-9_]*) \(?-?[0-9][0-9a-zA-Z]*\)?$`)
	defined := regexp.MustCompile(`(?m)^#define (\w+)`)
	macros := func(header string, args ...string) string {
		cmd := exec.Command(gcc, append(args, "-D_XOPEN_SOURCE=700", "-dM", "-E", "-x", "c", "-")...)
		cmd.Stdin = strings.NewReader("#include <" + header + ">\n")
		out, err := cmd.Output()
		if err != nil {
			return ""
		}
		return string(out)
	}
	compared := 0
	for _, n := range strings.Fields(posixHeaders) {
		own := map[string]bool{}
		for _, m := range defined.FindAllStringSubmatch(macros(n, "-nostdinc", "-isystem", "../parse/headers"), -1) {
			own[m[1]] = true
		}
		if n == "dirent.h" {
			continue // glibc's reads limits.h
		}
		var missing []string
		for _, m := range number.FindAllStringSubmatch(macros(n), -1) {
			if compared++; !own[m[1]] && !strings.HasSuffix(m[1], "_SOURCE") && !strings.HasSuffix(m[1], "_H") {
				missing = append(missing, m[1])
			}
		}
		if len(missing) > 0 {
			t.Errorf("%s does not define %s", n, strings.Join(missing, ", "))
		}
	}
	if compared < 1000 {
		t.Logf("only %d numbers of this machine's headers were compared", compared)
	}
}

// A header that is not embedded is the machine's, which the result says. Those of a directory that
// an option names, and embedded ones, come before it.
func TestHeadersOfTheMachine(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"linux/thing.h": "#include <linux/more.h>\n#include <limits.h>\n", "linux/more.h": "#define THING 7\n", "limits.h": "#error embedded\n",
	} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	defer func(old []string) { parse.MachineHeaders = old }(parse.MachineHeaders)
	parse.MachineHeaders = []string{dir}
	const text = "#include <linux/thing.h>\nint a[THING == 7 && INT_MAX > 7 ? 1 : -1]; int main(void) { return 0; }\n"
	notes := func(o Options) string {
		u, err := LoadBytes("h.c", []byte(text), o)
		if err != nil {
			t.Fatal(err)
		}
		for _, n := range u.Notes {
			if n.Name == lang.CompilerAxiom.Name {
				return n.What
			}
		}
		return ""
	}
	if n := notes(Options{}); n != "this machine's header "+dir+"/linux/thing.h, and 1 more" {
		t.Errorf("noted: %q", n)
	}
	// Named by an option, the directory comes first, and the #error of its limits.h is met.
	if _, err := LoadBytes("h.c", []byte(text), Options{Include: []string{dir}}); err == nil {
		t.Error("a directory that -I names does not come before the embedded headers")
	}
}
