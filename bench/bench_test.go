package bench

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
)

func write(t *testing.T, dir, name, text string) string {
	t.Helper()
	path := filepath.Join(dir, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

const definitionText = `format_version: '2.0'
input_files: 'a.c'
properties:
  - property_file: unreach-call.prp
    expected_verdict: false
`

func names(tasks []Task) string {
	var b strings.Builder
	for _, t := range tasks {
		b.WriteString(t.Set + ":" + t.Name + "=" + t.Expected + " ")
	}
	return strings.TrimSpace(b.String())
}

func TestRead(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "x/a.c", "int main(void) { return 0; }")
	write(t, dir, "x/a.yml", definitionText)
	write(t, dir, "x/other.yml", "just: yaml\n")
	write(t, dir, "y/b.c", "int main(void) { return 0; }")
	m := write(t, dir, "m.csv", "set,path,expected,flags,timeout\ns,x/a.c,safe,--arith int,7.5\n,y/b.c,maybe,,\n")
	set := write(t, dir, "all.set", "# comment\nx/a*.yml\n\ny/*.c\nx/a.yml\n")
	for _, test := range []struct{ path, want string }{
		{m, "s:x/a.c=safe y:y/b.c="},
		{set, "all:x/a.yml=unsafe all:y/b.c="},
		{filepath.Join(dir, "x"), "x:a.yml=unsafe"},
		{filepath.Join(dir, "y"), "y:b.c="},
		{filepath.Join(dir, "x", "a.yml"), "x:a.yml=unsafe"},
	} {
		tasks, err := Read(test.path)
		if err != nil {
			t.Fatal(err)
		}
		if got := names(tasks); got != test.want {
			t.Errorf("%s: %s, not %s", test.path, got, test.want)
		}
	}
	tasks, _ := Read(m)
	if tasks[0].Timeout != 7500*time.Millisecond || !reflect.DeepEqual(tasks[0].Flags, []string{"--arith", "int"}) {
		t.Errorf("%+v", tasks[0])
	}
	there := filepath.Join(dir, "x", "a.c")
	if tasks, err := Read(write(t, t.TempDir(), "abs.csv", "path,expected\n"+there+",safe\n")); err != nil || tasks[0].Path != there {
		t.Errorf("%+v, %v", tasks, err)
	}
	write(t, dir, "x/with blank.c", "int main(void) { return 0; }")
	tasks, err := Read(write(t, dir, "several.csv", "path,expected\nx/a.c y/b.c,safe\nx/with blank.c,safe\n"))
	if err != nil || tasks[0].Path != there || !reflect.DeepEqual(tasks[0].More, []string{filepath.Join(dir, "y", "b.c")}) || tasks[0].Name != "x/a.c y/b.c" ||
		tasks[1].Path != filepath.Join(dir, "x", "with blank.c") || len(tasks[1].More) > 0 {
		t.Errorf("%+v, %v", tasks, err)
	}
	for _, bad := range []struct{ name, text, says string }{
		{"b1.csv", "path,set\nx,y\n", `no column "expected"`},
		{"b2.csv", "path,expected,timeout\na.c,safe,soon\n", "b2.csv:2: the timeout"},
		{"b3.csv", "path,expected\n,safe\n", "b3.csv:2: the path is empty"},
		{"b4.csv", "", "no header line"},
		{"b5.set", "nothing/*.yml\n", "no task"},
		{"b6.txt", "", "tasks are read from"},
	} {
		if _, err := Read(write(t, dir, bad.name, bad.text)); err == nil || !strings.Contains(err.Error(), bad.says) {
			t.Errorf("%s: %v", bad.name, err)
		}
	}
}

// verifier is a shell script that does what the file says.
func verifier(t *testing.T) (dir string, r *Runner) {
	if runtime.GOOS == "windows" {
		t.Skip("the verifier of this test is a shell script")
	}
	dir = t.TempDir()
	tool := write(t, dir, "tool.sh", "#!/bin/sh\nfor f; do :; done\n. \"$f\"\n")
	return dir, &Runner{Command: []string{"/bin/sh", tool, "verify"}, Jobs: 3}
}

// Results are known by their names, so a program that is in a manifest several times has several.
func TestReadNamesTasksApart(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "tasks.csv")
	rows := "path,set,expected,flags\na.c,x,safe,\nb.c,x,safe,\na.c,y,unsafe,--check overflow\na.c #2,y,safe,\na.c,x,safe,\n"
	if err := os.WriteFile(file, []byte(rows), 0o644); err != nil {
		t.Fatal(err)
	}
	tasks, err := Read(file)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, task := range tasks {
		names = append(names, task.Name)
	}
	if want := []string{"a.c", "b.c", "a.c #3", "a.c #2", "a.c #4"}; !slices.Equal(names, want) {
		t.Errorf("names %q, want %q", names, want)
	}
	if filepath.Base(tasks[2].Path) != "a.c" {
		t.Errorf("the program of %q is %s", tasks[2].Name, tasks[2].Path)
	}
}

