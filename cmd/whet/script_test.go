package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"whet": main})
}

// The scripts run the command as people and other programs do. Besides testscript's own commands
// they have:
//
//	exits N COMMAND…   run a command whose exit status must be N
//	schema [NAME]      the last standard output is one JSON object as docs/NAME.schema.json has it
//	                   (result)
//	silent stdout      the last standard output is empty (or stderr)
//	generate KIND N F  write a big file
//	session FILE CMD…  speak with a language server (session_test.go)
func TestScript(t *testing.T) {
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	schemas := map[string]*jsonschema.Schema{}
	compiler := jsonschema.NewCompiler()
	for _, name := range []string{"result", "explanation"} {
		f, err := os.Open(filepath.Join(root, "docs", name+".schema.json"))
		if err != nil {
			t.Fatal(err)
		}
		doc, err := jsonschema.UnmarshalJSON(f)
		f.Close()
		if err != nil {
			t.Fatal(err)
		}
		url := doc.(map[string]any)["$id"].(string)
		if err := compiler.AddResource(url, doc); err != nil {
			t.Fatal(err)
		}
		if schemas[name], err = compiler.Compile(url); err != nil {
			t.Fatal(err)
		}
	}
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		UpdateScripts:       os.Getenv("UPDATE") != "",
		Setup: func(e *testscript.Env) error {
			e.Setenv("TESTDATA", filepath.Join(root, "testdata"))
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exits":    exits,
			"silent":   silent,
			"generate": generate,
			"session":  session,
			"schema": func(ts *testscript.TestScript, neg bool, args []string) {
				v, err := jsonschema.UnmarshalJSON(strings.NewReader(ts.ReadFile("stdout")))
				ts.Check(err)
				name := "result"
				if len(args) > 0 {
					name = args[0]
				}
				if schemas[name] == nil {
					ts.Fatalf("there is no schema %s", name)
				}
				ts.Check(schemas[name].Validate(v))
			},
		},
	})
}

func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits N command…")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	if err := ts.Exec(args[1], args[2:]...); err != nil {
		var ee *exec.ExitError
		if !errors.As(err, &ee) {
			ts.Fatalf("%v", err)
		}
		got = ee.ExitCode()
	}
	if got != want {
		ts.Fatalf("exit status %d, not %d", got, want)
	}
}

func silent(ts *testscript.TestScript, neg bool, args []string) {
	for _, name := range args {
		if out := ts.ReadFile(name); (out == "") == neg {
			ts.Fatalf("%s is %q", name, out)
		}
	}
}

func generate(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 3 {
		ts.Fatalf("usage: generate kind n file")
	}
	n, err := strconv.Atoi(args[1])
	ts.Check(err)
	var b bytes.Buffer
	switch args[0] {
	case "parens":
		b.WriteString("int main(void) { return " + strings.Repeat("(", n) + "0" + strings.Repeat(")", n) + "; }\n")
	case "braces":
		b.WriteString("int main(void) {" + strings.Repeat("{", n) + strings.Repeat("}", n) + "}\n")
	case "open":
		b.WriteString("int main(void) { return " + strings.Repeat("(", n))
	case "functions":
		for i := 0; b.Len() < n; i++ {
			fmt.Fprintf(&b, "int f%d(int x) { int y = x + %d; if (y > 3) { y = y - 1; } return y; }\n", i, i)
		}
		b.WriteString("int main(void) { return 0; }\n")
	case "zeros":
		b.Write(make([]byte, n))
	default:
		ts.Fatalf("no such kind: %s", args[0])
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[2]), b.Bytes(), 0o644))
}
