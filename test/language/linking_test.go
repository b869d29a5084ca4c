package language_test

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/whet-mc/whet"
	"github.com/whet-mc/whet/lang"
)

// The programs of testdata/linking consist of several files. Their first line is what is expected:
// a verdict, for unsafe and unknown with what the place of the error or the notes have to match; or
// an error of the linking, and "gcc links" where a linker does not look. The compiler, where it is
// installed, links and runs them as well: it must find the same error or none, and the run must end
// as the verdict says.
func TestLinking(t *testing.T) {
	list, err := filepath.Glob("../../testdata/linking/*.txtar")
	if err != nil || len(list) == 0 {
		t.Fatal("no programs", err)
	}
	for _, path := range list {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) {
			t.Parallel()
			a, err := txtar.ParseFile(path)
			if err != nil {
				t.Fatal(err)
			}
			dir := t.TempDir()
			var files []string
			for _, f := range a.Files {
				name := filepath.Join(dir, f.Name)
				if err := os.WriteFile(name, f.Data, 0o644); err != nil {
					t.Fatal(err)
				}
				if strings.HasSuffix(name, ".c") {
					files = append(files, name)
				}
			}
			line, _, _ := strings.Cut(string(a.Comment), "\n")
			want, match, _ := strings.Cut(line, ": ")
			want, gccLinks := strings.CutSuffix(want, " (gcc links)")
			verify(t, files, want, match)
			if !strings.Contains(want, "unknown") && !strings.Contains(string(a.Comment), "ACSL") {
				compare(t, dir, files, want, gccLinks, len(match) > 0 && want == "unsafe")
			}
			// The order of the files decides nothing here but that of constructors and weak ones.
			if name := t.Name(); !strings.HasSuffix(name, "/constructors") && !strings.HasSuffix(name, "/weak") && want != "error" {
				slices.Reverse(files)
				verify(t, files, want, match)
			}
		})
	}
}

func verify(t *testing.T, files []string, want, match string) {
	t.Helper()
	r, err := whet.Verify(t.Context(), whet.Files(files...), whet.Options{Checks: []string{"none"}, Timeout: time.Minute})
	var errs *lang.Errors
	switch {
	case errors.As(err, &errs):
		if want != "error" || !regexp.MustCompile(match).MatchString(err.Error()) {
			t.Errorf("want %s %q, got error: %v", want, match, err)
		}
		return
	case err != nil:
		t.Fatal(err)
	case string(r.Verdict) != want:
		t.Fatalf("want %s, got %s: %s %v", want, r.Verdict, r.Reason, r.Notes)
	}
	var where strings.Builder
	if r.Property != nil {
		where.WriteString(r.Property.Pos.String())
	}
	for _, n := range r.Notes {
		where.WriteString("\n" + n.What + " " + strings.Join(n.Names, " "))
		for _, m := range n.Notes {
			where.WriteString(" " + m.What)
		}
	}
	if !regexp.MustCompile(match).MatchString(where.String() + r.Reason) {
		t.Errorf("%s, but not with %q: %s %s", r.Verdict, match, where.String(), r.Reason)
	}
}

// compare has the compiler link and run the program.
func compare(t *testing.T, dir string, files []string, want string, links, unseen bool) {
	t.Helper()
	gcc, err := exec.LookPath("gcc")
	if err != nil || unseen {
		return
	}
	driver := filepath.Join(dir, "driver.c")
	if err := os.WriteFile(driver, []byte("#include <unistd.h>\nvoid reach_error(void) { _exit(77); }\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	out := filepath.Join(dir, "program")
	args := append([]string{"-w", "-O0", "-std=gnu11", "-fcommon", "-fno-builtin", "-o", out, driver}, files...)
	text, err := exec.Command(gcc, args...).CombinedOutput()
	if failed := want == "error" && !links; failed != (err != nil) {
		t.Fatalf("want %s, gcc says: %v\n%s", want, err, text)
	}
	if err != nil || want == "error" {
		return
	}
	status := 0
	if err := exec.Command(out).Run(); err != nil {
		var e *exec.ExitError
		if !errors.As(err, &e) {
			t.Fatal(err)
		}
		status = e.ExitCode()
	}
	if (status == 77) != (want == "unsafe") || status != 0 && status != 77 {
		t.Errorf("want %s, the program ends with %d", want, status)
	}
}
