package sarif

import (
	"bytes"
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"reflect"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/refine"
	"github.com/whet-mc/whet/refine/engines"
	"github.com/whet-mc/whet/report"
	"github.com/whet-mc/whet/report/reporttest"
)

// toSARIF writes a result, validates it against the standard's schema, and reads it with another
// library, which must know every field.
func toSARIF(t *testing.T, r *report.Result) *sarif.Report {
	t.Helper()
	var b bytes.Buffer
	if err := Write(&b, r); err != nil {
		t.Fatal(err)
	}
	return valid(t, &b)
}

func valid(t *testing.T, b *bytes.Buffer) *sarif.Report {
	t.Helper()
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(b.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	if err := standard(t).Validate(v); err != nil {
		t.Fatalf("%v in\n%s", err, b)
	}
	d := json.NewDecoder(bytes.NewReader(b.Bytes()))
	d.DisallowUnknownFields()
	var log sarif.Report
	if err := d.Decode(&log); err != nil {
		t.Fatal(err)
	}
	return &log
}

// standard is the schema of SARIF 2.1.0. The library has it as a constant in its source, of which
// this is the only copy here: the standard's text is not ours to have in this repository.
func standard(t *testing.T) *jsonschema.Schema {
	t.Helper()
	file, _ := runtime.FuncForPC(reflect.ValueOf(sarif.NewReport).Pointer()).FileLine(0)
	src, err := parser.ParseFile(token.NewFileSet(), filepath.Join(filepath.Dir(file), "schema.go"), nil, 0)
	if err != nil {
		t.Skip("the library's source is not at hand: ", err)
	}
	var text string
	ast.Inspect(src, func(n ast.Node) bool {
		if v, ok := n.(*ast.ValueSpec); ok && v.Names[0].Name == "schema" {
			ast.Inspect(v, func(n ast.Node) bool {
				if l, ok := n.(*ast.BasicLit); ok {
					part, err := strconv.Unquote(l.Value)
					if err != nil {
						t.Fatal(err)
					}
					text += part
				}
				return true
			})
		}
		return true
	})
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("sarif.json", doc); err != nil {
		t.Fatal(err)
	}
	schema, err := c.Compile("sarif.json")
	if err != nil {
		t.Fatal(err)
	}
	return schema
}

// The schema is one that can fail.
func TestSARIFSchemaRejects(t *testing.T) {
	for _, bad := range []string{`{}`, `{"version": "2.1.0", "runs": [{}]}`, `{"version": "2.1.0", "runs": [], "more": 1}`} {
		v, err := jsonschema.UnmarshalJSON(strings.NewReader(bad))
		if err != nil {
			t.Fatal(err)
		}
		if standard(t).Validate(v) == nil {
			t.Errorf("%s is valid", bad)
		}
	}
}

func TestSARIF(t *testing.T) {
	r := reporttest.Unsafe(t)
	log := toSARIF(t, r)
	if n := len(log.Runs[0].Results); n != 1 {
		t.Fatalf("%d results", n)
	}
	res := log.Runs[0].Results[0]
	if res.Kind != "fail" || res.Level != "error" || !strings.HasPrefix(*res.Message.Text, "reach_error() is called in main") {
		t.Errorf("%s, %s: %s", res.Kind, res.Level, *res.Message.Text)
	}
	at := res.Locations[0].PhysicalLocation
	if *at.ArtifactLocation.URI != "ticks.c" || *at.Region.StartLine != 12 || *at.Region.StartColumn != 3 {
		t.Errorf("%s:%d:%d", *at.ArtifactLocation.URI, *at.Region.StartLine, *at.Region.StartColumn)
	}
	flow := res.CodeFlows[0].ThreadFlows[0].Locations
	first, last := flow[0], flow[len(flow)-1]
	if *first.Location.Message.Text != "call of main()" || last.Importance != "essential" || *last.Location.PhysicalLocation.Region.StartLine != 12 {
		t.Errorf("from %s to %s", *first.Location.Message.Text, *last.Location.Message.Text)
	}
	deepest, inputs := 0, 0
	for i, l := range flow {
		deepest = max(deepest, *l.NestingLevel)
		if s, ok := l.State["r"]; ok && *s.Text == "1" {
			inputs++
		}
		if i > 0 && l.ExecutionOrder <= flow[i-1].ExecutionOrder {
			t.Fatal("the steps are not in order")
		}
	}
	if deepest != 1 || inputs != 36 {
		t.Errorf("depth %d, %d times r = 1", deepest, inputs)
	}
}

func TestSARIFVerdicts(t *testing.T) {
	if log := toSARIF(t, reporttest.Safe()); len(log.Runs[0].Results) != 0 || !*log.Runs[0].Invocations[0].ExecutionSuccessful {
		t.Error("safe has results")
	}
	log := toSARIF(t, reporttest.Unknown())
	if len(log.Runs[0].Results) != 1 || log.Runs[0].Results[0].Kind != "open" || *log.Runs[0].Invocations[0].ExecutionSuccessful {
		t.Error("unknown has no open result")
	}
	if n := log.Runs[0].Invocations[0].ToolExecutionNotifications; len(n) != 7 || !strings.Contains(*n[0].Message.Text, "out of time") {
		t.Errorf("%d notifications", len(n))
	}
	toSARIF(t, report.New(report.Task{File: "a.c"}, nil, nil))
	// What a program says may be anything.
	hostile := reporttest.Verify(t, reporttest.Nondet+"int main(void) {\n\tchar *s = \"\\x80\"; int \xc3\xa9 = nondet(); /* \xff\x1b\u202e */ if (nondet() == 3 && s) reach_error();\n}\n", refine.Options{Engine: engines.Must("value", engines.Options{Selection: true})})
	hostile.Property.Text = "a\xff\x00\x1b[31m\u2028b"
	log = toSARIF(t, hostile)
	if col := *log.Runs[0].Results[0].Locations[0].PhysicalLocation.Region.StartColumn; col > 80 {
		t.Errorf("column %d counts bytes", col)
	}
}

func TestFileURI(t *testing.T) {
	for name, want := range map[string]string{
		"a.c": "a.c", "./src/a b.c": "src/a%20b.c", "/tmp/ü#?.c": "file:///tmp/%C3%BC%23%3F.c", "../x:y.c": "../x:y.c", "100%.c": "100%25.c",
	} {
		if got := fileURI(name); got != want {
			t.Errorf("%s is %s, not %s", name, got, want)
		}
	}
	if got := codePoint([]byte("aé = x"), 6); got != 5 {
		t.Errorf("column %d", got)
	}
	if got := (&writer{r: &report.Result{}}).location(lang.Pos{File: "a.c", Line: 3}, "", "").Physical.Region; got.StartLine != 3 || got.StartColumn != 0 {
		t.Errorf("%+v", got)
	}
}
