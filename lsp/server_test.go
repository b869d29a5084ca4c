package lsp

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/uri"
)

const buggy = `extern int __VERIFIER_nondet_int(void);
extern void __assert_fail(const char *, const char *, unsigned, const char *);
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, "", 0, ""))
int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = x;
  if (x > 41 && x < 43)
    /* 𝄞 */ assert(y != 42);
  return 0;
}
`

const looping = `extern void __assert_fail(const char *, const char *, unsigned, const char *);
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, "", 0, ""))
unsigned nondet(void);
int main(void) {
  unsigned n = nondet(), i = 0;
  while (i < n)
    i++;
  assert(i == n);
  return 0;
}
int half(int x) {
  assert(x != 7);
  return x / 2;
}
`

// nowhere is a URI whose file is not there: what counts is the text that is open.
const nowhere = "file:///nowhere/x.c"

func TestErrorsAndVerdicts(t *testing.T) {
	c := start(t, `{"delay": 0}`)
	c.open(nowhere, "int main(void) {\n  return \"𝄞\", zero;\n}\n")
	p := c.until("an error of the front end", has(isError, 1))
	if got := p.Diagnostics[0]; got.Range != (span{position{1, 15}, position{1, 19}}) {
		t.Errorf("the error is at %v: %s", got.Range, got.Message)
	}
	c.change(nowhere, 2, contentChange{Text: buggy})
	p = c.until("a bug", has(isError, 7))
	d := p.Diagnostics[0]
	if p.Version != 2 || len(p.Diagnostics) != 1 || d.Range.Start.Character != 13 || !strings.Contains(d.Message, "42") || len(d.Related) < 3 {
		t.Errorf("version %d: %+v", p.Version, p.Diagnostics)
	}
	for _, r := range d.Related {
		if r.Message == "" || r.Location.URI != nowhere {
			t.Errorf("along the path: %+v", r)
		}
	}
	receive(t, "new hints", c.refreshed, func(m string) bool { return m == "workspace/inlayHint/refresh" })

	var hints []inlayHint
	c.call("textDocument/inlayHint", rangeParams{documentID{nowhere}, span{position{0, 0}, position{5, 0}}}, &hints)
	if len(hints) != 2 || hints[0].Position != (position{4, 34}) || hints[0].Label != "x = 42 (input)" || hints[1].Label != "y = 42" {
		t.Errorf("hints: %+v", hints)
	}
	// 43 is now within reach, and 42 is not.
	c.change(nowhere, 3, contentChange{&span{position{6, 10}, position{6, 12}}, "42"}, contentChange{&span{position{6, 20}, position{6, 22}}, "44"})
	c.until("no bug", func(p publishParams) bool { return p.Version == 3 && len(p.Diagnostics) == 0 })
	c.tell("textDocument/didClose", documentParams{documentID{nowhere}})
	c.call("shutdown", nil, nil)
	c.refused(jsonrpc2.InvalidRequest, "textDocument/hover", positionParams{})
	c.tell("exit", nil)
	if err := <-c.served; err != nil {
		t.Error(err)
	}
}

func TestLensesAndHover(t *testing.T) {
	c := start(t, `{"whet": {"verify": "never"}}`)
	c.open(nowhere, looping)
	c.until("that it is read", func(p publishParams) bool { return len(p.Diagnostics) == 0 })
	lenses := func() (titles []string) {
		var list []codeLens
		c.call("textDocument/codeLens", documentParams{documentID{nowhere}}, &list)
		for _, l := range list {
			titles = append(titles, l.Command.Title)
		}
		return titles
	}
	if got := lenses(); !slices.Equal(got, []string{"verify main", "verify half"}) {
		t.Errorf("lenses: %q", got)
	}
	verify := func(name string) (v verified) {
		c.call("workspace/executeCommand", map[string]any{"command": CommandVerify, "arguments": []string{nowhere, name}}, &v)
		return v
	}
	if v := verify("half"); v.Verdict != "unsafe" {
		t.Errorf("half: %+v", v)
	}
	p := c.until("a bug", has(isError, 11))
	if !strings.Contains(p.Diagnostics[0].Message, "starts in half") {
		t.Errorf("%+v", p.Diagnostics)
	}
	if v := verify("main"); v.Verdict != "safe" {
		t.Errorf("main: %+v", v)
	}
	if got := lenses(); !slices.Equal(got, []string{"main: safe (verify again)", "half: unsafe (verify again)"}) {
		t.Errorf("lenses: %q", got)
	}
	var h hover
	c.call("textDocument/hover", positionParams{documentID{nowhere}, position{5, 4}}, &h)
	if !strings.Contains(h.Contents.Value, "invariant, loop in main") || !strings.Contains(h.Contents.Value, "n") {
		t.Errorf("at the loop: %q", h.Contents.Value)
	}
	c.call("textDocument/hover", positionParams{documentID{nowhere}, position{7, 4}}, &h)
	if !strings.Contains(h.Contents.Value, "always holds") {
		t.Errorf("at the assertion: %q", h.Contents.Value)
	}
	c.change(nowhere, 2, contentChange{Text: "int f(void) { return zero; }"})
	c.until("an error", has(isError, 0))
	if v := verify("f"); v.Verdict != "error" || !strings.Contains(v.Message, "zero") {
		t.Errorf("a text that cannot be read: %+v", v)
	}
	if p := c.until("the same error", has(isError, 0)); len(p.Diagnostics) != 1 {
		t.Errorf("it is shown twice: %+v", p.Diagnostics)
	}
	if v := verify("nothing"); v.Verdict != "error" {
		t.Errorf("a function that is not there: %+v", v)
	}
	c.refused(jsonrpc2.InvalidParams, "workspace/executeCommand", map[string]any{"command": CommandVerify, "arguments": []any{1}})
}