func TestRun(t *testing.T) {
	dir, r := verifier(t)
	scripts := []struct {
		name, text string
		expected   string
		want       Status
	}{
		{"safe.c", "echo VERDICT: safe; exit 0", "safe", Safe},
		{"missed.c", "echo VERDICT: safe; exit 0", "unsafe", Safe},
		{"unsafe.c", "echo chatter; echo VERDICT: unsafe; exit 1", "unsafe", Unsafe},
		{"unknown.c", "echo 'VERDICT: unknown (because)'; exit 3", "safe", Unknown},
		{"input.c", "echo 'x.c:1:2: no C' >&2; exit 2", "safe", InputError},
		{"liar.c", "echo VERDICT: safe; exit 1", "safe", Crash},
		{"silent.c", "exit 0", "safe", Crash},
		{"killed.c", "kill -9 $$", "safe", Crash},
		{"spent.c", "kill -XCPU $$", "safe", TimedOut},
		{"busy.c", "while :; do :; done", "safe", TimedOut},
	}
	var tasks []Task
	for _, s := range scripts {
		task := Task{Path: write(t, dir, s.name, s.text), Name: s.name, Set: "scripts", Expected: s.expected}
		if s.want == TimedOut { // the others end by themselves, however long a busy machine takes
			task.Timeout = time.Second
		}
		tasks = append(tasks, task)
	}
	if runtime.GOOS != "linux" {
		// nothing limits its CPU time there, and the clock would take long
		tasks = tasks[:len(tasks)-2]
	}
	var got []Result
	if err := r.Run(t.Context(), tasks, func(res Result) error { got = append(got, res); return nil }); err != nil {
		t.Fatal(err)
	}
	for i, res := range got {
		if res.Status != scripts[i].want || res.Task.Name != scripts[i].name {
			t.Errorf("%s: %s (%s), not %s", scripts[i].name, res.Status, res.Note, scripts[i].want)
		}
	}
	_, all := Scores(got)
	if all.Solved != 2 || all.Wrong != 1 || all.Points != 2+1-4 || all.Failed != 4 {
		t.Errorf("%+v", all)
	}
	if got[3].Note != "(because)" || got[4].Note != "x.c:1:2: no C" {
		t.Errorf("notes %q, %q", got[3].Note, got[4].Note)
	}
	var b bytes.Buffer
	if err := Table(&b, got); err != nil || !strings.Contains(b.String(), "scripts") {
		t.Errorf("%v\n%s", err, b.String())
	}
}

func TestAnInterruptedRunIsResumed(t *testing.T) {
	dir, r := verifier(t)
	r.Jobs = 1
	count := filepath.Join(dir, "count")
	var tasks []Task
	for _, n := range []string{"a.c", "b.c", "c.c"} {
		tasks = append(tasks, Task{Path: write(t, dir, n, "echo "+n+" >> "+count+"; echo VERDICT: safe"), Name: n, Set: "s", Expected: "safe"})
	}
	table := filepath.Join(dir, "out.csv")
	j, err := OpenJournal(table, "run 1", false)
	if err != nil {
		t.Fatal(err)
	}
	cut := errors.New("cut")
	err = r.Run(t.Context(), tasks, func(res Result) error {
		if err := j.Add(res); err != nil {
			return err
		}
		return cut
	})
	if !errors.Is(err, cut) {
		t.Fatal(err)
	}
	j.Close()
	// Half a row, as a power cut leaves it.
	f, _ := os.OpenFile(table, os.O_APPEND|os.O_WRONLY, 0)
	f.WriteString("b.c,s,sa")
	f.Close()
	if _, err := OpenJournal(table, "run 2", false); err == nil || !strings.Contains(err.Error(), "another run") {
		t.Errorf("results of two kinds are mixed: %v", err)
	}
	j, err = OpenJournal(table, "run 1", false)
	if err != nil {
		t.Fatal(err)
	}
	if len(j.Done) != 1 || j.Done["a.c"].Status != Safe {
		t.Fatalf("done: %+v", j.Done)
	}
	for _, task := range tasks[1:] {
		if err := j.Add(r.One(t.Context(), task)); err != nil {
			t.Fatal(err)
		}
	}
	j.Close()
	list, err := Load(table)
	if err != nil || len(list) != 3 {
		t.Fatalf("%v %+v", err, list)
	}
	if j, err = OpenJournal(table, "run 2", true); err != nil || len(j.Done) != 0 {
		t.Errorf("--fresh keeps %v, %v", j.Done, err)
	}
}

