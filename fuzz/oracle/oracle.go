package oracle

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// Building and running programs.

// A Program is a program to compile and run.
type Program struct {
	Files []string
	Flags []string // flags of the compiler: -D, -I, …
	Model string   // "lp64" or "ilp32"
	Entry string   // the function that a run starts in
	// Pointers says what pointers from outside lead to, if the entry is not main: the value of whet's option
	// --pointers.
	Pointers string
	Rules    map[string]bool // the rules that were checked, by the names of whet's checks
	// set if the program's integers have no width: runs in which this matters are discarded
	Ideal          bool
	MallocSucceeds bool
}

// Limits bound the runs of one program.
type Limits struct {
	Runs int           // seeds, for each way to compile
	Time time.Duration // bound on the time of all runs, for each way
	From uint64        // the first seed
	Way  string        // the only way that is used; "" for all ways
}

// A Find is a run that reports an error.
type Find struct {
	Seed  uint64
	Way   string
	Line  string // the sanitizer's first line, or the message that an assertion fails
	Text  string // the whole output
	Rules []string
}

// Result is the result of a program.
type Result struct {
	Skipped string         // the reason why nothing was run
	Ways    map[string]int // runs by each way
	Runs    int
	Discard map[string]int // runs without a conclusion, by the reason
	Finds   []Find         // the finds, at most one
}

// A Bench has the object files that programs are linked with, in a separate directory.
type Bench struct {
	dir   string
	mu    sync.Mutex
	stubs map[string]string // object files by the way's flags; "" if the way does not work here
}

// NewBench makes a bench.
func NewBench() (*Bench, error) {
	dir, err := os.MkdirTemp("", "oracle")
	if err != nil {
		return nil, err
	}
	if err = os.Chmod(dir, 0o755); err == nil { // other users run the files there
		err = os.WriteFile(filepath.Join(dir, "stub.c"), []byte(stub), 0o644)
	}
	return &Bench{dir: dir, stubs: map[string]string{}}, err
}

// Close removes the directory.
func (b *Bench) Close() { os.RemoveAll(b.dir) }

// compile runs a compiler. The error contains its output.
func compile(ctx context.Context, cc string, args ...string) error {
	ctx, cancel := context.WithTimeout(ctx, 40*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, cc, args...)
	group(cmd) // processes that a compiler has started keep its output open
	cmd.WaitDelay = time.Second
	out, err := cmd.CombinedOutput()
	if err != nil {
		return fmt.Errorf("%s: %w: %s", cc, err, out)
	}
	return nil
}

// stub returns the stub's object file for a way, or "" if there is no such compiler or sanitizer.
func (b *Bench) stub(ctx context.Context, w *way) string {
	b.mu.Lock()
	defer b.mu.Unlock()
	key := w.cc + " " + strings.Join(w.flags, " ")
	obj, ok := b.stubs[key]
	if !ok {
		obj = filepath.Join(b.dir, fmt.Sprintf("stub%d.o", len(b.stubs)))
		try := filepath.Join(b.dir, "try")
		src := try + ".c"
		os.WriteFile(src, []byte("int main(void) { return 0; }\n"), 0o644) //nolint:errcheck // then it does not compile
		flags := slices.Concat(w.flags, []string{"-w"})
		own := []string{"-fno-sanitize=undefined,float-cast-overflow"} // these sanitizers are for the program, not for the stub
		if w.cc == "clang" {
			own[0] += ",integer,implicit-conversion"
		}
		if compile(ctx, w.cc, slices.Concat(flags, own, []string{"-c", filepath.Join(b.dir, "stub.c"), "-o", obj})...) != nil ||
			compile(ctx, w.cc, slices.Concat(flags, []string{src, obj, "-o", try}, link())...) != nil {
			obj = ""
		}
		b.stubs[key] = obj
	}
	return obj
}

// link returns the flags for the linker.
func link() []string {
	out := []string{"-Wl,--gc-sections"}
	for _, f := range wrapped {
		out = append(out, "-Wl,--wrap="+f)
	}
	return append(out, "-lm", "-lpthread")
}

// Usable reports whether anything can be compiled here.
func Usable() bool {
	for _, cc := range []string{"gcc", "clang"} {
		if _, err := exec.LookPath(cc); err == nil {
			return true
		}
	}
	return false
}

// A unit is a file to compile: the program's file, with bodies for functions that it lacks.
type unit struct{ file, extra string }