// endless is decided neither soon nor ever within the budget of the test.
const endless = `unsigned long long nondet(void);
void reach_error(void);
int main(void) {
  unsigned long long a = nondet(), b = nondet(), i = 0, h = 1;
  while (i < a) { h = h * 6364136223846793005ULL + b; i++; }
  if (h == 0xdeadbeefcafef00dULL && a > 1000000) reach_error();
  return 0;
}
`

func TestCancel(t *testing.T) {
	c := start(t, `{"verify": "never", "timeout": 3600}`)
	c.open(nowhere, endless)
	c.until("that it is read", func(p publishParams) bool { return len(p.Diagnostics) == 0 })
	begin := func() (token string, answer chan error) {
		answer = make(chan error, 1)
		go func() {
			_, err := c.conn.Call(c.context(), "workspace/executeCommand", map[string]any{"command": CommandVerify, "arguments": []string{nowhere, "main"}}, nil)
			answer <- err
		}()
		return receive(t, "the begin", c.progress, func(p progressParams) bool { return p.Value.Kind == "begin" }).Token, answer
	}
	token, answer := begin()
	c.tell("window/workDoneProgress/cancel", tokenParams{token})
	c.failed(requestCancelled, "after a cancel of the progress", <-answer)

	// The ids of calls count up, so that of the next one is known from one before.
	id, err := c.conn.Call(c.context(), "textDocument/hover", positionParams{documentID{nowhere}, position{}}, nil)
	n, ok := id.Number()
	if err != nil || !ok {
		t.Fatal(id, err)
	}
	_, answer = begin()
	c.tell("$/cancelRequest", map[string]any{"id": n + 1})
	c.failed(requestCancelled, "after a cancel of the request", <-answer)

	_, answer = begin()
	c.change(nowhere, 2, contentChange{&span{}, "\n"})
	c.failed(contentModified, "after an edit", <-answer)
	c.change(nowhere, 3, contentChange{Text: "int main(void) { return nothing; }"})
	if p := c.until("the newest text", has(isError, 0)); p.Version != 3 {
		t.Errorf("version %d", p.Version)
	}
}

// A bug in a header is shown where it is included from, and the file on the disk is not looked at
// where a text is open.
func TestBuild(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return path
	}
	main := write("main.c", "this is old\n")
	write("lib.c", "int twice(int x) { return 2 * x; }\n")
	header := write("inc/lib.h", "int twice(int);\nint broken(;\n")
	entry := func(f string) string {
		return fmt.Sprintf(`{"directory": %q, "file": %q, "arguments": ["cc", "-Iinc", "-DN=21", "-c", %q]}`, dir, f, f)
	}
	write("build/compile_commands.json", "["+entry("main.c")+","+entry("lib.c")+"]")

	c := start(t, `{"delay": 0}`)
	id := string(uri.File(main))
	c.open(id, "\n#include \"lib.h\"\nvoid reach_error(void);\nint main(void) { if (twice(N) == 42) reach_error(); return 0; }\n")
	p := c.until("the header's error", has(isError, 1))
	if r := p.Diagnostics[0].Related; len(r) != 1 || r[0].Location.URI != string(uri.File(header)) || r[0].Location.Range.Start.Line != 1 {
		t.Errorf("%+v", p.Diagnostics)
	}
	write("inc/lib.h", "int twice(int);\n")
	c.change(id, 2, contentChange{&span{}, "/* */"})
	p = c.until("the bug", has(isError, 3))
	if !slices.ContainsFunc(p.Diagnostics[0].Related, func(r related) bool { return strings.HasSuffix(r.Location.URI, "lib.c") }) {
		t.Errorf("the path does not lead through lib.c: %+v", p.Diagnostics)
	}
}

