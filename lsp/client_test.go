package lsp

import (
	"context"
	"encoding/json"
	"net"
	"testing"
	"time"

	"go.lsp.dev/jsonrpc2"

	"github.com/whet-mc/whet"
)

// patienceOfTests is how long a test waits for what must come; it is not what is tested.
const patienceOfTests = 2 * time.Minute

// client is an editor in memory.
type client struct {
	t         *testing.T
	conn      jsonrpc2.Conn
	served    chan error
	published chan publishParams
	messages  chan string
	progress  chan progressParams
	refreshed chan string
}

func start(t *testing.T, settings string) *client {
	here, there := net.Pipe()
	c := &client{
		t: t, conn: jsonrpc2.NewConn(jsonrpc2.NewStream(here), jsonrpc2.WithCodec(codec{})), served: make(chan error, 1),
		published: make(chan publishParams, 1000), messages: make(chan string, 1000), progress: make(chan progressParams, 1000), refreshed: make(chan string, 1000),
	}
	go func() {
		c.served <- Serve(context.Background(), there, Options{Verify: whet.Options{Timeout: 30 * time.Second, Jobs: 1}})
		there.Close()
	}()
	c.conn.Go(context.Background(), func(_ context.Context, r *jsonrpc2.Request) (any, error) {
		switch r.Method() {
		case "textDocument/publishDiagnostics":
			var p publishParams
			if err := json.Unmarshal(r.Params(), &p); err != nil {
				return nil, err
			}
			c.published <- p
		case "window/showMessage", "window/logMessage":
			var p messageParams
			if err := json.Unmarshal(r.Params(), &p); err != nil {
				return nil, err
			}
			c.messages <- p.Message
		case "$/progress":
			var p progressParams
			if err := json.Unmarshal(r.Params(), &p); err != nil {
				return nil, err
			}
			c.progress <- p
		default:
			c.refreshed <- string([]byte(r.Method()))
		}
		return nil, nil
	})
	t.Cleanup(func() { here.Close() })
	var r initializeResult
	c.call("initialize", json.RawMessage(`{"capabilities": {"window": {"workDoneProgress": true},
		"workspace": {"codeLens": {"refreshSupport": true}, "inlayHint": {"refreshSupport": true}}}, "initializationOptions": `+settings+`}`), &r)
	if r.Capabilities.PositionEncoding != "utf-16" {
		t.Errorf("positions are in %q", r.Capabilities.PositionEncoding)
	}
	c.tell("initialized", struct{}{})
	return c
}

func (c *client) context() context.Context {
	ctx, cancel := context.WithTimeout(context.Background(), patienceOfTests)
	c.t.Cleanup(cancel)
	return ctx
}

func (c *client) call(method string, params, result any) {
	c.t.Helper()
	if _, err := c.conn.Call(c.context(), method, params, result); err != nil {
		c.t.Fatalf("%s: %v", method, err)
	}
}

// refused calls what must be answered with an error of this code.
func (c *client) refused(code jsonrpc2.Code, method string, params any) {
	c.t.Helper()
	_, err := c.conn.Call(c.context(), method, params, nil)
	c.failed(code, method, err)
}

func (c *client) failed(code jsonrpc2.Code, method string, err error) {
	c.t.Helper()
	if e, ok := err.(*jsonrpc2.Error); !ok || e.Code != code {
		c.t.Errorf("%s: %v, want an error %d", method, err, code)
	}
}

func (c *client) tell(method string, params any) {
	c.t.Helper()
	if err := c.conn.Notify(c.context(), method, params); err != nil {
		c.t.Fatalf("%s: %v", method, err)
	}
}

func (c *client) open(uri, text string) {
	var p didOpenParams
	p.TextDocument.URI, p.TextDocument.LanguageID, p.TextDocument.Version, p.TextDocument.Text = uri, "c", 1, text
	c.tell("textDocument/didOpen", p)
}

func (c *client) change(uri string, version int, changes ...contentChange) {
	var p didChangeParams
	p.TextDocument.URI, p.TextDocument.Version, p.ContentChanges = uri, version, changes
	c.tell("textDocument/didChange", p)
}

// until waits for diagnostics that are as f says.
func (c *client) until(what string, f func(publishParams) bool) publishParams {
	c.t.Helper()
	return receive(c.t, what, c.published, f)
}

func receive[T any](t *testing.T, what string, from chan T, f func(T) bool) T {
	t.Helper()
	late := time.After(patienceOfTests)
	for {
		select {
		case v := <-from:
			if f(v) {
				return v
			}
		case <-late:
			t.Fatalf("waited in vain for %s", what)
		}
	}
}

// has waits for a diagnostic of a severity at a line, from 0.
func has(severity, line int) func(publishParams) bool {
	return func(p publishParams) bool {
		for _, d := range p.Diagnostics {
			if d.Severity == severity && d.Range.Start.Line == line {
				return true
			}
		}
		return false
	}
}