// Try compiles a program in all ways, and runs it.
func (b *Bench) Try(ctx context.Context, p *Program, l Limits) (*Result, error) {
	dir, err := os.MkdirTemp(b.dir, "p")
	if err != nil {
		return nil, err
	}
	if err := os.Chmod(dir, 0o755); err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	r := &Result{Ways: map[string]int{}, Discard: map[string]int{}}
	units, why := b.prepare(ctx, dir, p)
	if why != "" {
		r.Skipped = why
		return r, ctx.Err()
	}
	pool := filepath.Join(dir, "pool")
	if err := os.WriteFile(pool, p.pool(), 0o644); err != nil {
		return nil, err
	}
	var first error
	type build struct {
		way way
		exe string
	}
	var built []build
	for _, w := range p.ways() {
		if l.Way != "" && l.Way != w.name {
			continue
		}
		if w.cc == "clang" && p.has(bitField) && !p.Ideal {
			continue // clang gives wide bit-fields other types than gcc and whet do
		}
		exe := filepath.Join(dir, strings.ReplaceAll(w.name, " ", "-"))
		if err := b.build(ctx, p, &w, units, exe); err != nil {
			first = cmpErr(first, err)
			continue
		}
		built = append(built, build{w, exe})
		if err := b.runs(ctx, p, &w, exe, pool, l, r); err != nil {
			return nil, err
		}
		if len(r.Finds) == 0 {
			continue
		}
		// A find must be reproducible. A find without sanitizers counts only if the same run with sanitizers is not
		// discarded: its behaviour may depend on an error in a rule that was not checked.
		f := &r.Finds[0]
		again := &Result{Ways: map[string]int{}, Discard: map[string]int{}}
		for _, x := range built {
			if x.way.name == w.name || w.plain && !x.way.plain {
				if err := b.runs(ctx, p, &x.way, x.exe, pool, Limits{Runs: 1, Time: 20 * time.Second, From: f.Seed}, again); err != nil {
					return nil, err
				}
			}
		}
		switch {
		case !slices.ContainsFunc(again.Finds, func(g Find) bool { return g.Way == w.name }):
			r.Discard["a report that did not come again"]++
		case w.memory && !b.confirmed(ctx, p, &w, units, exe, pool, f.Seed):
			r.Discard["a report of MemorySanitizer that valgrind does not confirm"]++
		case w.plain && len(again.Discard) > 0:
			r.Discard["a failing assertion after something that was not asked for"]++
		default:
			return r, ctx.Err()
		}
		r.Finds = nil
	}
	if r.Runs == 0 {
		r.Skipped = "it does not compile or link"
		if first != nil {
			r.Skipped += ": " + reason(first)
		}
	}
	return r, ctx.Err()
}

func cmpErr(a, b error) error {
	if a != nil {
		return a
	}
	return b
}

var complains = regexp.MustCompile(`(?m)(?:fatal )?error: (.*[^s])$|undefined reference to .(\w+)|multiple definition of .(\w+)`)

// reason returns the first error message of a compiler or linker.
func reason(err error) string {
	m := complains.FindStringSubmatch(err.Error())
	switch {
	case m == nil:
		return "no reason given"
	case m[2] != "":
		return "undefined: " + m[2]
	case m[3] != "":
		return "defined twice: " + m[3]
	}
	return regexp.MustCompile(`‘[^’]*’|'[^']*'`).ReplaceAllString(m[1], "…")
}

// common returns the flags of a program in every way.
func (p *Program) common() []string {
	flags := slices.Concat([]string{"-w", "-g0", "-fcommon", "-ffunction-sections", "-fdata-sections"}, p.Flags)
	if p.Entry != "main" {
		flags = append(flags, "-Dmain=oracle_main_of_the_program")
	}
	return flags
}

var (
	newer    = regexp.MustCompile(`^-std=(c|gnu)2[xy3]$`)
	ensures  = regexp.MustCompile(`\bensures\b`)
	bitField = regexp.MustCompile(`:\s*(3[3-9]|[4-6]\d)\s*[;,]`) // wider than int
)

// has reports whether the pattern matches in one of the files.
func (p *Program) has(what *regexp.Regexp) bool {
	return slices.ContainsFunc(p.Files, func(f string) bool {
		text, _ := os.ReadFile(f)
		return what.Match(text)
	})
}