func TestACancelledRunEndsSoon(t *testing.T) {
	dir, r := verifier(t)
	began := filepath.Join(dir, "began")
	task := Task{Path: write(t, dir, "sleep.c", "echo >> "+began+"; sleep 100000"), Name: "sleep.c"}
	ctx, cancel := context.WithCancelCause(t.Context())
	enough := errors.New("enough")
	go func() { // when the first ones run
		for {
			if _, err := os.Stat(began); err == nil {
				cancel(enough)
				return
			}
			time.Sleep(time.Millisecond)
		}
	}()
	// If the tasks were not killed this would not end.
	if err := r.Run(ctx, []Task{task, task, task, task, task}, func(Result) error { t.Error("a result"); return nil }); err != enough {
		t.Error(err)
	}
}

func TestReportFile(t *testing.T) {
	dir := t.TempDir()
	page := filepath.Join(dir, "page.html")
	reports := filepath.Join(dir, "re ports")
	seen := map[string]bool{}
	for name, link := range map[string]string{
		"a.c": "re%20ports/a.c.html", "set/a b#?.c": "re%20ports/set/a%20b%23%3F.c.html", "javascript:x.c": "re%20ports/javascript:x.c.html",
		"../a.c": "re%20ports/elsewhere/73097a8317f4-a.c.html", "/a.c": "re%20ports/elsewhere/8e91360f8a70-a.c.html",
	} {
		task := Task{Name: name}
		file := ReportFile(reports, task)
		if !strings.HasPrefix(file, reports+string(filepath.Separator)) || seen[file] {
			t.Errorf("%s is at %s", name, file)
		}
		seen[file] = true
		if got := LinkTo(page, reports, task); got != "" {
			t.Errorf("%s: a link to nothing: %s", name, got)
		}
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, nil, 0o644); err != nil {
			t.Fatal(err)
		}
		if got := LinkTo(page, reports, task); got != link {
			t.Errorf("%s: the link is %s", name, got)
		}
	}
}

func TestPage(t *testing.T) {
	mk := func(name, expected string, s Status, cpu time.Duration) Result {
		return Result{Task: Task{Name: name, Set: "<set>", Expected: expected}, Status: s, CPU: cpu, Note: "a & b"}
	}
	p := &Page{Title: "T", Run: "whet <1>", Timeout: 60 * time.Second, Other: "before",
		Results: []Result{mk("a", "safe", Safe, time.Second), mk("b", "safe", Unsafe, time.Second), mk("c", "unsafe", TimedOut, time.Minute)},
		Against: []Result{mk("a", "safe", Unknown, time.Second), mk("c", "", Unsafe, 3*time.Second)},
		Link: func(t Task) string {
			if t.Name == "a" {
				return "a%20report.html"
			}
			return ""
		}}
	p.Results[2].Note = "first clause; and then " + strings.Repeat("more ", 50)
	var b, again bytes.Buffer
	if err := p.Write(&b); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"1 of 3 tasks solved", "1 wrong", "1 solved now, 1 lost", "&lt;set&gt;", "a &amp; b", `class="wrong"`, "whet &lt;1&gt;", "<svg",
		`<a href="a%20report.html">a</a>`, `<th scope="row">b<td`, `data-kind="solved safe gained"`, `data-kind="timeout lost"`, `data-kind="wrong unsafe"`, `data-kind="lost" aria-pressed="false" class="lost">lost <b>1</b>`,
		"<summary>first clause …</summary>first clause; and then "} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("the page has no %q", want)
		}
	}
	if err := p.Write(&again); err != nil || b.String() != again.String() {
		t.Error("the same results give another page")
	}
	if path := os.Getenv("BENCH_PAGE"); path != "" {
		os.WriteFile(path, b.Bytes(), 0o644) //nolint:errcheck // for looking at
	}
}
