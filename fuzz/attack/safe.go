package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/whet-mc/whet/fuzz/oracle"
)

// Programs that whet calls safe are compiled and run on random inputs (package oracle). They need no labels: a
// sanitizer's report about a rule that was checked shows a wrong verdict.

// Safe is a campaign over programs of manifests and directories.
type Safe struct {
	From    []string // manifests (.csv), directories, programs
	Match   string   // a text that the names of the programs must contain
	Every   int      // only one in so many programs is verified
	Jobs    int
	Timeout time.Duration // the time limit of a verification
	Limits  oracle.Limits // the limits of a program's runs
	Show    bool          // print everything that the run of a find has written
	Out     io.Writer
	Judge   Judge
}

// A Judge is a verifier: it returns the verdict of a program with its flags.
type Judge func(ctx context.Context, t *Task) Judged

// Judged is a verdict, and what was verified.
type Judged struct {
	Verdict string
	Checks  []string // "assert" and rules
	Entry   string
	Model   string // "lp64", "ilp32"
	Arith   string // "machine", "int", "real"
	Files   []string
	// Contracts says that contracts were used. Compilers do not know what a caller has to ensure.
	Contracts bool
}

// Task is a program of a manifest.
type Task struct {
	From  string // the manifest
	Set   string
	Name  string
	Files []string
	Flags []string
}

// Tried is the result of a program.
type Tried struct {
	Task    *Task
	Verdict string
	*oracle.Result
}