// prepare finds the functions that the program lacks, and whether it may be run.
func (b *Bench) prepare(ctx context.Context, dir string, p *Program) (units []unit, why string) {
	plain := way{cc: "gcc", flags: []string{"-std=gnu11", "-O0"}}
	if p.Model == "ilp32" {
		plain.flags = append(plain.flags, i386...)
	}
	base := slices.Concat(plain.flags, p.common())
	if slices.ContainsFunc(p.Flags, func(f string) bool { return newer.MatchString(f) }) {
		return nil, "a C that is newer than some compilers"
	}
	var objects []string
	var protos []map[string]prototype
	for i, f := range p.Files {
		obj := filepath.Join(dir, fmt.Sprintf("a%d.o", i))
		aux := filepath.Join(dir, fmt.Sprintf("a%d.aux", i))
		if err := compile(ctx, "gcc", slices.Concat(base, language(f), []string{"-aux-info", aux, "-c", f, "-o", obj})...); err != nil {
			return nil, "gcc does not accept it: " + reason(err)
		}
		if err := weaken(ctx, obj); err != nil {
			return nil, "objcopy is not here"
		}
		objects = append(objects, obj)
		protos = append(protos, prototypes(aux))
		units = append(units, unit{file: f})
	}
	if p.Entry != "main" {
		found := false
		for i, m := range protos {
			if q, ok := m[p.Entry]; ok && q.body && !found {
				found = true
				text, why := driver(p.Entry, q, p.Pointers)
				if why != "" {
					return nil, why
				}
				units[i].extra = text
			}
		}
		if !found {
			return nil, "an entry function that gcc does not know"
		}
		if err := os.WriteFile(filepath.Join(dir, "main.c"), []byte("int main(void) { return 0; }\n"), 0o644); err != nil {
			return nil, err.Error()
		}
		objects = append(objects, filepath.Join(dir, "main.c"))
	}
	exe := filepath.Join(dir, "plain")
	args := slices.Concat(plain.flags, []string{"-w"}, objects, []string{b.stub(ctx, &plain), "-o", exe}, link())
	if err := compile(ctx, "gcc", args...); err != nil {
		missing := regexp.MustCompile("undefined reference to [`'‘](\\w+)").FindAllStringSubmatch(err.Error(), -1)
		if len(missing) == 0 {
			return nil, "it does not link: " + reason(err)
		}
		done := map[string]bool{}
		for _, m := range missing {
			name := m[1]
			if done[name] {
				continue
			}
			if !strings.HasPrefix(name, "__VERIFIER_") && p.has(ensures) {
				return nil, "a function without a body that may have a contract"
			}
			done[name] = true
			if name == "main" || name == "__real_main" {
				return nil, "it has no main"
			}
			at := slices.IndexFunc(protos, func(m map[string]prototype) bool { _, ok := m[name]; return ok })
			if at < 0 {
				return nil, "an object without a definition"
			}
			text, err := exec.CommandContext(ctx, "gcc", slices.Concat(base, language(p.Files[at]), []string{"-E", "-P", p.Files[at]})...).Output()
			if err != nil {
				return nil, "gcc does not accept it"
			}
			body, why := returning(name, protos[at][name], string(text))
			if why != "" {
				return nil, why
			}
			units[at].extra = body + units[at].extra
		}
		// Link again, ignoring undefined references, to see which functions it calls.
		if err := compile(ctx, "gcc", append(args, "-Wl,--unresolved-symbols=ignore-all")...); err != nil {
			return nil, "it does not link: " + reason(err)
		}
	}
	if f := harmful(ctx, exe); f != "" {
		return nil, "it could do harm: " + f
	}
	return units, ""
}

func language(file string) []string {
	if strings.HasSuffix(file, ".i") {
		return []string{"-x", "cpp-output"}
	}
	return nil
}

// dangerous are functions that act on more than the process.
var dangerous = regexp.MustCompile(`^(unlink|unlinkat|remove|rmdir|rename|renameat2?|(sym)?link(at)?|mkdir(at)?|mkfifo(at)?|mknod(at)?|l?f?chmod(at)?|[lf]?chown(at)?|` +
	`f?truncate(64)?|chroot|mount|umount2?|reboot|sethostname|set(re|res|e)?[ug]id|setgroups|kill|killpg|sigqueue|tgkill|pthread_kill|system|popen|v?fork|clone|` +
	`exec\w+|posix_spawnp?|syscall|ptrace|socket|connect|bind|listen|sendto|setpriority|nice|setrlimit|prlimit|sync|syncfs|utime\w*|futimens|nftw(64)?|ftw(64)?|` +
	`sched_set\w+|shmget|shmctl|semget|semctl|msgget|setsid|daemon|ioctl|settimeofday|clock_settime|dlopen|mq_open|shm_open|sem_open|tmpfile|mkstemp|mkdtemp|` +
	`putenv|setpgid|tcsetpgrp|inotify_init|personality|unshare|setns|swapon|acct|klogctl|init_module|iopl|ioperm|process_vm_writev|pause|sigsuspend)$`)