func TestSettings(t *testing.T) {
	c := start(t, `{"engine": "pdf"}`)
	m := receive(t, "a message", c.messages, func(string) bool { return true })
	if !strings.Contains(m, `did you mean "pdr"`) {
		t.Error(m)
	}
	for _, bad := range []string{`7`, `{"timeout": -1}`, `{"timeout": 1e300}`, `{"verify": "now"}`, `{"check": ["all", "none"]}`, `{"delay": "x"}`} {
		c.tell("workspace/didChangeConfiguration", map[string]any{"settings": json.RawMessage(bad)})
		receive(t, bad, c.messages, func(string) bool { return true })
	}
	c.tell("workspace/didChangeConfiguration", map[string]any{"settings": json.RawMessage(`{"whet": {"check": ["division"], "entry": "f", "delay": 0}}`)})
	c.open(nowhere, "int f(int x) { return 1 / x; }\n")
	c.until("the division by zero", has(isError, 0))
	c.tell("workspace/didChangeConfiguration", map[string]any{"settings": json.RawMessage(`{"whet": {"check": ["none"]}}`)})
	c.until("that nothing is checked", func(p publishParams) bool { return len(p.Diagnostics) == 0 })
}

// What is no request of the protocol is answered with an error, and the server goes on.
func TestMalformed(t *testing.T) {
	here, there := net.Pipe()
	served := make(chan error, 1)
	go func() { served <- Serve(context.Background(), there, Options{}); there.Close() }()
	answers := make(chan string, 100)
	go func() {
		stream := jsonrpc2.NewStream(here)
		for {
			m, _, err := stream.Read(context.Background())
			if err != nil {
				close(answers)
				return
			}
			if r, ok := m.(*jsonrpc2.Response); ok {
				answers <- fmt.Sprint(r.Err())
			}
		}
	}()
	send := func(body string) {
		t.Helper()
		if _, err := fmt.Fprintf(here, "Content-Length: %d\r\n\r\n%s", len(body), body); err != nil {
			t.Fatal(err)
		}
	}
	call := func(method, params string) string {
		return fmt.Sprintf(`{"jsonrpc": "2.0", "id": "a", "method": %q, "params": %s}`, method, params)
	}
	for _, x := range []struct{ body, answer string }{
		{`{"jsonrpc": `, "parse"}, {`7`, ""}, {`[]`, "invalid"}, {"\xff", "parse"}, {`{"jsonrpc": "1.0", "id": 1}`, ""},
		{call("textDocument/hover", `{}`), "before initialize"},
		{call("initialize", `[]`), "cannot be read"}, {call("initialize", `{"initializationOptions": 7}`), "<nil>"}, {call("initialize", `{}`), "once"},
		{call("textDocument/hover", `{"position": {"line": -1, "character": 99999999999}}`), "<nil>"},
		{call("textDocument/hover", `"x"`), "cannot be read"}, {call("no/such", `{}`), "no method"},
		{call("workspace/executeCommand", `{"command": "rm"}`), "no command"}, {call("textDocument/didOpen", `{}`), ""},
		{call("workspace/executeCommand", `{"command": "whet.verify", "arguments": ["x", "y"]}`), "no c file"},
		{`{"jsonrpc": "2.0", "method": "textDocument/didChange", "params": 3}`, "-"},
		{`{"jsonrpc": "2.0", "method": "$/cancelRequest", "params": {"id": {}}}`, "-"},
		{`{"jsonrpc": "2.0", "id": 99, "result": {}}`, "-"}, {call("shutdown", `null`), "<nil>"},
	} {
		send(x.body)
		if x.answer == "-" {
			continue
		}
		if a, ok := <-answers; !ok || !strings.Contains(strings.ToLower(a), x.answer) {
			t.Errorf("%s: answered with %q, want %q", x.body, a, x.answer)
		}
	}
	io.WriteString(here, "no header\r\n\r\n") //nolint:errcheck // the server may have ended
	if err := <-served; err != nil {          // after a shutdown, all is well
		t.Error(err)
	}
}
