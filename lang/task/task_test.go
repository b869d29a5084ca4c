package task

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/whet-mc/whet/lang"
)

func TestTask(t *testing.T) {
	dir := t.TempDir()
	write := func(text string) string {
		p := filepath.Join(dir, "t.yml")
		if err := os.WriteFile(p, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return p
	}
	p := write("format_version: '2.0'\n\n# a comment\ninput_files: 'a/b.i'\n\nproperties:\n  - property_file: ../properties/unreach-call.prp\n    expected_verdict: false\n    subproperty: x\n" +
		"  - property_file: ../properties/no-overflow.prp\n    expected_verdict: true\n  - property_file: ../properties/termination.prp\n\noptions:\n  language: C\n  data_model: ILP32\n")
	task, err := Read(p)
	if err != nil {
		t.Fatal(err)
	}
	if task.Files[0] != filepath.Join(dir, "a/b.i") || task.Model != lang.ILP32 || !task.HasModel || len(task.Properties) != 3 {
		t.Errorf("%+v", task)
	}
	for i, want := range []Expectation{
		{Name: "unreach-call", Expected: new(false), Subproperty: "x"},
		{Name: "no-overflow", Expected: new(true)},
		{Name: "termination"},
	} {
		want.File = filepath.Join(filepath.Dir(dir), "properties", want.Name+".prp")
		if got := task.Properties[i]; !reflect.DeepEqual(got, want) {
			t.Errorf("property %d is %+v", i, got)
		}
	}
	for text, want := range map[string]string{
		"":                        "empty",
		"a: [":                    "no YAML",
		"- 1\n":                   "no task definition",
		"format_version: '2.0'\n": "no input file",
		"input_files: []\n":       "no input file",
		"input_files: a.c\noptions:\n  data_model: LP128\n":                                      ":3:15: the data model",
		"input_files: a.c\nproperties: x\n":                                                      ":2:13: properties is no list",
		"input_files: a.c\noptions:\n  language: Java\n":                                         "Java",
		"input_files: a.c\nproperties:\n  - expected_verdict: maybe\n    property_file: a.prp\n": ":3:23: the expected verdict",
		"&a [*a]\n":                             "no task definition",
		"input_files: {a: b}\n":                 "no file name",
		"format_version: 9\ninput_files: a.c\n": ":1:17: the format version",
	} {
		if _, err := Read(write(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %v, want %q", text, err, want)
		}
	}
	if _, err := Read(filepath.Join(dir, "none.yml")); err == nil {
		t.Error("a missing file is read")
	}
}