// harmful returns a function that the program calls and that could do harm, or "".
func harmful(ctx context.Context, exe string) string {
	out, err := exec.CommandContext(ctx, "nm", "-D", "--undefined-only", "--without-symbol-versions", exe).Output()
	if err != nil {
		return "nm cannot read it"
	}
	for _, f := range strings.Fields(string(out)) {
		if dangerous.MatchString(f) && !slices.Contains(stubCalls, f) {
			return f
		}
	}
	return ""
}

// stubCalls are the functions in this list that the stub itself needs.
var stubCalls = []string{"fork", "setrlimit"}

// errorFunctions have a fixed meaning, even if the program defines them.
var errorFunctions = []string{"reach_error", "__VERIFIER_error", "__assert_fail"}

// weaken makes the program's definitions of errorFunctions weak, so that the stub's definitions win.
func weaken(ctx context.Context, obj string) error {
	var args []string
	for _, f := range errorFunctions {
		args = append(args, "--weaken-symbol="+f)
	}
	return compile(ctx, "objcopy", append(args, obj)...)
}

// confirmed checks a run that MemorySanitizer reports with valgrind, if it is installed. MemorySanitizer sometimes
// takes memory that libraries and variable arguments have written for uninitialized.
func (b *Bench) confirmed(ctx context.Context, p *Program, w *way, units []unit, exe, pool string, seed uint64) bool {
	path, err := exec.LookPath("valgrind")
	if err != nil {
		return true
	}
	v := way{name: "valgrind", cc: "gcc", under: []string{path, "-q", "--error-exitcode=86", "--log-file=/dev/null"}, memory: true}
	v.flags = slices.DeleteFunc(slices.Clone(w.flags), func(f string) bool {
		return strings.HasPrefix(f, "-fsanitize") || strings.HasPrefix(f, "-fno-sanitize")
	})
	if err := b.build(ctx, p, &v, units, exe+"-plain"); err != nil {
		return true
	}
	r := &Result{Ways: map[string]int{}, Discard: map[string]int{}}
	err = b.runs(ctx, p, &v, exe+"-plain", pool, Limits{Runs: 1, Time: 30 * time.Second, From: seed}, r)
	return err != nil || len(r.Finds) > 0
}

// build compiles a program in one way.
func (b *Bench) build(ctx context.Context, p *Program, w *way, units []unit, exe string) error {
	stub := b.stub(ctx, w)
	if stub == "" {
		return errors.New("error: " + w.name + " does not work here")
	}
	var objects []string
	for i, u := range units {
		file := u.file
		text, err := os.ReadFile(u.file)
		if err != nil {
			return err
		}
		if body, none := asserting(string(text)); u.extra != "" || !none {
			file = fmt.Sprintf("%s%d.c", exe, i)
			body = fmt.Sprintf("void oracle_annotation(void);\n# 1 %q\n%s\n%s%s", u.file, body, prelude, u.extra)
			if err := os.WriteFile(file, []byte(body), 0o644); err != nil {
				return err
			}
		}
		obj := fmt.Sprintf("%s%d.o", exe, i)
		args := slices.Concat(w.flags, p.common(), []string{"-iquote", filepath.Dir(u.file)}, language(file), []string{"-c", file, "-o", obj})
		if err := compile(ctx, w.cc, args...); err != nil {
			return err
		}
		objects = append(objects, obj)
		if err := weaken(ctx, obj); err != nil {
			return err
		}
	}
	return compile(ctx, w.cc, slices.Concat(w.flags, []string{"-w"}, objects, []string{stub, "-o", exe}, link())...)
}

var (
	integers = regexp.MustCompile(`\b(0[xX][0-9a-fA-F]+|[0-9]+)[uUlL]*\b`)
	chars    = regexp.MustCompile(`'([^'\\])'`)
	quoted   = regexp.MustCompile(`"([^"\\\n]{1,60})"`)
)

