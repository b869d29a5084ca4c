package mutate

import (
	"fmt"
	"go/format"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// annotated has the mutants of each line as the source itself announces them, with what became of
// them.
func annotated(s *source, results []Result) string {
	var out strings.Builder
	for i, name := range s.Names {
		for n, line := range strings.Split(strings.TrimSuffix(string(s.text[i]), "\n"), "\n") {
			line, _, _ = strings.Cut(line, " //: ")
			line = strings.TrimRight(line, " ")
			var here []string
			before := Operator("")
			for _, r := range results {
				if r.File != name || r.Line != n+1 {
					continue
				}
				to := r.To
				switch r.Status {
				case Survived, NotReached:
					to = "?" + to
				case Endless:
					to = "∞" + to
				}
				if r.Op != before {
					to = string(r.Op) + " " + to
				}
				before = r.Op
				here = append(here, to)
			}
			out.WriteString(line)
			if len(here) > 0 {
				out.WriteString(" //: " + strings.Join(here, ", "))
			}
			out.WriteByte('\n')
		}
	}
	text, err := format.Source([]byte(out.String())) // aligns the comments
	if err != nil {
		panic(err)
	}
	return string(text)
}

// TestSample tries all mutants of a small package. With WHET_UPDATE set, its annotations are
// written.
func TestSample(t *testing.T) {
	if testing.Short() {
		t.Skip("it compiles a package")
	}
	const dir = "testdata/sample"
	s, err := load("./" + dir)
	if err != nil {
		t.Fatal(err)
	}
	log := filepath.Join(t.TempDir(), "log")
	o := Options{Package: "./" + dir, Log: log}
	out, err := Run(o)
	if err != nil {
		t.Fatal(err)
	}
	got, want := annotated(s, out.Results), string(s.text[0])
	if os.Getenv("WHET_UPDATE") != "" {
		if err := os.WriteFile(filepath.Join(dir, "sample.go"), []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
	} else if got != want {
		t.Errorf("the mutants are not those that the source announces:\n%s", got)
	}

	// The second run has it all from the log, but for what survived; and the list says what of that
	// is equivalent.
	list := filepath.Join(t.TempDir(), "list")
	var text strings.Builder
	for _, r := range out.Results {
		if r.Status == Survived {
			fmt.Fprintf(&text, "%s\n\tit is a sample\n", r.Key())
		}
	}
	killed := out.Results[0]
	fmt.Fprintf(&text, "%s\n\tit is not\nno such mutant\n\tnor this\n", killed.Key())
	if err := os.WriteFile(list, []byte(text.String()), 0o666); err != nil {
		t.Fatal(err)
	}
	o.List, o.Again = list, true
	again, err := Run(o)
	if err != nil {
		t.Fatal(err)
	}
	if again.CPU != 0 {
		t.Error("mutants were tried again that are known")
	}
	first, second := out.Total(), again.Total()
	if second[Killed] != first[Killed] || second[Survived] != 0 || second[Equivalent] != first[Survived] || first[Survived] == 0 {
		t.Errorf("first %v, then %v", first, second)
	}
	if fmt.Sprint(again.Stale, again.Refuted) != fmt.Sprint([]string{"no such mutant"}, []string{killed.Key()}) {
		t.Errorf("stale %q, refuted %q", again.Stale, again.Refuted)
	}

	doc := filepath.Join(t.TempDir(), "doc.md")
	for _, o := range []*Outcome{out, {Package: "./other"}, again} {
		if err := o.Update(doc); err != nil {
			t.Fatal(err)
		}
	}
	report, err := os.ReadFile(doc)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"\n## ./other\n", "it is a sample", "\nNot reached:\n"} {
		if strings.Count(string(report), want) != 1 {
			t.Errorf("%q is not once in the document:\n%s", want, report)
		}
	}
	if strings.Contains(string(report), "\nSurvived:\n") || strings.Count(string(report), "\n## ") != 2 {
		t.Errorf("the section was not replaced:\n%s", report)
	}
}

// TestLists: the lists of equivalent mutants speak of mutants that there are.
func TestLists(t *testing.T) {
	if testing.Short() {
		t.Skip("it loads packages")
	}
	for _, pattern := range []string{"../../smt/proof", "../../cert", "../../num/fp/bounds", "../../smt/words"} {
		s, err := load(pattern)
		if err != nil {
			t.Fatal(err)
		}
		_, ms, err := s.instrument()
		if err != nil {
			t.Fatal(err)
		}
		l, err := readList(filepath.Join(s.Dir, "testdata", "mutants.txt"))
		if err != nil {
			t.Fatal(err)
		}
		for _, k := range l.stale(ms) {
			t.Errorf("%s: there is no mutant %s", pattern, k)
		}
	}
}

func TestReadList(t *testing.T) {
	for text, want := range map[string]string{
		"# nothing\n\n":                    "map[]",
		"a\nb\n\treason of\n\tboth\nc\n x": "map[a:reason of both b:reason of both c:x]",
		"\treason":                         "a reason of nothing",
		"a\n\tx\na\n\ty":                   "twice",
		"a\n\tx\nb\n":                      "the reason is missing",
	} {
		file := filepath.Join(t.TempDir(), "list")
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		l, err := readList(file)
		got := fmt.Sprint(map[string]string(l))
		if err != nil {
			got = err.Error()
		}
		if !strings.Contains(got, want) {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}

func TestChoose(t *testing.T) {
	var ms []*Mutant
	for i := range 100 {
		ms = append(ms, &Mutant{ID: i, File: "f.go", Func: fmt.Sprint("f", i%10)})
	}
	first := (&Options{Sample: 20, Seed: 1}).choose(ms)
	second := (&Options{Sample: 20, Seed: 1}).choose(ms)
	third := (&Options{Sample: 20, Seed: 2}).choose(ms)
	if len(first) != 20 || fmt.Sprint(first) != fmt.Sprint(second) || fmt.Sprint(first) == fmt.Sprint(third) {
		t.Error("the sample does not follow the seed")
	}
	if got := (&Options{Only: regexp.MustCompile("f3")}).choose(ms); len(got) != 10 || len(ms) != 100 {
		t.Errorf("%d of those in one function", len(got))
	}
}