// tasks reads a manifest, a directory or a program.
func tasks(path string) ([]*Task, error) {
	st, err := os.Stat(path)
	switch {
	case err != nil:
		return nil, err
	case st.IsDir():
		var out []*Task
		err := filepath.WalkDir(path, func(p string, d fs.DirEntry, err error) error {
			if err == nil && !d.IsDir() && (strings.HasSuffix(p, ".c") || strings.HasSuffix(p, ".i")) {
				name, _ := filepath.Rel(path, p)
				out = append(out, &Task{From: path, Set: filepath.Base(path), Name: name, Files: []string{p}})
			}
			return err
		})
		return out, err
	case filepath.Ext(path) != ".csv":
		return []*Task{{From: path, Set: filepath.Base(filepath.Dir(path)), Name: filepath.Base(path), Files: []string{path}}}, nil
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	r := csv.NewReader(f)
	r.FieldsPerRecord = -1
	rows, err := r.ReadAll()
	if err != nil || len(rows) == 0 {
		return nil, fmt.Errorf("%s: no manifest: %w", path, err)
	}
	var out []*Task
	dir := filepath.Dir(path)
	for _, row := range rows[1:] {
		get := func(name string) string {
			if i := slices.Index(rows[0], name); i >= 0 && i < len(row) {
				return row[i]
			}
			return ""
		}
		t := &Task{From: path, Set: filepath.Base(dir), Name: get("path"), Flags: under(dir, words(get("flags")))}
		if checks := properties[get("property")]; checks != "" {
			t.Flags = append(t.Flags, "--check", checks)
			if get("property") != "null" { // the others assume that memory is available
				t.Flags = append(t.Flags, "--malloc-succeeds")
			}
		}
		for _, file := range strings.Fields(t.Name) {
			t.Files = append(t.Files, filepath.Join(dir, file))
		}
		if len(t.Files) > 0 {
			t.Name = strings.Fields(t.Name)[0]
			out = append(out, t)
		}
	}
	return out, nil
}

// properties maps the values of the column "property" to checks.
var properties = map[string]string{
	"overflow": "overflow", "div0": "division", "shift": "shift", "uninit": "uninit", "null": "null",
	"valid-deref": "bounds,null,lifetime,library", "valid-free": "free", "memleak": "leak",
	"memcleanup": "cleanup", "memsafety": "memory,leak", "conversion": "conversion", "unreach": "none",
}

// words splits flags as a shell does.
func words(s string) []string {
	var out []string
	var b strings.Builder
	in, quote := false, rune(0)
	for _, c := range s + " " {
		switch {
		case quote != 0 && c == quote:
			quote = 0
		case quote != 0:
			b.WriteRune(c)
		case c == '\'' || c == '"':
			quote, in = c, true
		case c == ' ' && in:
			out = append(out, b.String())
			b.Reset()
			in = false
		case c == ' ':
		default:
			b.WriteRune(c)
			in = true
		}
	}
	return out
}

// folders are flags that are followed by the name of a directory or file.
var folders = []string{"-I", "-isystem", "-iquote", "-include"}

// under makes relative directories of headers relative to dir.
func under(dir string, flags []string) []string {
	out := slices.Clone(flags)
	for i, f := range out {
		switch {
		case i > 0 && slices.Contains(folders, out[i-1]) && !filepath.IsAbs(f):
			out[i] = filepath.Join(dir, f)
		case strings.HasPrefix(f, "-I") && len(f) > 2 && !filepath.IsAbs(f[2:]):
			out[i] = "-I" + filepath.Join(dir, f[2:])
		}
	}
	return out
}

// compilers returns the flags for compilers, the value of --pointers, and whether allocations succeed.
func (t *Task) compilers() (flags []string, pointers string, succeeds bool) {
	for i := 0; i < len(t.Flags); i++ {
		f := t.Flags[i]
		value := func() string {
			if i++; i < len(t.Flags) {
				return t.Flags[i]
			}
			return ""
		}
		name, with, joined := strings.Cut(f, "=")
		switch {
		case f == "--malloc-succeeds":
			succeeds = true
		case name == "--pointers" && joined:
			pointers = with
		case f == "--pointers":
			pointers = value()
		case name == "--define" || name == "--include" || name == "--cflag":
			if !joined {
				with = value()
			}
			switch name {
			case "--define":
				with = "-D" + with
			case "--include":
				with = "-I" + with
			}
			flags = append(flags, with)
		case f == "-D" || f == "-U" || slices.Contains(folders, f):
			flags = append(flags, f, value())
		case strings.HasPrefix(f, "-") && !strings.HasPrefix(f, "--") && f != "-m32":
			flags = append(flags, f)
		}
	}
	return flags, pointers, succeeds
}

// Run tries all programs. It takes programs of several manifests in turn.
func (s *Safe) Run(ctx context.Context) ([]*Tried, error) {
	type ranked struct {
		*Task
		at float64 // the relative position of the program in its manifest
	}
	var list []ranked
	for _, from := range s.From {
		ts, err := tasks(from)
		if err != nil {
			return nil, err
		}
		for i, t := range ts {
			if strings.Contains(t.Name, s.Match) && i%max(1, s.Every) == 0 {
				list = append(list, ranked{t, float64(i) / float64(len(ts))})
			}
		}
	}
	// If time runs out, the same fraction of each manifest is done.
	slices.SortStableFunc(list, func(a, b ranked) int { return cmp.Compare(a.at, b.at) })
	bench, err := oracle.NewBench()
	if err != nil {
		return nil, err
	}
	defer bench.Close()
	out := make([]*Tried, len(list))
	next := make(chan int)
	var wg sync.WaitGroup
	var mu sync.Mutex
	for range max(1, s.Jobs) {
		wg.Go(func() {
			for i := range next {
				t := s.one(ctx, bench, list[i].Task)
				if ctx.Err() != nil {
					return
				}
				mu.Lock()
				out[i] = t
				s.say(t)
				mu.Unlock()
			}
		})
	}
feed:
	for i := range list {
		select {
		case next <- i:
		case <-ctx.Done():
			break feed
		}
	}
	close(next)
	wg.Wait()
	return slices.DeleteFunc(out, func(t *Tried) bool { return t == nil }), nil
}

// one verifies a program, and runs it if the verdict is safe.
func (s *Safe) one(ctx context.Context, bench *oracle.Bench, t *Task) *Tried {
	v := s.Judge(ctx, t)
	out := &Tried{Task: t, Verdict: v.Verdict, Result: &oracle.Result{}}
	if v.Verdict != "safe" {
		return out
	}
	if v.Contracts && v.Entry != "main" {
		out.Skipped = "an entry function with a contract"
		return out
	}
	p := &oracle.Program{Files: v.Files, Model: v.Model, Entry: v.Entry, Rules: map[string]bool{}, Ideal: v.Arith != "machine"}
	for _, c := range v.Checks {
		p.Rules[c] = true
	}
	p.Flags, p.Pointers, p.MallocSucceeds = t.compilers()
	r, err := bench.Try(ctx, p, s.Limits)
	if err != nil {
		r = &oracle.Result{Skipped: err.Error()}
	}
	out.Result = r
	return out
}

// say prints the finds of a program.
func (s *Safe) say(t *Tried) {
	for _, f := range t.Finds {
		fmt.Fprintf(s.Out, "FOUND %s %s: called safe, but with seed %d by %s: %s\n  go run ./fuzz/attack -safe %s -match %s -way %q -seed %d -runs 1\n",
			t.Task.From, t.Task.Name, f.Seed, f.Way, f.Line, t.Task.From, t.Task.Name, f.Way, f.Seed)
		if s.Show {
			fmt.Fprintln(s.Out, f.Text)
		}
	}
	if s.Match != "" && len(t.Finds) == 0 {
		fmt.Fprintf(s.Out, "%s: %s, %d runs, discarded %v %s\n", t.Task.Name, t.Verdict, t.Runs, t.Discard, t.Skipped)
	}
}

// whetJudge returns a judge that calls the command whet, in a separate process for each program.
func whetJudge(command []string, timeout time.Duration) Judge {
	return func(ctx context.Context, t *Task) Judged {
		ctx, cancel := context.WithTimeout(ctx, 10*timeout+time.Minute)
		defer cancel()
		args := slices.Concat(command[1:], []string{"verify", "--format", "json", "--jobs", "1", "--timeout", timeout.String()}, t.Flags, t.Files)
		cmd := exec.CommandContext(ctx, command[0], args...)
		var out bytes.Buffer
		cmd.Stdout = &out
		cmd.Run() //nolint:errcheck // the result says all
		var r struct {
			Task struct {
				File, Entry, Arith string
				Files              []string
				Model              string `json:"data_model"`
				Checks, Contracts  []string
			}
			Verdict string
		}
		if json.Unmarshal(out.Bytes(), &r) != nil || r.Verdict == "" {
			return Judged{Verdict: "not read"}
		}
		j := Judged{Verdict: r.Verdict, Checks: r.Task.Checks, Entry: r.Task.Entry, Model: r.Task.Model, Arith: r.Task.Arith, Files: t.Files, Contracts: len(r.Task.Contracts) > 0}
		if ext := filepath.Ext(t.Files[0]); ext == ".yml" || ext == ".yaml" {
			if j.Files = r.Task.Files; len(j.Files) == 0 {
				j.Files = []string{r.Task.File}
			}
		}
		return j
	}
}

// buildWhet builds the command whet into a directory.
func buildWhet(ctx context.Context, dir string) ([]string, error) {
	exe := filepath.Join(dir, "whet")
	if out, err := exec.CommandContext(ctx, "go", "build", "-o", exe, "github.com/whet-mc/whet/cmd/whet").CombinedOutput(); err != nil {
		return nil, fmt.Errorf("whet is not built: %w: %s", err, out)
	}
	return []string{exe}, nil
}