// pool returns the numbers and words in the program's files.
func (p *Program) pool() []byte {
	var out bytes.Buffer
	seen := map[string]bool{}
	add := func(kind, s string) {
		if k := kind + s; !seen[k] && len(seen) < 700 {
			seen[k] = true
			fmt.Fprintln(&out, k)
		}
	}
	for _, f := range p.Files {
		text, _ := os.ReadFile(f)
		for _, m := range integers.FindAllSubmatch(text, -1) {
			if n, err := strconv.ParseUint(string(m[1]), 0, 64); err == nil {
				add("n", fmt.Sprint(int64(n)))
			}
		}
		for _, m := range chars.FindAllSubmatch(text, -1) {
			add("n", fmt.Sprint(m[1][0]))
		}
		for _, m := range quoted.FindAllSubmatch(text, -1) {
			add("w", string(m[1]))
		}
	}
	return out.Bytes()
}

var noArguments = regexp.MustCompile(`\bmain\s*\(\s*(void)?\s*\)`)

// arguments returns "1" if the program may read its arguments, else "0".
func (p *Program) arguments() string {
	for _, f := range p.Files {
		if text, _ := os.ReadFile(f); noArguments.Match(text) || p.Entry != "main" {
			return "0"
		}
	}
	return "1"
}

// runs makes the runs of a program that was compiled in one way, up to the first find.
func (b *Bench) runs(ctx context.Context, p *Program, w *way, exe, pool string, l Limits, r *Result) error {
	home, err := os.MkdirTemp(b.dir, "run")
	if err != nil {
		return err
	}
	defer os.RemoveAll(home)
	if err := os.Chmod(home, 0o777); err != nil {
		return err
	}
	limit, cancel := context.WithTimeout(ctx, l.Time+30*time.Second)
	defer cancel()
	command := append(slices.Clone(w.under), exe)
	cmd := exec.CommandContext(limit, command[0], command[1:]...)
	cmd.Dir = home
	succeeds := 0
	if p.MallocSucceeds || !p.Rules["null"] && !p.Rules["leak"] && !p.Rules["cleanup"] {
		succeeds = 1
	}
	cmd.Env = append([]string{"PATH=/usr/bin:/bin", "LC_ALL=C", "ORACLE_POOL=" + pool, fmt.Sprint("ORACLE_FROM=", l.From), fmt.Sprint("ORACLE_TO=", l.From+uint64(l.Runs)),
		fmt.Sprint("ORACLE_MS=", l.Time.Milliseconds()), fmt.Sprint("ORACLE_SUCCEEDS=", succeeds),
		"ORACLE_INPUTS=" + p.arguments(), fmt.Sprint("ORACLE_SLOW=", len(w.under))}, w.env...)
	alone(cmd)
	var out bytes.Buffer
	cmd.Stdout = &out
	cmd.WaitDelay = time.Second
	cmd.Run() //nolint:errcheck // what was printed before counts
	end(cmd)
	in := bufio.NewReader(&out)
	for {
		var seed uint64
		var how string
		var code, n int
		line, err := in.ReadString('\n')
		if err != nil {
			return nil
		}
		if k, err := fmt.Sscan(line, &seed, &how, &code, &n); k != 4 || err != nil {
			return nil // the program itself wrote this
		}
		text := make([]byte, n)
		if _, err := io.ReadFull(in, text); err != nil {
			return nil
		}
		r.Runs++
		r.Ways[w.name]++
		f, why := judge(p, w, how, code, string(text))
		switch {
		case why != "":
			r.Discard[why]++
		case f != nil:
			f.Seed, f.Way = seed, w.name
			r.Finds = append(r.Finds, *f)
			return nil
		}
	}
}

// judge decides what a run shows: a find, or a reason why nothing is concluded. It returns neither if the run ended
// without an error.
func judge(p *Program, w *way, how string, code int, text string) (f *Find, why string) {
	switch {
	case how == "signal":
		return nil, "a signal or no time"
	case code == annotated && p.Rules["assert"]:
		return &Find{Line: "an annotation fails", Rules: []string{"assert"}}, ""
	case code == failed && p.Rules["assert"]:
		return &Find{Line: "an assertion fails", Rules: []string{"assert"}}, ""
	case code == failed || code == annotated:
		return nil, "an assertion that was not asked for"
	case code == discarded:
		return nil, "an assumption does not hold, or abort"
	case code != reported:
		return nil, ""
	case len(w.under) > 0:
		return &Find{Line: "valgrind reports an error", Rules: []string{"uninit"}}, ""
	}
	line, rules, ok := classify(text)
	switch {
	case line == "":
		return nil, "" // its own status
	case !ok:
		return nil, "a report of something that is no rule"
	}
	for _, rule := range rules {
		if !p.Rules[rule] {
			return nil, "a report about a rule that was not asked for: " + strings.Join(rules, ", ")
		}
	}
	return &Find{Line: line, Rules: rules, Text: text}, ""
}
